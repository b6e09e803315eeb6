// A command of the program, as a person types it.

import { bareEnv, runProgram } from "../support/program.ts";
import type { Notes } from "./notes.ts";

/** What it printed; an error where it exits with another code than 0, with what it printed in `stdout`. */
export async function command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { status, stdout, stderr } = await runProgram(args, { env: bareEnv(env) });
  if (status !== 0) throw Object.assign(new Error(`signalbox ${args.join(" ")}: ${stderr}`), { stdout });
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
