import { describe, expect, it } from "vitest";
import type { Workflow } from "../../../src/http/contract.ts";
import { ticketWorkflow } from "../testing/boards.ts";
import { lineOf } from "./line.ts";

describe("the line of the shipped workflow", () => {
  const line = lineOf(ticketWorkflow);

  it("has its phases in order, each in its colour", () => {
    expect(line.phases.map((phase) => [phase.name, phase.kind, phase.colour])).toEqual([
      ["Intake", "main", "var(--intake)"],
      ["Research", "main", "var(--research)"],
      ["Plan", "main", "var(--plan)"],
      ["Build", "main", "var(--build)"],
      ["Siding", "siding", "var(--human)"],
      ["Closed", "end", "var(--done)"],
    ]);
  });

  it.each([
    ["Backlog", "ring", "var(--intake)"],
    ["Research in Progress", "padlock", "var(--research)"],
    ["Plan in Review", "semaphore", "var(--plan)"],
    ["In Review", "semaphore", "var(--build)"],
    ["Human Needed", "semaphore", "var(--human)"],
    ["Done", "stop", "var(--done)"],
    ["Canceled", "broken-stop", "var(--canceled)"],
  ])("marks %s with a %s", (state, mark, colour) => {
    expect([line.markOf(state), line.colourOf(state)]).toEqual([mark, colour]);
  });
});

describe("the line of a workflow that nobody has drawn", () => {
  const workflow: Workflow = {
    name: "kanban",
    version: 1,
    title: "Kanban",
    mode: "enforce",
    start: "todo",
    states: {
      todo: {},
      doing: {},
      a: {},
      b: {},
      c: {},
      asking: { human: true },
      shipped: { terminal: true },
      dropped: { terminal: true },
    },
    edges: [],
  };
  const line = lineOf(workflow);

  it("takes each state as a phase, and goes round the colours", () => {
    expect(line.phases.map((phase) => phase.colour)).toEqual([
      "var(--intake)",
      "var(--research)",
      "var(--plan)",
      "var(--build)",
      "var(--research)",
      "var(--human)",
      "var(--done)",
      "var(--canceled)",
    ]);
  });

  it("puts what waits for people beside the way, and ends at the first end", () => {
    expect(line.phaseOf("asking")?.kind).toBe("siding");
    expect([line.markOf("shipped"), line.markOf("dropped")]).toEqual(["stop", "broken-stop"]);
  });

  it("knows no state that is not in it", () => {
    expect([line.markOf("gone"), line.markOf(null), line.colourOf(null)]).toEqual(["ring", "ring", "var(--intake)"]);
  });
});
