// Only states in the pipeline order are targets: of any other nobody can say who has reached it.

import type { Machine, State } from "../workflow/compile.ts";
import { listed, nearest, refuse, type Refusal } from "../refusal.ts";

export function targetOf(machine: Machine, word: string): State | Refusal {
  const state = machine.states.get(word);
  if (state && state.order !== null) return state;
  const { pipeline } = machine;
  const asked = JSON.stringify(word.slice(0, 80));
  const why = state ? "stands outside the pipeline order" : "is not a state of this workflow";
  const fields = { targetState: word, targets: pipeline };
  if (pipeline.length === 0) {
    return refuse(
      "unknown_target",
      `${asked} can't be a target: this workflow has no pipeline order, so nothing can be said to have reached it.`,
      "retry nothing here; ask for a workflow that declares its pipeline.",
      fields,
    );
  }
  const meant = state ? undefined : nearest(word, pipeline);
  return refuse(
    "unknown_target",
    `${asked} can't be a target: it ${why}. The targets are ${listed(pipeline, "and")}.`,
    meant === undefined
      ? `retry with targetState set to one of ${listed(pipeline)}.`
      : `retry with targetState="${meant}", or another one of ${listed(pipeline)}.`,
    { ...fields, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}
