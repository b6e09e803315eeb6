import fc from "fast-check";
import { describe, expect, it } from "vitest";
import sessionFile from "../../../workflows/session.json" with { type: "json" };
import skillFile from "../../../workflows/skill.json" with { type: "json" };
import ticketFile from "../../../workflows/ticket.json" with { type: "json" };
import type { Workflow } from "../../../src/http/contract.ts";
import { CUT, cutCorners, type Box, type Line } from "./geometry.ts";
import { edgeId, graphOf } from "./graph.ts";
import { layInLayers } from "./layered.ts";
import { layMap, type LineMap } from "./map.ts";
import { layInRow } from "./row.ts";

const ticket = ticketFile as Workflow;
const session = sessionFile as Workflow;
const skill = skillFile as Workflow;
const WIDTH = 1400;

describe("a pipeline in a row", () => {
  it.each([ticket, session])("places every state of $name once, and none on another", (workflow) => {
    const placed = rowOf(workflow);
    expect(placed.boxes.map((box) => box.state).toSorted()).toEqual(Object.keys(workflow.states).toSorted());
    expect(overlapping(placed.boxes)).toEqual([]);
  });

  it.each([ticket, session])("draws every edge of $name, straight or at 45°", (workflow) => {
    const placed = rowOf(workflow);
    expect(drawn(placed.lines)).toEqual(edgesOf(workflow));
    expect(placed.lines.flatMap(crookedPieces)).toEqual([]);
  });

  it("keeps the pipeline in its order, left to right on one height", () => {
    const boxes = new Map(rowOf(ticket).boxes.map((box) => [box.state, box]));
    const row = (ticket.pipeline ?? []).map((state) => boxes.get(state));
    expect(new Set(row.map((box) => box?.y)).size).toBe(1);
    expect(row.map((box) => box?.x)).toEqual(row.map((box) => box?.x).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it("finds the row of a workflow that names no pipeline, and puts what all states lead to below it", () => {
    const boxes = new Map(rowOf(session).boxes.map((box) => [box.state, box]));
    expect(boxes.get("failed")?.y).toBeGreaterThan(boxes.get("idle")?.y ?? 0);
    expect(boxes.get("done")?.y).toBe(boxes.get("idle")?.y);
  });

  it("adds up what joins on the way to a siding", () => {
    const arriving = ticket.edges
      .filter((edge) => edge.to === "Human Needed")
      .map((edge) => edgeId(edge.from, edge.to));
    const ends = rowOf(ticket).lines.filter((line) => line.arrow && line.edges.some((edge) => arriving.includes(edge)));
    expect(ends.flatMap((line) => line.edges).toSorted()).toEqual(arriving.toSorted());
    expect(Math.max(...ends.map((line) => line.edges.length))).toBeGreaterThan(2);
  });

  it("is not for workflows whose sidings lead to each other", () => {
    const workflow = chain(
      ["a", "b", "c", "x", "y"],
      [
        ["a", "b"],
        ["b", "c"],
        ["a", "x"],
        ["x", "y"],
      ],
    );
    expect(layInRow(graphOf({ ...workflow, pipeline: ["a", "b", "c"] }), ["a", "b", "c"], WIDTH)).toBeNull();
  });
});

describe("a line map", () => {
  it("draws every edge of the skill workflow, straight or at 45°", () => {
    const map = mapOf(skill);
    expect(drawn(map.lines)).toEqual(edgesOf(skill));
    expect(map.lines.flatMap(crookedPieces)).toEqual([]);
  });

  it("keeps stations apart", () => {
    expect(tooNear(mapOf(skill))).toEqual([]);
  });

  it("lets the first branch go straight on, and puts what comes after a loop below its return", () => {
    const row = new Map(mapOf(skill).stations.map((station) => [station.state, station.row]));
    expect(row.get("rough-draft-handoff")).toBe(row.get("collab-start"));
    expect(row.get("clear-post-item")).toBe(row.get("work-item-router"));
    expect(row.get("ready-to-implement")).toBeGreaterThan((row.get("systematic-debugging") ?? 0) + 1);
  });

  it("is not for workflows with states that the start does not lead to", () => {
    expect(layMap(graphOf(chain(["a", "b", "lost"], [["a", "b"]])), ROOM, WIDTH)).toBeNull();
  });

  it("finds a place for every station and a line for every edge of any workflow", () => {
    fc.assert(
      fc.property(anyWorkflow(), (workflow) => {
        const map = mapOf(workflow);
        expect(map.stations).toHaveLength(Object.keys(workflow.states).length);
        expect(drawn(map.lines)).toEqual(edgesOf(workflow));
        expect(tooNear(map)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("layers", () => {
  it("places every state and draws every edge of a workflow that is no pipeline", async () => {
    const workflow = chain(
      ["a", "b", "c", "d", "x", "y"],
      [
        ["a", "b"],
        ["b", "c"],
        ["c", "d"],
        ["a", "x"],
        ["x", "y"],
        ["y", "b"],
        ["d", "a"],
      ],
    );
    const placed = await layInLayers(graphOf(workflow));
    expect(placed.boxes).toHaveLength(6);
    expect(overlapping(placed.boxes)).toEqual([]);
    expect(drawn(placed.lines)).toEqual(edgesOf(workflow));
    expect(placed.lines.flatMap(crookedPieces)).toEqual([]);
  });
});

const ROOM = { name: () => 60, note: () => 0 };

function rowOf(workflow: Workflow) {
  const placed = layInRow(graphOf(workflow), workflow.pipeline, WIDTH);
  if (!placed) throw new Error(`${workflow.name} does not fit in a row`);
  return placed;
}

function mapOf(workflow: Workflow): LineMap {
  const map = layMap(graphOf(workflow), ROOM, WIDTH);
  if (!map) throw new Error(`${workflow.name} can't be drawn as a map`);
  return map;
}

function drawn(lines: readonly Line[]): string[] {
  return [...new Set(lines.flatMap((line) => line.edges))].toSorted();
}

function edgesOf(workflow: Workflow): string[] {
  return [...new Set(workflow.edges.map((edge) => edgeId(edge.from, edge.to)))].toSorted();
}

function overlapping(boxes: readonly Box[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.state} and ${b.state}`),
  );
}

/** Pieces that are neither straight nor at 45°. */
function crookedPieces(line: Line): string[] {
  const points = cutCorners(line.points, CUT);
  return points.slice(1).flatMap((end, index) => {
    const start = points[index] ?? end;
    const width = Math.abs(end.x - start.x);
    const height = Math.abs(end.y - start.y);
    const straight = width < 0.01 || height < 0.01 || Math.abs(width - height) < 0.01;
    return straight ? [] : [`${line.edges.join(" ")}: ${width} by ${height}`];
  });
}

function tooNear(map: LineMap): string[] {
  return map.stations.flatMap((a, index) =>
    map.stations
      .slice(index + 1)
      .filter((b) => a.row === b.row && Math.abs(a.x - b.x) < 20)
      .map((b) => `${a.state} and ${b.state}`),
  );
}

function chain(states: readonly string[], edges: readonly (readonly [string, string])[]): Workflow {
  return {
    name: "made-up",
    version: 1,
    title: "Made up",
    mode: "enforce",
    start: states[0] ?? "",
    states: Object.fromEntries(states.map((state) => [state, {}])),
    edges: edges.map(([from, to]) => ({ from, to })),
  };
}

/** Every state after the first has a way to it from an earlier one; on top of that any edges, back ones too. */
function anyWorkflow(): fc.Arbitrary<Workflow> {
  return fc.integer({ min: 2, max: 14 }).chain((size) => {
    const states = Array.from({ length: size }, (_, index) => `s${index}`);
    const parents = fc.tuple(...states.slice(1).map((_, index) => fc.integer({ min: 0, max: index })));
    const extra = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 8 });
    return fc.tuple(parents, extra).map(([chosen, more]) => {
      const ways = [...chosen.map((parent, index) => [parent, index + 1] as const), ...more].filter(
        ([a, b]) => a !== b,
      );
      return chain(
        states,
        ways.map(([a, b]) => [`s${a}`, `s${b}`] as const),
      );
    });
  });
}
