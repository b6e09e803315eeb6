// Git's folder, the one that all worktrees share. Found without running git, which is slow to start and may be missing.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** null: this is no git repository. */
export function commonGitFolder(folder: string): string | null {
  const git = gitFolder(join(folder, ".git"));
  if (git !== null) return git;
  const above = dirname(folder);
  return above === folder ? null : commonGitFolder(above);
}

function gitFolder(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (stat.isDirectory()) return existsSync(join(path, "HEAD")) ? path : null;
  // A worktree or a submodule: the file says where its git folder is, and that one where the shared one is.
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1];
  if (named === undefined) return null;
  const own = resolve(dirname(path), named.trim());
  if (!existsSync(join(own, "HEAD"))) return null;
  const shared = join(own, "commondir");
  return existsSync(shared) ? resolve(own, readFileSync(shared, "utf8").trim()) : own;
}
