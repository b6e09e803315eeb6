// Which facts a ticket's next edges ask for, and which of them this program can look at by itself.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { EdgeSpec } from "../../engine/workflow/format.ts";

/** In the order in which they are looked at: the quick ones first, and the base last. */
export function wantedFacts(machine: Machine, state: string | null): readonly string[] {
  const wanted = new Set(edgesFrom(machine, state).flatMap(factsOf));
  return lookableFacts(machine).filter((name) => wanted.has(name));
}

/** What `signalbox check` knows how to look at. */
export function lookableFacts({ workflow }: Machine): readonly string[] {
  return ["work", ...Object.keys(workflow.checks ?? {}), "landed"];
}

/** Whether a move from here names the commit that the work is in. */
export function takesCommit(machine: Machine, state: string | null): boolean {
  return edgesFrom(machine, state).some(({ takes }) => takes === "commit");
}

/** From a state that the workflow does not know, every edge may be next. */
function edgesFrom({ workflow, states }: Machine, state: string | null): readonly EdgeSpec[] {
  if (state === null || !states.has(state)) return workflow.edges;
  return workflow.edges.filter(({ from }) => from === state);
}

function factsOf({ guards = [] }: EdgeSpec): readonly string[] {
  return guards.flatMap((guard) => {
    if (guard.policy === "off") return [];
    if (guard.type === "facts") return guard.facts;
    // The paths of a change are known with its work.
    return guard.type === "untouched" ? ["work"] : [];
  });
}
