// The layout for long workflows with few choices, drawn like a line map: the main line straight on, every other branch
// on a track of its own below, loops as return tracks, and what comes after a loop below its return.

import { at, type Line, type Point } from "./geometry.ts";
import { dominatorsOf } from "./dominators.ts";
import type { Edge, Graph } from "./graph.ts";

export interface Station extends Point {
  readonly state: string;
  readonly row: number;
}

export interface LineMap {
  readonly width: number;
  readonly height: number;
  readonly stations: readonly Station[];
  readonly lines: readonly Line[];
  /** Where the words of an edge stand: its condition. */
  readonly notes: readonly { readonly edge: Edge; readonly x: number; readonly y: number }[];
}

const ROW = 47;
const TOP = 60;
const SIDE = 56;
const CUT = 16;
/** Return tracks leave and arrive beside the stations, where no branch goes down. */
const BESIDE = 24;
/** Half of the room that a station takes on its track. */
const BERTH = 12;

/** The widths that words need. */
export interface Room {
  name(state: string): number;
  note(edge: Edge): number;
}

/** null: there are states that the start does not lead to. */
export function layMap(graph: Graph, room: Room, available: number): LineMap | null {
  const dominator = dominatorsOf(graph);
  if (graph.states.some((state) => state !== graph.start && !dominator.has(state))) return null;

  const natural = spread(graph, room);
  const longest = Math.max(...natural.values(), 1);
  const stretch = Math.min(1.6, Math.max(1, (available - SIDE * 2 - BESIDE) / longest));
  const x = new Map([...natural].map(([state, value]) => [state, SIDE + value * stretch]));
  const xOf = (state: string) => x.get(state) ?? SIDE;

  const onward = reachedFrom(graph);
  const rows = new Map<string, number>();
  const returns = new Map<string, number>();
  const direct = new Map<string, number>();
  const taken: { row: number; from: number; to: number }[] = [];

  place(graph.start, 0);
  placeDirectEdges();
  centreLoneBranches();

  const bottom = Math.max(...rows.values(), ...returns.values(), ...direct.values());
  const y = (row: number) => TOP + row * ROW;
  const rowOf = (state: string) => rows.get(state) ?? 0;
  const point = (state: string) => at(xOf(state), y(rowOf(state)));
  return {
    width: SIDE * 2 + BESIDE + longest * stretch,
    height: y(bottom) + 38,
    stations: graph.states.map((state) => ({ state, row: rowOf(state), ...point(state) })),
    lines: [...graph.edges.flatMap(edgeLines), ...splits(), ...joins()],
    notes: graph.edges.filter((edge) => edge.specs.some((spec) => spec.when)).map(noteOf),
  };

  /** A new track from this state on, as long as it goes straight. */
  function place(state: string, row: number): void {
    taken.push({ row, from: xOf(state) - BERTH, to: reach(state) });
    settle(state, row);
  }

  /** One branch goes straight on, and so does where the branches meet again; the others go below. */
  function settle(state: string, row: number): void {
    rows.set(state, row);
    const own = branchesOf(state);
    const straight = straightOn(state);
    const loops = graph.to(state).filter((edge) => edge.back);
    const below = (to: string, first: number) => place(to, freeRow(first, xOf(state) + 1, reach(to)));

    if (straight !== undefined) settle(straight, row);
    for (const met of graph.order.filter((to) => dominator.get(to) === state && !own.includes(to))) {
      place(met, freeRow(row, xOf(met) - BERTH, reach(met)));
    }
    const rest = own.filter((to) => to !== straight);
    for (const to of rest.filter((other) => staysInLoop(state, other))) below(to, row + 1);
    let lowest = row;
    for (const loop of loops) {
      const span = { from: xOf(state) - BESIDE, to: xOf(loop.from) + BESIDE };
      const free = freeRow(Math.max(row, rows.get(loop.from) ?? row) + 1, span.from, span.to);
      returns.set(loop.id, free);
      taken.push({ row: free, ...span });
      lowest = Math.max(lowest, free);
    }
    for (const to of rest.filter((other) => !staysInLoop(state, other))) below(to, lowest + 1);
  }

  /** What only this state leads to. */
  function branchesOf(state: string): string[] {
    return graph
      .from(state)
      .filter((edge) => !edge.back && dominator.get(edge.to) === state)
      .map((edge) => edge.to)
      .filter((to) => graph.to(to).filter((edge) => !edge.back).length === 1);
  }

  /** The first branch that comes back, where something does; else the first. */
  function straightOn(state: string): string | undefined {
    const own = branchesOf(state);
    return own.find((to) => staysInLoop(state, to)) ?? own[0];
  }

  /** Without a loop, everything stays. */
  function staysInLoop(state: string, branch: string): boolean {
    const loops = graph.to(state).filter((edge) => edge.back);
    return loops.length === 0 || loops.some((loop) => onward.get(branch)?.has(loop.from));
  }

  /** How far to the right the straight way from a state goes, up to where it meets others. */
  function reach(state: string): number {
    const next = straightOn(state);
    if (next !== undefined) return reach(next);
    const met = graph.from(state).find((edge) => !edge.back);
    return met ? Math.max(xOf(state) + BERTH, xOf(met.to) - BERTH - 1) : xOf(state) + BERTH;
  }

  /** Edges that would run through stations on their way get a track of their own. */
  function placeDirectEdges(): void {
    for (const edge of graph.edges) {
      if (edge.back) continue;
      const row = Math.max(rows.get(edge.from) ?? 0, rows.get(edge.to) ?? 0);
      const from = xOf(edge.from);
      const to = xOf(edge.to);
      const inTheWay = graph.states.some(
        (other) => rows.get(other) === row && xOf(other) > from + 1 && xOf(other) < to - 1,
      );
      if (!inTheWay) continue;
      const free = freeRow(row + 1, from, to);
      direct.set(edge.id, free);
      taken.push({ row: free, from, to });
    }
  }

  function freeRow(first: number, from: number, to: number): number {
    let row = first;
    while (taken.some((span) => span.row === row && span.from < to && from < span.to)) row++;
    return row;
  }

  /** A branch with slack stands in the middle between where it leaves and where it joins again. */
  function centreLoneBranches(): void {
    for (const edge of graph.edges) {
      if (edge.back || rows.get(edge.to) === rows.get(edge.from)) continue;
      const lane = [edge.to];
      for (let next = onlyWay(edge.to); next && rows.get(next) === rows.get(edge.to); next = onlyWay(next))
        lane.push(next);
      const end = onlyWay(lane.at(-1) ?? edge.to);
      if (end === null || rows.get(end) === rows.get(edge.to)) continue;
      const slack = xOf(end) - xOf(lane.at(-1) ?? end) - (xOf(edge.to) - xOf(edge.from));
      if (slack > 0) for (const state of lane) x.set(state, xOf(state) + slack / 2);
    }
  }

  function onlyWay(state: string): string | null {
    const onward = graph.from(state);
    return onward.length === 1 && onward[0] && !onward[0].back ? onward[0].to : null;
  }

  function edgeLines(edge: Edge): Line[] {
    const tone = graph.spec(edge.from).phase === graph.spec(edge.to).phase ? edge.from : edge.to;
    const line = (points: Point[]): Line => ({ edges: [edge.id], points, tone, arrow: false, label: null });
    const start = point(edge.from);
    const end = point(edge.to);
    const back = returns.get(edge.id);
    if (back !== undefined) {
      const low = y(back);
      const right = at(start.x + BESIDE, start.y);
      return [
        line([
          start,
          at(right.x - CUT, start.y),
          at(right.x, start.y + CUT),
          at(right.x, low - CUT),
          at(right.x - CUT, low),
          at(end.x - BESIDE + CUT, low),
          at(end.x - BESIDE, low - CUT),
          at(end.x - BESIDE, end.y + CUT),
          at(end.x - BESIDE + CUT, end.y),
          end,
        ]),
      ];
    }
    const lane = direct.get(edge.id) ?? Math.max(rowOf(edge.from), rowOf(edge.to));
    const low = y(lane);
    const points: Point[] = [];
    points.push(...(start.y === low ? [start] : [at(start.x, low - CUT), at(start.x + CUT, low)]));
    points.push(...(end.y === low ? [end] : [at(end.x - CUT, low), at(end.x, low - CUT)]));
    return [line(points)];
  }

  /** From a station down to its branches: each piece carries the branches that lie deeper. */
  function splits(): Line[] {
    return uprights((edge) => edge.from);
  }

  function joins(): Line[] {
    return uprights((edge) => edge.to);
  }

  function uprights(endOf: (edge: Edge) => string): Line[] {
    return graph.states.flatMap((state) => {
      const deep = graph.edges
        .filter((edge) => !edge.back && endOf(edge) === state)
        .map((edge) => ({ edge, row: direct.get(edge.id) ?? Math.max(rowOf(edge.from), rowOf(edge.to)) }))
        .filter(({ row }) => row > rowOf(state))
        .toSorted((a, b) => a.row - b.row);
      let from = y(rowOf(state));
      return deep.map(({ edge, row }, index): Line => {
        const to = y(row) - CUT;
        const points = [at(xOf(state), from), at(xOf(state), to)];
        from = to;
        return { edges: deep.slice(index).map((one) => one.edge.id), points, tone: edge.to, arrow: false, label: null };
      });
    });
  }

  function noteOf(edge: Edge) {
    const lane = direct.get(edge.id) ?? returns.get(edge.id) ?? Math.max(rowOf(edge.from), rowOf(edge.to));
    const beside = lane === rowOf(edge.from) ? 12 : CUT + 12;
    return { edge, x: xOf(edge.from) + beside, y: y(lane) };
  }
}

/** For every state all those that it leads to without going back, itself included. */
function reachedFrom(graph: Graph): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>();
  for (const state of graph.order.toReversed()) {
    const next = graph.from(state).filter((edge) => !edge.back);
    reached.set(state, new Set([state, ...next.flatMap((edge) => [...(reached.get(edge.to) ?? [])])]));
  }
  return reached;
}

/** As far to the right as the longest way to a state needs, its names side by side. */
function spread(graph: Graph, room: Room): Map<string, number> {
  const x = new Map<string, number>();
  for (const state of graph.order) {
    let furthest = 0;
    for (const edge of graph.to(state)) {
      if (edge.back) continue;
      const apart = Math.max((room.name(edge.from) + room.name(state)) / 2, 26, room.note(edge));
      furthest = Math.max(furthest, (x.get(edge.from) ?? 0) + apart);
    }
    x.set(state, furthest);
  }
  return x;
}
