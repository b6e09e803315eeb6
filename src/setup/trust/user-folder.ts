// The user's own configuration: what no repository can write.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export function userFolder(env: NodeJS.ProcessEnv): string {
  const given = process.platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  // A relative path would mean another folder in each project.
  return join(given !== undefined && isAbsolute(given) ? given : join(userHome(env), ".config"), "signalbox");
}

/** What can be made again: mirrors of repositories, clones that checks run in. */
export function userCache(env: NodeJS.ProcessEnv): string {
  const given = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  return join(given !== undefined && isAbsolute(given) ? given : join(userHome(env), ".cache"), "signalbox");
}

function userHome(env: NodeJS.ProcessEnv): string {
  const home = env["HOME"];
  return home !== undefined && isAbsolute(home) ? home : homedir();
}
