// Reads a project's settings file as what it is: text that anybody may have written.

import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "./within.ts";

/** Far more than any settings take. */
const MOST_BYTES = 64 * 1024;

export type FoundConfig = { readonly bytes: Buffer; readonly value: unknown } | { readonly problem: string };

/** null: there is none. */
export function readConfig(home: string, name: string): FoundConfig | null {
  const path = join(home, name);
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return null;
    const problem = objection(home, path);
    if (problem !== null) return { problem };
    const bytes = readFileSync(path);
    return { bytes, value: JSON.parse(bytes.toString("utf8")) };
  } catch (error) {
    // Without what the parser quotes: the file's words are not ours.
    if (error instanceof SyntaxError) return { problem: "is not JSON" };
    if (error instanceof Error && "code" in error) return { problem: `can't be read (${String(error.code)})` };
    throw error;
  }
}

/** A link could lead to a secret, whose text would then stand in a message; or to a file that never ends. */
function objection(home: string, path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return "is a link to a file that is not there";
  if (!stat.isFile()) return "is no file";
  if (!isWithin(home, path)) return "leads outside of the project's folder";
  if (stat.size > MOST_BYTES) return `is larger than ${MOST_BYTES / 1024} kB`;
  return null;
}
