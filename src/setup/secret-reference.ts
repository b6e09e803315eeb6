// A secret is never written into a setting: the setting says where it is, `env:NAME` or `file:PATH`.

import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { quote } from "../engine/words.ts";

const REFERENCE = /^(?:env:([A-Za-z_][A-Za-z0-9_]*)|file:(.+))$/s;
const MOST_BYTES = 16 * 1024;

/** Why this is no reference; null: it is one. The text itself may be a secret, and is not repeated. */
export function problemOfReference(reference: string): string | null {
  return REFERENCE.test(reference) ? null : "says a secret itself; write env:NAME or file:PATH, where it can be read";
}

/** Read anew each time: a file may be replaced while the process runs. Throws in words. */
export function readSecret(reference: string, env: NodeJS.ProcessEnv): string {
  const [, name, file] = REFERENCE.exec(reference) ?? [];
  if (name !== undefined) {
    const value = env[name]?.trim() ?? "";
    if (value === "") throw new Error(`the variable ${name} is not set`);
    return value;
  }
  if (file === undefined) throw new Error(`it ${problemOfReference(reference) ?? ""}`);
  const path = pathOf(file);
  const text = textIn(path).trim();
  if (text === "") throw new Error(`the file ${quote(path)} is empty`);
  return text;
}

/** A file that others on this machine can read; null: it is none, or none of theirs. */
export function looseFile(reference: string): string | null {
  const [, , file] = REFERENCE.exec(reference) ?? [];
  if (file === undefined || process.platform === "win32") return null;
  const path = pathOf(file);
  const found = statSync(path, { throwIfNoEntry: false });
  return found && (found.mode & 0o077) !== 0 ? path : null;
}

/** No shell makes a home of a tilde that stands behind a colon. */
function pathOf(file: string): string {
  return resolve(file.startsWith("~/") ? join(homedir(), file.slice(2)) : file);
}

function textIn(path: string): string {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error(`${quote(path)} is no file`);
    if (found.size > MOST_BYTES) throw new Error(`the file ${quote(path)} is too large for a secret`);
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (typeof code !== "string") throw error;
    throw new Error(code === "ENOENT" ? `there is no file ${quote(path)}` : `${quote(path)} can't be read (${code})`, {
      cause: error,
    });
  }
}
