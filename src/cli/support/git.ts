// What git knows of a folder, asked of git itself.

import { askGit } from "../../setup/trust/ask-git.ts";

/** As git would write it into a commit made here; null: it knows no name, or there is no git. */
export function gitUserName(folder: string): string | null {
  return askGit(folder, "config", "--get", "user.name");
}

/** Where `origin` is, by the names that git replaces; null: there is none. */
export function gitOrigin(folder: string): string | null {
  return askGit(folder, "remote", "get-url", "origin");
}
