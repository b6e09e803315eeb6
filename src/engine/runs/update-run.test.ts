import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
import skill from "../../../workflows/skill.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import type { RunFacts } from "./routers.ts";
import { checkRunUpdate as checkRunUpdateUntold } from "./update-run.ts";
import type { Workflow } from "../workflow/format.ts";

const checkRunUpdate = telling(checkRunUpdateUntold);

const machine = compile(skill as Workflow);
const item = { number: 1, title: "One", type: "code", documented: false };

describe("checkRunUpdate", () => {
  it("gives the items, the tasks and their batches as they would be", () => {
    const change = checkRunUpdate(machine, run("build-task-graph"), {
      items: [{ number: 2, title: "Two", type: "task" }],
      tasks: [{ id: "a" }, { id: "b", dependsOn: ["a"], item: 2 }],
    });
    expect(change).toMatchObject({
      kind: "change",
      items: [item, { number: 2, documented: false }],
      tasks: [
        { id: "a", item: 1 },
        { id: "b", item: 2 },
      ],
      batches: [{ id: "0" }, { id: "1" }],
      warnings: [],
    });
  });

  it("changes nothing where nothing is given", () => {
    expect(checkRunUpdate(machine, run("build-task-graph"), {})).toEqual({
      kind: "change",
      items: [item],
      tasks: [],
      batches: [],
      warnings: [],
    });
  });

  it("refuses the whole where a part of it is bad", () => {
    const bad = { tasks: [{ id: "a", dependsOn: ["nowhere"] }], items: [{ number: 2, title: "Two", type: "task" }] };
    expect(checkRunUpdate(machine, run("build-task-graph"), bad)).toMatchObject({ code: "unknown_dependency" });
    expect(checkRunUpdate(machine, run("build-task-graph"), { items: [{ number: 0 }], tasks: [] })).toMatchObject({
      code: "invalid_item",
    });
  });

  it("refuses a task of an item that the run does not have, unless the item comes along", () => {
    const tasks = [{ id: "a", item: 3 }];
    expect(checkRunUpdate(machine, run("build-task-graph"), { tasks })).toMatchObject({
      code: "unknown_item",
      facts: { task: "a", item: 3, items: [1] },
      recovery: expect.stringContaining("Name item 1, or send item 3 along"),
    });
    expect(checkRunUpdate(machine, { ...run(null), items: [] }, { tasks })).toMatchObject({
      code: "unknown_item",
      recovery: expect.stringContaining("items [{ number: 3, title, type }]"),
    });
    const items = [{ number: 3, title: "Three", type: "code" }];
    expect(checkRunUpdate(machine, run("build-task-graph"), { items, tasks })).toMatchObject({ kind: "change" });
  });

  it("passes on what items and tasks warn of", () => {
    const change = checkRunUpdate(machine, run("build-task-graph"), {
      items: [{ number: 1, status: "documented" }],
      tasks: [
        { id: "a", files: ["x"] },
        { id: "b", files: ["x"] },
      ],
    });
    expect(change).toMatchObject({
      warnings: [/stays pending/, /"a" and "b"/].map((text) => expect.stringMatching(text)),
    });
  });

  it("refuses anything once the run is over", () => {
    expect(checkRunUpdate(machine, run("done"), { tasks: [{ id: "a" }] })).toMatchObject({
      code: "run_over",
      facts: { state: "done", done: true },
    });
  });

  it("warns of new tasks only, once the batches are behind", () => {
    const old = { id: "old", item: 1, dependsOn: [], files: [], status: "completed" } as const;
    const change = checkRunUpdate(
      machine,
      { ...run("cleanup"), tasks: [old] },
      { tasks: [{ id: "old", files: ["x"] }] },
    );
    expect(change).toMatchObject({ warnings: [] });
  });

  it("takes facts for a run in a state that the workflow does not have", () => {
    expect(checkRunUpdate(machine, run("nowhere"), {})).toMatchObject({ kind: "change" });
  });

  it.each<[string | null, boolean, boolean]>([
    [null, true, true],
    ["collab-start", true, true],
    ["systematic-debugging", true, true],
    ["ready-to-implement", false, true],
    ["execute-batch", false, true],
    ["clear-post-batch", false, true],
    ["workflow-complete", false, false],
    ["cleanup", false, false],
  ])("at %s still works new items: %s, new tasks: %s; and warns where not", (state, items, tasks) => {
    const newItem = { items: [{ number: 9, title: "Nine", type: "task" }] };
    const newTask = { tasks: [{ id: "nine" }] };
    expect(warningsOf(state, newItem)).toEqual(items ? [] : [expect.stringMatching(/^item 9 will not be worked/)]);
    expect(warningsOf(state, newTask)).toEqual(tasks ? [] : [expect.stringMatching(/^task "nine" will not be worked/)]);
    expect(warningsOf(state, { items: [{ number: 1, title: "changed" }] })).toEqual([]);
  });
});

function warningsOf(state: string | null, update: Parameters<typeof checkRunUpdate>[2]): readonly string[] {
  const change = checkRunUpdate(machine, run(state), update);
  if (change.kind === "refusal") throw new Error(change.error);
  return change.warnings;
}

function run(state: string | null): RunFacts {
  return { state, currentItem: state === null ? null : 1, currentBatch: null, items: [item], tasks: [] };
}
