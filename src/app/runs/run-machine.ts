// The rules that a run goes by: those that it began with, whatever this process is configured with now.

import { compile, type Machine } from "../../engine/workflow/compile.ts";
import type { App } from "../app.ts";
import { KnownError } from "../commit/errors.ts";

/** By hash, which says what is in it: no board can make an entry wrong for another. */
const compiled = new Map<string, Machine>();

const MOST_COMPILED = 50;

/** null: the store does not have it. */
export async function findRunMachine(app: App, hash: string): Promise<Machine | null> {
  if (hash === app.runs.hash) return app.runs.machine;
  const known = compiled.get(hash);
  if (known) return known;
  const workflow = await app.board.workflows.get(hash);
  if (!workflow) return null;
  const machine = compile(workflow);
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(hash, machine);
  return machine;
}

export async function runMachine(app: App, hash: string): Promise<Machine> {
  const machine = await findRunMachine(app, hash);
  if (!machine) throw new RunWorkflowLostError(hash);
  return machine;
}

/** It was stored with the run's first row, so that this store has been changed by other hands. */
class RunWorkflowLostError extends KnownError {
  constructor(hash: string) {
    super(
      "run_workflow_lost",
      `The workflow that this run began with (${hash.slice(0, 12)}…) is not in the store.`,
      "A person must look at the store: signalbox verify says since when it is not what was written.",
    );
  }
}
