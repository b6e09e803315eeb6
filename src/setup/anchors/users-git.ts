// What the user's own configuration of git says about signatures. A repository's does not count: it could name the people
// whose signatures are believed.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { askGit } from "../trust/ask-git.ts";
import { AnchorError } from "./error.ts";

/** The key that git signs with; null: it has none that is an SSH key. */
export function usersKey(folder: string): string | null {
  if (ask(folder, "gpg.format") !== "ssh") return null;
  const key = ask(folder, "user.signingkey", "--type=path");
  if (key === null || isAbsolute(key)) return key;
  throw new AnchorError(
    "git's user.signingkey names no file with its whole path.",
    "Name the key's file: --sign ~/.ssh/id_ed25519.pub",
  );
}

/** null: nobody has said whose signatures count, or the file is gone. */
export function usersSigners(folder: string): string | null {
  const file = ask(folder, "gpg.ssh.allowedSignersFile", "--type=path");
  return file !== null && isAbsolute(file) && existsSync(file) ? file : null;
}

function ask(folder: string, name: string, ...type: readonly string[]): string | null {
  return askGit(folder, "config", "--global", "--includes", ...type, "--get", name);
}
