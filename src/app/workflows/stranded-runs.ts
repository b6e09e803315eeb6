// Runs keep the workflow that they began with, and that names steps of the tickets' workflow: where those are gone, a run
// would no longer say when its tickets are handed off.

import type { Workflow } from "../../engine/workflow/format.ts";
import type { Board } from "../ports/board.ts";
import type { RunName } from "../ports/runs.ts";

export interface StrandedRun extends RunName {
  readonly steps: readonly string[];
}

export async function strandedRuns(board: Board, before: Workflow, after: Workflow): Promise<readonly StrandedRun[]> {
  const left = stepsOf(after);
  const gone = new Set([...stepsOf(before)].filter((step) => !left.has(step)));
  if (gone.size === 0) return [];
  const found = new Map<string, StrandedRun>();
  for (const { key, project, session, workflow: hash, state } of await board.runs.itemsOn("any")) {
    const workflow = found.has(key) ? null : await board.workflows.get(hash);
    if (!workflow || workflow.states[state]?.terminal) continue;
    const named = Object.values(workflow.states).flatMap(({ ticketSteps = [] }) => ticketSteps);
    const steps = [...new Set(named)].filter((step) => gone.has(step));
    if (steps.length > 0) found.set(key, { project, session, steps });
  }
  return [...found.values()];
}

function stepsOf({ position }: Workflow): ReadonlySet<string> {
  return new Set(position?.phases.map(({ step }) => step));
}
