// The user's own folder for what can be made again.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const BY_SYSTEM: Partial<Record<NodeJS.Platform, { readonly variable: string; readonly otherwise: string }>> = {
  win32: { variable: "LOCALAPPDATA", otherwise: "AppData/Local" },
  darwin: { variable: "XDG_CACHE_HOME", otherwise: "Library/Caches" },
};

function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const { variable, otherwise } = BY_SYSTEM[platform] ?? { variable: "XDG_CACHE_HOME", otherwise: ".cache" };
  const given = env[variable];
  // A relative path would mean another folder in each project.
  if (given !== undefined && isAbsolute(given)) return join(given, "signalbox");
  const home = env["HOME"];
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), otherwise, "signalbox");
}

/** What this user's processes have asked of GitHub lately. */
export function budgetFileOf(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), "github-budget.db");
}
