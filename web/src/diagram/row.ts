// The layout for a workflow that is a pipeline: its states in one row, detours above, sidings below. The lines to and
// from a siding that many states use join on the way.

import { at, CUT, type Box, type Line, type Placed, type Point } from "./geometry.ts";
import { longestWay, type Edge, type Graph } from "./graph.ts";

const MARGIN = 12;
const HEIGHT = 78;
const ARC_STEP = 36;
const SIDING_DROP = 95;
const SIDING_STEP = HEIGHT + 18;
const MOST_SIDINGS = 3;

interface Siding {
  readonly state: string;
  /** The column that it stands under. */
  readonly column: number;
  readonly level: number;
  /** Several states use it, so that it has lines of its own on both sides. */
  readonly hub: boolean;
}

/** null: it is no pipeline, or too much of it stands aside. */
export function layInRow(graph: Graph, pipeline: readonly string[] | undefined, available: number): Placed | null {
  const row = (pipeline ?? longestWay(graph)).filter((state) => graph.states.includes(state));
  const aside = graph.states.filter((state) => !row.includes(state));
  const apart = graph.edges.some((edge) => aside.includes(edge.from) && aside.includes(edge.to));
  if (row.length < 3 || row.length > 14 || aside.length > MOST_SIDINGS || apart) return null;

  const sidings = placeSidings(graph, row, aside);
  const columns = Math.max(row.length, ...sidings.map((siding) => siding.column + 1));
  const { width, gap } = measure(columns, available);
  const column = (state: string) => row.indexOf(state);
  const left = (index: number) => MARGIN + index * (width + gap);

  const within = graph.edges.filter((edge) => column(edge.from) >= 0 && column(edge.to) >= 0 && edge.from !== edge.to);
  const straight = within.filter((edge) => column(edge.to) === column(edge.from) + 1);
  const arcs = stackArcs(
    within.filter((edge) => !straight.includes(edge)),
    column,
  );
  const levels = Math.max(0, ...arcs.map((arc) => arc.level));
  const top = levels === 0 ? 20 : 31 + levels * ARC_STEP;
  const floor = top + HEIGHT;

  const boxes: Box[] = [
    ...row.map((state, index) => ({ state, x: left(index), y: top, width, height: HEIGHT })),
    ...sidings.map((siding) => ({
      state: siding.state,
      x: left(siding.column),
      y: floor + SIDING_DROP + siding.level * SIDING_STEP,
      width,
      height: HEIGHT,
    })),
  ];
  const boxOf = (state: string) => boxes.find((box) => box.state === state) ?? boxes[0];

  const lines: Line[] = [];
  for (const siding of sidings) lines.push(...sidingLines(siding));
  for (const arc of arcs) lines.push(arcLine(arc));
  for (const edge of straight) lines.push(straightLine(edge));
  const lowest = Math.max(...boxes.map((box) => box.y + box.height));
  return { width: MARGIN * 2 + columns * width + (columns - 1) * gap, height: lowest + 14, boxes, lines };

  function straightLine(edge: Edge): Line {
    const start = left(column(edge.from)) + width;
    const y = top + HEIGHT / 2;
    return {
      edges: [edge.id],
      points: [at(start, y), at(start + gap, y)],
      tone: edge.from,
      arrow: true,
      label: { x: start + gap / 2 - 2, y: y - 12, anchor: "middle" },
    };
  }

  function arcLine(arc: Arc): Line {
    const y = top - 43 - (arc.level - 1) * ARC_STEP;
    const start = portAbove(arc.edge, arc.edge.from);
    const end = portAbove(arc.edge, arc.edge.to);
    return {
      edges: [arc.edge.id],
      points: [at(start, top), at(start, y), at(end, y), at(end, top)],
      tone: arc.edge.from,
      arrow: true,
      label: { x: (start + end) / 2, y: y + 4, anchor: "middle" },
    };
  }

  /** Nested arcs do not cross: those to the left come first, the shortest first; those to the right the longest first. */
  function portAbove(edge: Edge, state: string): number {
    const here = column(state);
    const ends = arcs
      .filter((arc) => arc.edge.from === state || arc.edge.to === state)
      .map(({ edge: other }) => {
        const there = column(other.from === state ? other.to : other.from);
        return { id: other.id, reach: there - here };
      })
      .toSorted((a, b) =>
        a.reach < 0 !== b.reach < 0 ? a.reach - b.reach : a.reach < 0 ? b.reach - a.reach : b.reach - a.reach,
      );
    const index = ends.findIndex((end) => end.id === edge.id);
    return left(here) + (width * (index + 1)) / (ends.length + 1);
  }

  function sidingLines(siding: Siding): Line[] {
    const box = boxOf(siding.state);
    if (!box) return [];
    const arriving = graph.to(siding.state).filter((edge) => column(edge.from) >= 0);
    const leaving = graph.from(siding.state).filter((edge) => column(edge.to) >= 0);
    return [...joined(arriving, box, siding, "in"), ...joined(leaving, box, siding, "out")];
  }

  /** The lines between a siding and the row; those of one side share a track, and it carries what they add up to. */
  function joined(edges: readonly Edge[], box: Box, siding: Siding, way: "in" | "out"): Line[] {
    const result: Line[] = [];
    const tone = way === "in" ? siding.state : null;
    const trackY = box.y + (way === "in" ? 20 : HEIGHT - 20);
    const ends = edges.map((edge) => {
      const state = way === "in" ? edge.from : edge.to;
      return { edge, column: column(state), x: portBelow(edge, state) };
    });
    const oriented = (points: Point[]) => (way === "in" ? points : points.toReversed());
    for (const end of ends) {
      const side = Math.sign(siding.column - end.column);
      const outer = way === "out" || !siding.hub;
      const label =
        side === 0 || outer === side < 0
          ? ({ x: end.x + 8, y: floor + 28, anchor: "start" } as const)
          : ({ x: end.x - 8, y: floor + 28, anchor: "end" } as const);
      const points =
        side === 0
          ? [at(end.x, floor), at(end.x, box.y)]
          : [at(end.x, floor), at(end.x, trackY - CUT), at(end.x + side * CUT, trackY)];
      result.push({ edges: [end.edge.id], points: oriented(points), tone, arrow: side === 0 || way === "out", label });
    }
    for (const side of [1, -1]) {
      const here = ends
        .filter((end) => Math.sign(siding.column - end.column) === side)
        .toSorted((a, b) => (a.x - b.x) * side);
      const wall = side > 0 ? box.x : box.x + box.width;
      for (const [index, end] of here.entries()) {
        const next = here[index + 1];
        const points = [at(end.x + side * CUT, trackY), at(next ? next.x + side * CUT : wall, trackY)];
        const carried = here.slice(0, index + 1).map((other) => other.edge.id);
        result.push({ edges: carried, points: oriented(points), tone, arrow: way === "in" && !next, label: null });
      }
    }
    return result;
  }

  /** Towards the siding: what goes down, then what comes up, and outermost what leads to sidings further down. */
  function portBelow(edge: Edge, state: string): number {
    const here = column(state);
    const ends = graph.edges
      .filter(
        (other) =>
          (other.from === state && aside.includes(other.to)) || (other.to === state && aside.includes(other.from)),
      )
      .map((other) => {
        const siding = sidings.find(({ state: name }) => name === other.to || name === other.from);
        const rank = siding?.hub ? siding.level * 2 + (other.from === state ? 0 : 1) : 100;
        return { id: other.id, rank, side: Math.sign((siding?.column ?? here) - here) };
      });
    const side = ends.find((end) => end.side !== 0)?.side ?? 1;
    ends.sort((a, b) => (b.rank - a.rank) * side);
    const index = ends.findIndex((end) => end.id === edge.id);
    return left(here) + (width * (index + 1)) / (ends.length + 1);
  }
}

