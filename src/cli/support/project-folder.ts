// The folder that clients look for their configuration in: git's work tree, wherever in it somebody stands; else this folder.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export function projectFolder(folder: string): string {
  return workTree(folder) ?? folder;
}

/** A worktree and a submodule have a file of that name. */
function workTree(folder: string): string | null {
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? null : workTree(above);
}
