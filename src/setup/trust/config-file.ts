// Reads a project's settings file as what it is: text that anybody may have written.

import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/** Far more than any settings take. */
const MOST_BYTES = 64 * 1024;

export type FoundConfig = { readonly bytes: Buffer; readonly value: unknown } | { readonly problem: string };

/** null: there is none. */
export function readConfig(home: string, name: string): FoundConfig | null {
  const path = join(home, name);
  if (!lstatSync(path, { throwIfNoEntry: false })) return null;
  const problem = objection(home, path);
  if (problem !== null) return { problem };
  const bytes = readFileSync(path);
  try {
    return { bytes, value: JSON.parse(bytes.toString("utf8")) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Without what the parser quotes: the file's words are not ours.
    return { problem: "is not JSON" };
  }
}

/** A link could lead to a secret, whose text would then stand in a message; or to a file that never ends. */
function objection(home: string, path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return "is a link to a file that is not there";
  if (!stat.isFile()) return "is no file";
  if (!isInside(home, path)) return "leads outside of the project's folder";
  if (stat.size > MOST_BYTES) return `is larger than ${MOST_BYTES / 1024} kB`;
  return null;
}

/** Where both really are, whatever links lead there. */
export function isInside(folder: string, path: string): boolean {
  return realpathSync(path).startsWith(realpathSync(folder) + sep);
}
