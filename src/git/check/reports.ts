// The JUnit files that a check has written. Those that the commit brings along were written by its author.

import { globSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";

const MOST_FILES = 2_000;
const MOST_BYTES = 32 * 1024 * 1024;

export interface Reports {
  readonly texts: readonly string[];
  /** Whether a path is one of them, or a folder that holds some. */
  readonly isReport: (path: string) => boolean;
}

/** `pattern`: a path or a glob, seen from the clone. */
export function readReports(folder: string, pattern: string | undefined, tracked: ReadonlySet<string>): Reports {
  if (pattern === undefined) return { texts: [], isReport: () => false };
  const top = realpathSync(folder);
  const found = globSync(pattern, { cwd: top })
    .slice(0, MOST_FILES)
    .map((path) => path.split(sep).join("/"))
    .filter((path) => !tracked.has(path) && isReadable(top, path));
  const isReport = (path: string): boolean =>
    found.includes(path) || (path.endsWith("/") && found.some((file) => file.startsWith(path)));
  return { texts: found.map((path) => readFileSync(join(top, path), "utf8")), isReport };
}

/** A link may lead out of the clone, to a report of another day. */
function isReadable(top: string, path: string): boolean {
  const stat = lstatSync(join(top, path));
  if (!stat.isFile() || stat.size > MOST_BYTES) return false;
  return !relative(top, realpathSync(join(top, path))).startsWith("..");
}
