import { describe, expect, it } from "vitest";
import { goTo, machine, oneItem, shell, threeItems, update } from "../../../test/support/engine/runs.ts";
import { compile } from "../workflow/compile.ts";
import { documentsOf, type CompletedStep } from "./documents.ts";
import type { RunFacts } from "./routers.ts";
import { wayOfItem } from "./item-way.ts";

const NAME = { project: "shop", session: "monday" };

function shown(run: RunFacts, completed: readonly CompletedStep[] = [], by = machine): string[] {
  return documentsOf(by, { ...run, ...NAME }, completed).map(({ path, status }) => `${path} ${status}`);
}

describe("the way of an item", () => {
  it("ends where the item is documented, and depends on its type", () => {
    const ends = ["code", "task", "bugfix"].map((type) => wayOfItem(machine, type).at(-1)?.name);
    expect(ends).toEqual(["rough-draft-handoff", "task-planning", "systematic-debugging"]);
    expect(wayOfItem(machine, "bugfix").map(({ name }) => name)).toEqual(["work-item-router", "systematic-debugging"]);
  });

  it("comes to an end where the workflow goes round, or leads nowhere", () => {
    const states = { start: { work: "next-item" as const }, a: { skill: "a" } };
    const round = compile({
      ...shell(states, "start"),
      edges: [
        { from: "start", to: "a" },
        { from: "a", to: "start" },
      ],
    });
    expect(wayOfItem(round, "code").map(({ name }) => name)).toEqual(["start", "a"]);
    expect(wayOfItem(compile(shell({ a: { skill: "a" } }, "a")), "code")).toEqual([]);
  });
});

describe("the documents of a run", () => {
  it("are those of the run, of each item by its type, and of each batch, in the order of the work", () => {
    const run = update(threeItems(), {
      tasks: [
        { id: "a", item: 1, dependsOn: [] },
        { id: "b", item: 2, dependsOn: ["a"] },
      ],
    });
    const paths = documentsOf(machine, { ...run, ...NAME }, []).map(({ path }) =>
      path.replace("docs/runs/monday/", ""),
    );
    const brainstorming = ["exploring", "clarifying", "designing", "validating"];
    const drafts = ["interface", "pseudocode", "skeleton", "tasks", "plan"];
    expect(paths).toEqual([
      "run.md",
      "goals.md",
      ...[...brainstorming, ...drafts].map((name) => `item-1/${name}.md`),
      ...[...brainstorming, "plan"].map((name) => `item-2/${name}.md`),
      "item-3/plan.md",
      "ready.md",
      "batch-0.md",
      "batch-1.md",
      "summary.md",
    ]);
  });

  it("tell the step that leaves each: completed, worked on now, or still to come; of each item by itself", () => {
    const run = goTo(oneItem("code"), "brainstorm-clarifying");
    const completed = [
      { state: "collab-start", item: null, batch: null },
      { state: "brainstorm-exploring", item: 1, batch: null },
      { state: "brainstorm-clarifying", item: 2, batch: null },
      { state: "brainstorm-designing", item: 2, batch: null },
    ];
    expect(shown(run, completed).slice(0, 5)).toEqual([
      "docs/runs/monday/run.md completed",
      "docs/runs/monday/goals.md pending",
      "docs/runs/monday/item-1/exploring.md completed",
      "docs/runs/monday/item-1/clarifying.md current",
      "docs/runs/monday/item-1/designing.md pending",
    ]);
  });

  it("tell batches apart", () => {
    const tasks = [
      { id: "a", dependsOn: [], item: 1 },
      { id: "b", dependsOn: ["a"], item: 1 },
    ];
    const run = goTo(update(oneItem("bugfix"), { tasks }), "execute-batch");
    const batches = shown(run, [{ state: "execute-batch", item: null, batch: 1 }]).filter((one) =>
      one.includes("batch"),
    );
    expect(batches).toEqual(["docs/runs/monday/batch-0.md current", "docs/runs/monday/batch-1.md completed"]);
  });

  it("are none where the workflow names none; a name is filled in as it is", () => {
    expect(shown(oneItem("code"), [], compile(shell({ a: { skill: "a" } }, "a")))).toEqual([]);
    const own = compile({
      ...shell({ a: { skill: "a" } }, "a"),
      skills: { a: { document: "{project}/{session}.md" } },
    });
    expect(shown(oneItem("code"), [], own)).toEqual(["shop/monday.md pending"]);
  });
});
