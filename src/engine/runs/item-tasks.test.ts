import { describe, expect, it } from "vitest";
import { fresh, machine, update } from "../../../test/support/engine/runs.ts";
import { telling } from "../../../test/support/surfaces.ts";
import { tell } from "../surfaces/tell.ts";
import type { RunFacts } from "./routers.ts";
import { completeSkill as completeSkillUntold } from "./run.ts";
import type { Task, TaskStatus } from "./tasks.ts";

const completeSkill = telling(completeSkillUntold);

describe("an item that is left without tasks", () => {
  it.each([
    ["rough-draft-handoff", "code"],
    ["task-planning", "task"],
    ["systematic-debugging", "bugfix"],
  ])("can't leave %s, until it has some", (state, type) => {
    const run = { ...runOf([item(1, type)], [task("other", 2)]), state, currentItem: 1 };
    const refusal = completeSkill(machine, run, { skill: state });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      recovery: expect.stringContaining("update_run with tasks [{ id, dependsOn: [], files: [], item: 1 }]"),
      facts: { fact: "tasks", state, skill: state, item_number: 1 },
    });
    const supplied = { ...run, tasks: [...run.tasks, task("mine", 1)] };
    expect(completeSkill(machine, supplied, { skill: state })).toMatchObject({
      to: "clear-post-item",
      documented: [1],
      warnings: [],
    });
  });

  it("holds the whole run before anything is executed, where its tasks were given to another", () => {
    const ready = readyRun([item(1), item(2, "task")], [task("a", 1), task("b", 2)]);
    expect(completeSkill(machine, ready, { skill: "ready-to-implement" })).toMatchObject({ to: "clear-pre-execute" });
    const moved = update(ready, { tasks: [{ id: "a", item: 2 }] });
    const refusal = completeSkill(machine, moved, { skill: "ready-to-implement" });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      error: expect.stringContaining("Nothing would be executed for item 1, which has no tasks"),
      recovery: expect.stringMatching(
        /^Give tasks to item 1 with update_run, tasks \[\{ id, dependsOn: \[\], files: \[\], item: 1 \}\]\. .* Then call complete_skill with skill "ready-to-implement" again\.$/,
      ),
      facts: { fact: "tasks", state: "ready-to-implement", item_number: 1, item_numbers: [1] },
    });
    const supplied = update(moved, { tasks: [{ id: "new", item: 1 }] });
    expect(completeSkill(machine, supplied, { skill: "ready-to-implement" })).toMatchObject({ kind: "run-step" });
  });

  it("is named with all others that have none, items that came late among them", () => {
    const ready = readyRun([item(1), item(2), item(3)], [task("a", 2), task("stray", null)]);
    const late = update(ready, { items: [{ number: 9, title: "Nine", type: "task" }] });
    expect(completeSkill(machine, late, { skill: "ready-to-implement" })).toMatchObject({
      error: expect.stringContaining("Nothing would be executed for items 1, 3 and 9, which have no tasks"),
      recovery: expect.stringContaining("Give tasks to items 1, 3 and 9 with update_run, tasks [{"),
      facts: { item_number: 1, item_numbers: [1, 3, 9] },
    });
  });

  it("is told of to people without tools", () => {
    const refusal = completeSkillUntold(machine, readyRun([item(1), item(2)], []), { skill: "ready-to-implement" });
    if (refusal.kind !== "refusal") throw new Error("not refused");
    for (const surface of ["cli", "web"] as const) {
      expect(tell(refusal, surface).recovery).toBe(
        "Give tasks to items 1 and 2 through the run's agent. " +
          "Where an item is no longer wanted, give it one task and drop that through the run's agent. " +
          'Then have the run\'s agent complete the skill "ready-to-implement" again.',
      );
    }
  });
});

describe("dropped tasks", () => {
  it("are tasks: an item may be given up, and a run that will execute nothing says so", () => {
    const ready = readyRun([item(1), item(2)], [task("a", 1, "dropped"), task("b", 2)]);
    expect(completeSkill(machine, ready, { skill: "ready-to-implement" })).toMatchObject({
      to: "clear-pre-execute",
      warnings: ["Every task of item 1 is dropped: nothing will be executed for it."],
    });
    const all = readyRun([item(1), item(2)], [task("a", 1, "dropped"), task("b", 2), task("c", 1)]);
    expect(completeSkill(machine, all, { skill: "ready-to-implement" })).toMatchObject({ warnings: [] });
    const none = readyRun([item(1), item(2)], [task("a", 1, "dropped"), task("b", 2, "dropped")]);
    expect(completeSkill(machine, none, { skill: "ready-to-implement" })).toMatchObject({
      to: "clear-pre-execute",
      warnings: ["Every task of this run is dropped: it will execute nothing."],
    });
  });

  it("are no news elsewhere", () => {
    const run = { ...readyRun([item(1)], [task("a", 1, "dropped")]), state: "clear-pre-execute" };
    expect(completeSkill(machine, run, { skill: "collab-clear" })).toMatchObject({
      to: "workflow-complete",
      warnings: [],
    });
  });
});

function item(number: number, type = "code"): RunFacts["items"][number] {
  return { number, title: `Item ${number}`, type, documented: false };
}

function task(id: string, of: number | null, status: TaskStatus = "pending"): Task {
  return { id, item: of, dependsOn: [], files: [], status };
}

function runOf(items: RunFacts["items"], tasks: readonly Task[]): RunFacts {
  return { ...fresh(), items, tasks };
}

function readyRun(items: RunFacts["items"], tasks: readonly Task[]): RunFacts {
  const documented = items.map((one) => ({ ...one, documented: true }));
  return { ...runOf(documented, tasks), state: "ready-to-implement" };
}
