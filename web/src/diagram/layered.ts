// The layout for any other workflow: layers from left to right, by a library that is loaded when it is needed.

import type { ElkNode } from "elkjs/lib/elk-api.js";
import { at, type Line, type Placed, type Point } from "./geometry.ts";
import type { Graph } from "./graph.ts";

const WIDTH = 128;
const HEIGHT = 78;

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.padding": "[top=20,left=12,bottom=20,right=12]",
  "elk.layered.spacing.nodeNodeBetweenLayers": "72",
  "elk.spacing.nodeNode": "34",
  "elk.spacing.edgeNode": "20",
  "elk.spacing.edgeEdge": "14",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "14",
  "elk.layered.spacing.edgeNodeBetweenLayers": "20",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.favorStraightEdges": "true",
};

export async function layInLayers(graph: Graph): Promise<Placed> {
  const { default: Elk } = await import("elkjs/lib/elk.bundled.js");
  const done = await new Elk().layout({
    id: "workflow",
    layoutOptions: OPTIONS,
    children: graph.states.map((state) => ({ id: state, width: WIDTH, height: HEIGHT })),
    edges: graph.edges
      .filter((edge) => edge.from !== edge.to)
      .map((edge) => ({ id: edge.id, sources: [edge.from], targets: [edge.to] })),
  });
  return placedOf(graph, done);
}

function placedOf(graph: Graph, done: ElkNode): Placed {
  const tones = new Map(graph.edges.map((edge) => [edge.id, edge.from]));
  return {
    width: Math.ceil(done.width ?? 0),
    height: Math.ceil(done.height ?? 0),
    boxes: (done.children ?? []).map((child) => ({
      state: child.id,
      x: child.x ?? 0,
      y: child.y ?? 0,
      width: WIDTH,
      height: HEIGHT,
    })),
    lines: (done.edges ?? []).flatMap((edge): Line[] =>
      (edge.sections ?? []).map((section) => {
        const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) =>
          at(x, y),
        );
        return { edges: [edge.id], points, tone: tones.get(edge.id) ?? null, arrow: true, label: middleOf(points) };
      }),
    ),
  };
}

/** On the longest piece, where a number hides the least. */
function middleOf(points: readonly Point[]): Line["label"] {
  let best: { start: Point; end: Point; length: number } | null = null;
  for (const [index, end] of points.slice(1).entries()) {
    const start = points[index] ?? end;
    const length = Math.abs(end.x - start.x) + Math.abs(end.y - start.y);
    if (!best || length > best.length) best = { start, end, length };
  }
  if (!best) return null;
  const upright = best.start.x === best.end.x;
  return {
    x: (best.start.x + best.end.x) / 2,
    y: (best.start.y + best.end.y) / 2 + (upright ? 4 : best.length < 90 ? -8 : 4),
    anchor: "middle",
  };
}
