// Which person acts at the command line.

import { userInfo } from "node:os";
import { gitUserName } from "./git.ts";

const LONGEST = 100;

/** As they say, else as git knows them, else as the system does. */
export function personName(said: string | undefined, env: NodeJS.ProcessEnv, folder: string): string {
  return said ?? env["GIT_AUTHOR_NAME"] ?? fromGit(folder) ?? systemName();
}

/** In a container that runs as a number, the system has no name for it. */
export function systemName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SYSTEM_ERROR")
      return `uid ${process.getuid?.()}`;
    throw error;
  }
}

/** A name is one line. */
function fromGit(folder: string): string | null {
  return gitUserName(folder)?.replaceAll(/\s+/g, " ").slice(0, LONGEST) ?? null;
}
