// Which person acts at the command line, and what they show for it.

import { readFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";

/** As they say, else as git knows them, else as the system does. */
export function personName(said: string | undefined, env: NodeJS.ProcessEnv, folder: string): string {
  return said ?? env["GIT_AUTHOR_NAME"] ?? gitName(folder) ?? userInfo().username;
}

/** Read without running git, which is slow to start and may be missing. */
function gitName(folder: string): string | null {
  for (const file of [
    join(folder, ".git", "config"),
    join(homedir(), ".gitconfig"),
    join(homedir(), ".config", "git", "config"),
  ]) {
    const name = nameIn(file);
    if (name !== null) return name;
  }
  return null;
}

function nameIn(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // Not there, or a worktree's: the next one may know.
    return null;
  }
  const [, section = ""] = /^\s*\[user\]([^[]*)/im.exec(text) ?? [];
  const [, name = ""] = /^\s*name\s*=\s*"?([^"\n#;]+?)"?\s*$/im.exec(section) ?? [];
  return name === "" ? null : name.slice(0, 100);
}
