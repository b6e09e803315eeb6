// A command of the program, as a person types it.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PROGRAM } from "../support/program.ts";
import type { Notes } from "./notes.ts";

const execute = promisify(execFile);
/** What a process needs to run at all: a setting of whoever started this would lead it to another board. */
const { PATH, HOME } = process.env;

/** What it printed; an error where it exits with another code than 0, with what it printed in `stdout`. */
export async function command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await execute(process.execPath, [PROGRAM, ...args], { env: { PATH, HOME, ...env } });
  return stdout;
}

export async function verify(database: string, env: Readonly<Record<string, string>>, notes: Notes): Promise<void> {
  try {
    await command(["verify", "--database", database], env);
  } catch (error) {
    notes.breach(`signalbox verify: ${printedBy(error) || String(error)}`);
  }
}

export function printedBy(error: unknown): string {
  return error instanceof Error && "stdout" in error ? String(error.stdout) : "";
}
