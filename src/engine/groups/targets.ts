// Only states in the pipeline order are targets: of any other nobody can say who has reached it.

import type { Machine, State } from "../workflow/compile.ts";
import { argument, say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, nearest, quote } from "../words.ts";

export function targetOf(machine: Machine, word: string): State | Refusal {
  const state = machine.states.get(word);
  if (state && state.order !== null) return state;
  const { pipeline } = machine;
  const asked = quote(word);
  const why = state ? "stands outside the pipeline order" : "is not a state of this workflow";
  const facts = { targetState: word, targets: pipeline };
  if (pipeline.length === 0) {
    return refuse(
      "unknown_target",
      `${asked} can't be a target: this workflow has no pipeline order, so nothing can be said to have reached it.`,
      "retry nothing here; ask for a workflow that declares its pipeline.",
      facts,
    );
  }
  const meant = state ? undefined : nearest(word, pipeline);
  return refuse(
    "unknown_target",
    `${asked} can't be a target: it ${why}. The targets are ${listed(pipeline, "and")}.`,
    meant === undefined
      ? say`retry with ${argument("targetState")} set to one of ${listed(pipeline)}.`
      : say`retry with ${argument("targetState", meant)}, or another one of ${listed(pipeline)}.`,
    { ...facts, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}
