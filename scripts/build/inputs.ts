// What dist/ is made of, as one hash: where it is another one than at the last build, the build is stale.

import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const INPUTS = ["src/**", "web/**", "workflows/**", "scripts/build/**", "scripts/build.ts", "*.json", "vite.config.ts"];
/** Tests and snapshots are beside the code, and in no build. */
const LEFT_OUT = /\.test\.tsx?$|__\w+__/;
/** Lies in dist/, and stays out of the package. */
const STAMP = "inputs.sha256";

/** By content and not by time: a checkout of another branch and a file that was edited during a build are noticed too. */
export function hashInputs(root: string): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !LEFT_OUT.test(file));
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

export function stampPath(dist: string): string {
  return join(dist, STAMP);
}

export function isFresh(root: string): boolean {
  const stamp = stampPath(join(root, "dist"));
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashInputs(root);
}
