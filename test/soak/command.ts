// A command of the program, as a person types it.

import type { DecisionsReport } from "../../src/app/replay/check-decisions.ts";
import { bareEnv, runProgram } from "../support/program.ts";
import type { Notes } from "./notes.ts";

/** What it printed; an error where it exits with another code than 0, with what it printed in `stdout`. */
export async function command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { status, stdout, stderr } = await runProgram(args, { env: bareEnv(env) });
  if (status !== 0) throw Object.assign(new Error(`signalbox ${args.join(" ")}: ${stderr}`), { stdout });
  return stdout;
}

/** The chain, the tables, and every verdict once more: what this version wrote can all be decided again. */
export async function verify(database: string, env: Readonly<Record<string, string>>, notes: Notes): Promise<void> {
  try {
    const printed = await command(["verify", "--decisions", "--json", "--database", database], env);
    const { decisions } = JSON.parse(printed) as { readonly decisions: DecisionsReport };
    const { decided, left } = decisions;
    notes.count("verdicts that came out the same when they were decided again", decided);
    for (const why of ["older", "rules", "workflow", "forgotten"] as const) {
      if (left[why] > 0) notes.breach(`decisions: ${left[why]} could not be decided again (${why})`);
    }
    if (decided === 0) notes.breach("decisions: none was decided again");
  } catch (error) {
    notes.breach(`signalbox verify: ${printedBy(error) || String(error)}`);
  }
}

export function printedBy(error: unknown): string {
  return error instanceof Error && "stdout" in error ? String(error.stdout) : "";
}
