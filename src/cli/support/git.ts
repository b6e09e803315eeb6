// What git knows of a folder, asked of git itself.

import { askGit } from "../../setup/trust/ask-git.ts";
import type { App } from "../../app/app.ts";
import { mayBeCommit } from "../../engine/evidence/fact.ts";
import { openCheckout } from "../../setup/git/checkout.ts";
import { commonGitFolder } from "../../setup/trust/git-folder.ts";

/** As git would write it into a commit made here; null: it knows no name, or there is no git. */
export function gitUserName(folder: string): string | null {
  return askGit(folder, "config", "--get", "user.name");
}

/** Where `origin` is, by the names that git replaces; null: there is none. */
export function gitOrigin(folder: string): string | null {
  return askGit(folder, "remote", "get-url", "origin");
}

/** As it stands in the repository's configuration, before git replaces anything: what is pinned is what was written. */
export function pinnedOrigin(folder: string): string | null {
  return askGit(folder, "config", "--get", "remote.origin.url");
}

/** The branch that origin calls its own; else the one of the usual two that is there; null: neither is known. */
export function baseBranch(folder: string): string | null {
  const head = askGit(folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
  if (head?.startsWith("origin/")) return head.slice("origin/".length);
  return (
    USUAL.find((name) => askGit(folder, "rev-parse", "--verify", "--quiet", `refs/heads/${name}`) !== null) ?? null
  );
}

const USUAL = ["main", "master"];

/** In a checkout, whatever git calls a commit is one; what git does not know is told by the handoff. */
export async function hashOf({ board }: App, revision: string): Promise<string> {
  const folder = process.cwd();
  if (mayBeCommit(revision.toLowerCase()) || commonGitFolder(folder) === null) return revision;
  return (await (await openCheckout(board, folder, process.env)).commit(revision)) ?? revision;
}
