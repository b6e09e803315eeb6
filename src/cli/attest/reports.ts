// The JUnit files that a command has left. Older ones say nothing about it.

import { globSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

const MOST_FILES = 1_000;
const MOST_BYTES = 20 * 1024 * 1024;
/** Some file systems know no part of a second, and round down. */
const COARSE_MS = 2_000;

/** `began`: when the command did. */
export function readReports(folder: string, pattern: string, began: number): readonly string[] {
  const files = globSync(pattern, { cwd: folder }).slice(0, MOST_FILES);
  return files.flatMap((file) => {
    const path = resolve(folder, file);
    const { size, mtimeMs } = statSync(path);
    return size <= MOST_BYTES && mtimeMs >= began - COARSE_MS ? [readFileSync(path, "utf8")] : [];
  });
}
