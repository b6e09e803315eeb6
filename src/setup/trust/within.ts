// Whether a path really lies in a folder, whatever links lead there: a repository may hold links to anywhere.

import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** Both have to be there. */
export function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [realpathSync(folder), realpathSync(path)];
  return inner === outer || inner.startsWith(outer + sep);
}
