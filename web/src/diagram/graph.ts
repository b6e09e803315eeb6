// A workflow as a graph for drawing: parallel edges are one line, and the edges that lead back are known, so that the
// rest has an order.

import type { Workflow } from "../../../src/http/contract.ts";

type EdgeSpec = Workflow["edges"][number];
type StateSpec = Workflow["states"][string];

export interface Edge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** As the workflow says them; several where they differ in their conditions alone. */
  readonly specs: readonly EdgeSpec[];
  /** Leads to a state that lies before it. */
  readonly back: boolean;
}

export interface Graph {
  readonly start: string;
  readonly states: readonly string[];
  readonly edges: readonly Edge[];
  /** The states so that every edge that is not back leads from an earlier one to a later one. */
  readonly order: readonly string[];
  spec(state: string): StateSpec;
  from(state: string): readonly Edge[];
  to(state: string): readonly Edge[];
}

export function graphOf(workflow: Workflow): Graph {
  const states = Object.keys(workflow.states);
  const merged = mergeParallel(workflow);
  const { order, back } = walk(workflow.start, states, merged);
  const edges = merged.map((edge): Edge => ({ ...edge, back: back.has(edge.id) }));
  const leaving = Map.groupBy(edges, (edge) => edge.from);
  const arriving = Map.groupBy(edges, (edge) => edge.to);
  return {
    start: workflow.start,
    states,
    edges,
    order,
    spec: (state) => workflow.states[state] ?? {},
    from: (state) => leaving.get(state) ?? [],
    to: (state) => arriving.get(state) ?? [],
  };
}

export function edgeId(from: string | null, to: string): string {
  return `${from ?? ""}\n${to}`;
}

/** The longest way along the edges that do not lead back; of equally long ones the one that the workflow names first. */
export function longestWay(graph: Graph): string[] {
  const best = new Map<string, string[]>();
  for (const state of graph.order.toReversed()) {
    let rest: string[] = [];
    for (const edge of graph.from(state)) {
      const way = edge.back ? undefined : best.get(edge.to);
      if (way && way.length > rest.length) rest = way;
    }
    best.set(state, [state, ...rest]);
  }
  return best.get(graph.start) ?? [];
}

function mergeParallel(workflow: Workflow): Omit<Edge, "back">[] {
  const known = workflow.edges.filter((edge) => edge.from in workflow.states && edge.to in workflow.states);
  const pairs = Map.groupBy(known, (edge) => edgeId(edge.from, edge.to));
  return [...pairs].flatMap(([id, specs]) => {
    const first = specs[0];
    return first ? [{ id, from: first.from, to: first.to, specs }] : [];
  });
}

/** Depth first, from the start: an edge to a state that is still being visited leads back. */
function walk(start: string, states: readonly string[], edges: readonly Omit<Edge, "back">[]) {
  const leaving = Map.groupBy(edges, (edge) => edge.from);
  const back = new Set<string>();
  const open = new Set<string>();
  const left = new Set<string>();
  const order: string[] = [];

  function visit(state: string): void {
    open.add(state);
    // In reverse, because what is left last stands first in the order.
    for (const edge of (leaving.get(state) ?? []).toReversed()) {
      if (open.has(edge.to)) back.add(edge.id);
      else if (!left.has(edge.to)) visit(edge.to);
    }
    open.delete(state);
    left.add(state);
    order.unshift(state);
  }

  if (states.includes(start)) visit(start);
  for (const state of states) if (!left.has(state)) visit(state);
  return { order, back };
}
