import { describe, expect, it } from "vitest";
import skill from "../../../workflows/skill.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import {
  evaluateCondition,
  nextState,
  skillOfState,
  skillToState,
  statesOfSkill,
  transitionContext,
  type TransitionContext,
} from "./routers.ts";
import type { Condition, Workflow } from "../workflow/format.ts";

const machine = compile(skill as Workflow);
const nothing: TransitionContext = { currentItemType: null, itemsRemaining: 0, batchesRemaining: 0 };

describe("transitionContext", () => {
  it("counts what is left from the items and the tasks", () => {
    const run = {
      currentItem: 2,
      items: [
        { number: 1, title: "a", type: "code", documented: true },
        { number: 2, title: "b", type: "task", documented: false },
        { number: 3, title: "c", type: "bugfix", documented: false },
      ],
      tasks: [
        { id: "a", item: 1, dependsOn: [], files: [], status: "completed" },
        { id: "b", item: 1, dependsOn: ["a"], files: [], status: "failed" },
        { id: "c", item: 1, dependsOn: ["b"], files: [], status: "pending" },
      ],
    } as const;
    expect(transitionContext(run)).toEqual({ currentItemType: "task", itemsRemaining: 2, batchesRemaining: 2 });
  });

  it("has no item type where no item is worked on", () => {
    expect(transitionContext({ currentItem: null, items: [], tasks: [] })).toEqual(nothing);
  });
});

describe("evaluateCondition", () => {
  const context: TransitionContext = { currentItemType: "code", itemsRemaining: 1, batchesRemaining: 1 };
  it.each<[Condition | undefined, boolean, boolean]>([
    [undefined, true, true],
    [{ type: "always" }, true, true],
    [{ type: "item_type", value: "code" }, true, false],
    [{ type: "item_type", value: "task" }, false, false],
    [{ type: "items_remaining" }, true, false],
    [{ type: "no_items_remaining" }, false, true],
    [{ type: "batches_remaining" }, true, false],
    [{ type: "no_batches_remaining" }, false, true],
  ])("%j holds with work left: %s, without: %s", (condition, withWork, without) => {
    expect(evaluateCondition(condition, context)).toBe(withWork);
    expect(evaluateCondition(condition, nothing)).toBe(without);
  });
});

describe("nextState", () => {
  it.each<[string, Partial<TransitionContext>, string | null]>([
    ["work-item-router", { currentItemType: "code", itemsRemaining: 1 }, "brainstorm-exploring"],
    ["work-item-router", { currentItemType: "task", itemsRemaining: 1 }, "brainstorm-exploring"],
    ["work-item-router", { currentItemType: "bugfix", itemsRemaining: 1 }, "systematic-debugging"],
    ["work-item-router", {}, "ready-to-implement"],
    ["work-item-router", { itemsRemaining: 1 }, null],
    ["item-type-router", { currentItemType: "code" }, "clear-pre-rough"],
    ["item-type-router", { currentItemType: "task" }, "task-planning"],
    ["item-type-router", { currentItemType: "bugfix" }, null],
    ["batch-router", { batchesRemaining: 2 }, "execute-batch"],
    ["batch-router", {}, "workflow-complete"],
    ["log-batch-complete", {}, "clear-post-batch"],
    ["done", {}, null],
    ["constructor", {}, null],
  ])("goes from %s with %j to %s", (state, context, to) => {
    expect(nextState(machine, state, { ...nothing, ...context })).toBe(to);
  });

  it("takes the first edge that holds", () => {
    const edges = [
      { from: "a", to: "b", when: { type: "items_remaining" } },
      { from: "a", to: "c", when: { type: "always" } },
      { from: "a", to: "d" },
    ] as const;
    const forked = compile({
      ...(skill as Workflow),
      start: "a",
      states: { a: { skill: "a" }, b: { terminal: true }, c: { terminal: true }, d: { terminal: true } },
      edges: [...edges],
    });
    expect(nextState(forked, "a", nothing)).toBe("c");
    expect(nextState(forked, "a", { ...nothing, itemsRemaining: 1 })).toBe("b");
  });
});

describe("skills and states", () => {
  it("finds the skill of a state", () => {
    expect(skillOfState(machine, "execute-batch")).toBe("executing-plans");
    expect(skillOfState(machine, "batch-router")).toBeNull();
    expect(skillOfState(machine, "toString")).toBeNull();
  });

  it("finds the one state of a skill, and none where there are several", () => {
    expect(skillToState(machine, "executing-plans")).toBe("execute-batch");
    expect(skillToState(machine, "collab-clear")).toBeNull();
    expect(skillToState(machine, "no-such-skill")).toBeNull();
    expect(statesOfSkill(machine, "collab-clear")).toEqual([
      "clear-pre-item",
      "clear-bs1",
      "clear-bs2",
      "clear-bs3",
      "clear-pre-rough",
      "clear-rd1",
      "clear-rd2",
      "clear-rd3",
      "clear-rd4",
      "clear-post-item",
      "clear-pre-execute",
      "clear-post-batch",
    ]);
  });
});
