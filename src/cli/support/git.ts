// What git knows of a folder, asked of git itself: its files have quotes, includes and worktrees that only git reads right.

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

/** A config may include what never ends. */
const PATIENCE_MS = 2_000;

/** As git would write it into a commit made here; null: it knows no name, or there is no git. */
export function gitUserName(folder: string): string | null {
  return ask(folder, "config", "--get", "user.name");
}

/** Where `origin` is, by the names that git replaces; null: there is none. */
export function gitOrigin(folder: string): string | null {
  return ask(folder, "remote", "get-url", "origin");
}

/** Neither question makes git run a program that a repository's config names, or touch its index. */
function ask(folder: string, ...question: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", ["-C", folder, ...question], {
    // Windows looks for programs in the working folder first, which must not be somebody else's repository.
    cwd: dirname(process.execPath),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PATIENCE_MS,
    windowsHide: true,
  });
  const answer = status === 0 ? stdout.trim() : "";
  return answer === "" ? null : answer;
}
