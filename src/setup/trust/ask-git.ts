// Questions to git itself: its files have quotes, includes and worktrees that only git reads right.

import { spawnSync } from "node:child_process";
import { basename, dirname, sep } from "node:path";
import { commonGitFolder } from "./git-folder.ts";

/** A config may include what never ends. */
const PATIENCE_MS = 2_000;

/** null: it has no answer, or there is no git. No question makes git run a program that a repository's config names. */
function askGit(folder: string, ...question: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", ["-C", folder, "-c", "core.fsmonitor=false", ...question], {
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

/** Whether everybody who has the repository has this file. */
export function isTracked(file: string): boolean {
  const folder = dirname(file);
  const git = commonGitFolder(folder);
  // Nothing in git's own folder is tracked: most boards are there, and git need not be asked.
  if (git === null || file.startsWith(git + sep)) return false;
  return askGit(folder, "ls-files", "--error-unmatch", "--", basename(file)) !== null;
}
