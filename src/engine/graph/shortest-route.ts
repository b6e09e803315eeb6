// Ways through the graph.

import type { Machine, State } from "../workflow/compile.ts";
import type { EdgeSpec } from "../workflow/format.ts";

/**
 * The shortest way, as the edges to take; of ways of equal length, the one that the file names first. Empty where both
 * are the same state, null where there is no way, or no such state.
 */
export function shortestRoute(
  machine: Machine,
  from: string,
  to: string,
  mayTake: (from: State, to: State) => boolean = () => true,
): readonly EdgeSpec[] | null {
  const start = machine.states.get(from);
  if (!start || !machine.states.has(to)) return null;
  const cameBy = new Map<string, EdgeSpec>();
  const queue = [start];
  for (const state of queue) {
    if (state.name === to) return wayTo(to, cameBy);
    for (const edge of state.edges) {
      const next = machine.states.get(edge.to);
      if (!next || next === start || cameBy.has(edge.to) || !mayTake(state, next)) continue;
      cameBy.set(edge.to, edge);
      queue.push(next);
    }
  }
  return null;
}

/** The start was come by over no edge. */
function wayTo(to: string, cameBy: ReadonlyMap<string, EdgeSpec>): readonly EdgeSpec[] {
  const way: EdgeSpec[] = [];
  for (let edge = cameBy.get(to); edge; edge = cameBy.get(edge.from)) way.push(edge);
  return way.toReversed();
}
