// npx runs what a folder tells it to: its .npmrc may name another registry or a script to load first, and a package of the
// same name in it comes before the published one.

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** What in this folder, or in one around it, could make npx start another program than this; null: nothing. */
export function misleadsNpx(folder: string, root: string, home: string): string | null {
  for (let place = folder; ; place = dirname(place)) {
    // A user's own settings lie in their home folder.
    if (place !== home && existsSync(join(place, ".npmrc"))) return join(place, ".npmrc");
    const copy = join(place, "node_modules", "signalbox");
    if (existsSync(copy) && realpathSync(copy) !== root) return copy;
    const command = join(place, "node_modules", ".bin", "signalbox");
    if (existsSync(command) && realpathSync(command) !== join(root, "bin", "signalbox.js")) return command;
    const manifest = join(place, "package.json");
    if (place !== root && existsSync(manifest) && isNamedLikeUs(manifest)) return manifest;
    if (dirname(place) === place) return null;
  }
}

function isNamedLikeUs(manifest: string): boolean {
  return /"name"\s*:\s*"signalbox"/.test(readFileSync(manifest, "utf8"));
}
