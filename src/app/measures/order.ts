// Which way is back: against the order in which a workflow says that work advances.

import type { Machine } from "../../engine/workflow/compile.ts";
import { distance } from "../../engine/graph/distances.ts";

/** Back along the pipeline, or off it to where it has to be put on again. An end is never a way back. */
export function againstPipeline(machine: Machine, from: string, to: string): boolean {
  const [here, there] = [machine.states.get(from), machine.states.get(to)];
  if (!here || !there || here.order === null || there.terminal) return false;
  return there.order === null || there.order < here.order;
}

/** Nearer to the start by the graph, for a workflow that has no pipeline. */
export function towardsStart(machine: Machine, from: string, to: string): boolean {
  const { start } = machine.workflow;
  const [here, there] = [distance(machine, start, from), distance(machine, start, to)];
  if (here === null || there === null || machine.states.get(to)?.terminal) return false;
  return there < here;
}

/** Where work is brought to an end in the order of the pipeline; other ends give it up. */
export function isGoodEnd(machine: Machine, state: string): boolean {
  const end = machine.states.get(state);
  return end !== undefined && end.terminal && end.order !== null;
}
