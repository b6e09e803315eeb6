// The way that a run came, from its history.

import type { RunView } from "../../../../src/http/contract.ts";
import { edgeId, type Graph } from "../../diagram/graph.ts";

export interface Way {
  /** How often each edge was walked. */
  readonly edges: ReadonlyMap<string, number>;
  readonly states: ReadonlySet<string>;
}

export function wayOf(run: RunView, graph: Graph): Way {
  const edges = new Map<string, number>();
  const states = new Set([run.state]);
  const known = new Set(graph.edges.map((edge) => edge.id));

  function walk(way: readonly string[]): void {
    for (const [index, to] of way.entries()) {
      states.add(to);
      const id = edgeId(way[index - 1] ?? null, to);
      if (known.has(id)) edges.set(id, (edges.get(id) ?? 0) + 1);
    }
  }

  const moves = run.history.filter((entry) => entry.to !== null && entry.from !== null && entry.code === null);
  const first = moves[0]?.from ?? run.state;
  // Of a long run only the newest steps are told: it must have come to the first of them somehow.
  walk(shortestWay(graph, first));
  for (const { from, to, path } of moves) {
    const way = [from, ...path, to].filter((state): state is string => state !== null);
    walk(way.filter((state, index) => state !== way[index - 1]));
  }
  return { edges, states };
}

/** When the run came to where it is. */
export function arrivedAt(run: RunView): string {
  return run.history.findLast((entry) => entry.to === run.state && entry.code === null)?.at ?? run.startedAt;
}

function shortestWay(graph: Graph, to: string): string[] {
  const before = new Map<string, string | null>([[graph.start, null]]);
  for (const state of before.keys()) {
    for (const edge of graph.from(state)) if (!before.has(edge.to)) before.set(edge.to, state);
  }
  const way: string[] = [];
  for (let state: string | null | undefined = before.has(to) ? to : null; state; state = before.get(state))
    way.unshift(state);
  return way;
}
