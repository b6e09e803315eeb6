import { expect, it } from "vitest";
import skillFile from "../../../../workflows/skill.json" with { type: "json" };
import type { RunEntryView, RunView, Workflow } from "../../../../src/http/contract.ts";
import { edgeId, graphOf } from "../../diagram/graph.ts";
import { arrivedAt, wayOf } from "./journey.ts";

const graph = graphOf(skillFile as Workflow);

it("has walked every edge of every step, routers included", () => {
  const way = wayOf(
    run("brainstorm-exploring", [
      step("collab-start", "gather-goals", []),
      step("gather-goals", "clear-pre-item", []),
      step("clear-pre-item", "brainstorm-exploring", ["clear-pre-item", "work-item-router", "brainstorm-exploring"]),
    ]),
    graph,
  );
  expect(way.edges.get(edgeId("clear-pre-item", "work-item-router"))).toBe(1);
  expect(way.edges.get(edgeId("work-item-router", "brainstorm-exploring"))).toBe(1);
  expect(way.states.has("systematic-debugging")).toBe(false);
});

it("counts how often an edge was walked, and no refusal as a step", () => {
  const loop = [
    step("execute-batch", "clear-post-batch", ["log-batch-complete"]),
    step("clear-post-batch", "execute-batch", ["batch-router"]),
  ];
  const refused = { ...step("clear-post-batch", "batch-router", []), code: "wrong_skill" };
  const way = wayOf(run("execute-batch", [...loop, refused, ...loop]), graph);
  expect(way.edges.get(edgeId("clear-post-batch", "batch-router"))).toBe(2);
});

it("came to the first step that is still told by the shortest way", () => {
  const way = wayOf(run("cleanup", [step("workflow-complete", "cleanup", [])]), graph);
  expect(way.states.has("collab-start")).toBe(true);
  expect(way.states.has("batch-router")).toBe(true);
  expect(way.states.has("brainstorm-exploring")).toBe(false);
});

it("knows when the run came to where it is", () => {
  const history = [
    step("collab-start", "gather-goals", []),
    { ...step("x", "gather-goals", []), code: "refused", at: "later" },
  ];
  expect(arrivedAt(run("gather-goals", history))).toBe("2026-03-01T12:00:00Z");
});

function step(from: string, to: string, path: readonly string[]): RunEntryView {
  return {
    seq: 1,
    at: "2026-03-01T12:00:00Z",
    kind: "move",
    who: "wren",
    from,
    to,
    skill: null,
    task: null,
    status: null,
    code: null,
    path,
    text: null,
    refusal: null,
  };
}

function run(state: string, history: readonly RunEntryView[]): RunView {
  return {
    project: "p",
    session: "s",
    workflow: "skill",
    workflowHash: "",
    state,
    phase: null,
    skill: null,
    done: false,
    startedAt: "2026-03-01T10:00:00Z",
    lastActivity: "2026-03-01T12:00:00Z",
    totalItems: 0,
    documentedItems: 0,
    totalTasks: 0,
    failedTasks: 0,
    params: {},
    action: "none",
    hasSnapshot: false,
    currentItem: null,
    currentBatch: null,
    items: [],
    handoffs: [],
    batches: [],
    completedTasks: [],
    pendingTasks: [],
    inProgressTasks: [],
    droppedTasks: [],
    warnings: [],
    history,
  };
}
