// Which state every way to another one leads through: what a branch owns, and where branches meet again.

import type { Graph } from "./graph.ts";

/** For every state that the start reaches, the last one that all ways to it have in common. */
export function dominatorsOf(graph: Graph): Map<string, string> {
  const place = new Map(graph.order.map((state, index) => [state, index]));
  const parent = new Map<string, string>();

  function meet(a: string, b: string): string {
    let one = a;
    let other = b;
    while (one !== other) {
      if ((place.get(one) ?? 0) > (place.get(other) ?? 0)) one = parent.get(one) ?? graph.start;
      else other = parent.get(other) ?? graph.start;
    }
    return one;
  }

  // Without the edges that lead back the order is a topological one, so that once over it is enough.
  for (const state of graph.order) {
    const before = graph
      .to(state)
      .filter((edge) => !edge.back)
      .map((edge) => edge.from)
      .filter((from) => from === graph.start || parent.has(from));
    const [first, ...rest] = before;
    if (first !== undefined && state !== graph.start) parent.set(state, rest.reduce(meet, first));
  }
  return parent;
}