interface Arc {
  readonly edge: Edge;
  readonly level: number;
}

/** The shortest lies lowest; arcs that overlap lie on different levels. */
function stackArcs(edges: readonly Edge[], column: (state: string) => number): Arc[] {
  const span = (edge: Edge) => [column(edge.from), column(edge.to)].toSorted((a, b) => a - b) as [number, number];
  const length = (edge: Edge) => Math.abs(column(edge.from) - column(edge.to));
  const placed: Arc[] = [];
  for (const edge of edges.toSorted((a, b) => length(a) - length(b) || column(a.from) - column(b.from))) {
    const [start, end] = span(edge);
    let level = 1;
    const clashes = (arc: Arc) => {
      const [otherStart, otherEnd] = span(arc.edge);
      return arc.level === level && otherStart < end && start < otherEnd;
    };
    while (placed.some(clashes)) level++;
    placed.push({ edge, level });
  }
  return placed;
}

function measure(columns: number, available: number): { width: number; gap: number } {
  const room = available - MARGIN * 2;
  const width = Math.min(152, Math.max(106, (room - (columns - 1) * 36) / columns));
  const gap = Math.max(28, (room - columns * width) / Math.max(1, columns - 1));
  return { width: Math.floor(width), gap: Math.min(gap, 120) };
}

/** Hubs first, in the middle of the states that use them; then those that hang on a single state, right below it. */
function placeSidings(graph: Graph, row: readonly string[], aside: readonly string[]): Siding[] {
  const users = (state: string) => [
    ...new Set([...graph.to(state).map((edge) => edge.from), ...graph.from(state).map((edge) => edge.to)]),
  ];
  const used = new Map(aside.map((state) => [state, users(state).map((user) => row.indexOf(user))]));
  const hubs = aside.filter((state) => (used.get(state)?.length ?? 0) > 1);
  const lone = aside.filter((state) => !hubs.includes(state));
  const placed: Siding[] = [];
  for (const [level, state] of hubs.entries()) {
    const columns = used.get(state) ?? [];
    const middle = columns.reduce((sum, column) => sum + column, 0) / columns.length;
    const below = new Set([...hubs.slice(level + 1), ...lone].flatMap((other) => used.get(other) ?? []));
    const free = row.map((_, index) => index).filter((index) => !below.has(index));
    const column = free.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || b - a)[0] ?? row.length;
    placed.push({ state, column, level, hub: true });
  }
  for (const state of lone) {
    const column = used.get(state)?.[0] ?? row.length;
    const same = placed.filter((siding) => !siding.hub && siding.column === column).length;
    placed.push({ state, column: Math.max(column, 0), level: hubs.length + same, hub: false });
  }
  return placed;
}
