import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import { compile } from "../workflow/compile.ts";
import { completeSkill as completeSkillUntold, resumeRun } from "./run.ts";
import type { TaskStatus } from "./tasks.ts";
import type { Workflow } from "../workflow/format.ts";
import {
  machine,
  fresh,
  oneItem,
  threeItems,
  standing,
  atBatch,
  task,
  update,
  setStatus,
  advance,
  goTo,
  refused,
  followCall,
  shell,
  machineOf,
} from "../../../test/support/engine/runs.ts";

const completeSkill = telling(completeSkillUntold);

describe("missing facts", () => {
  it("stops a run without items where the next one is picked, until it has some", () => {
    const run = goTo(fresh(), "clear-pre-item");
    const refusal = refused(run, { skill: "collab-clear" });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      facts: { fact: "items", state: "clear-pre-item", types: ["code", "task", "bugfix"] },
    });
    expect(refusal.recovery).toContain(
      `update_run with items [{ number: 1, title, type: "code", "task" or "bugfix" }]`,
    );
    const supplied = update(run, { items: [{ number: 1, title: "x", type: "bugfix" }] });
    expect(followCall(supplied, refusal)).toMatchObject({ nextSkill: "systematic-debugging" });
  });

  it("stops a code item that leaves its rough draft without tasks, until it has some", () => {
    const run = { ...goTo(oneItem("code"), "rough-draft-handoff"), tasks: [task("other", "pending", 7)] };
    const refusal = refused(run, { skill: "rough-draft-handoff" });
    expect(refusal).toMatchObject({ code: "missing_fact", facts: { fact: "tasks", item_number: 1 } });
    expect(refusal.recovery).toContain("update_run with tasks [{ id, dependsOn: [], files: [], item: 1 }]");
    const supplied = { ...run, tasks: [...run.tasks, task("mine", "pending", 1)] };
    expect(followCall(supplied, refusal)).toMatchObject({ to: "clear-post-item", documented: [1] });
  });

  it("takes tasks that are given to the item afterwards", () => {
    const run = { ...goTo(oneItem("code"), "rough-draft-handoff"), tasks: [task("early", "pending", null)] };
    expect(completeSkill(machine, run, { skill: "rough-draft-handoff" })).toMatchObject({ code: "missing_fact" });
    const supplied = update(run, { tasks: [{ id: "early", item: 1 }] });
    expect(completeSkill(machine, supplied, { skill: "rough-draft-handoff" })).toMatchObject({ kind: "run-step" });
  });

  it("names the item type for which a router has no way on, and the types for which it has", () => {
    const before = goTo(oneItem("code"), "brainstorm-validating");
    // Earlier versions let it happen.
    const run = { ...before, items: before.items.map((item) => ({ ...item, type: "bugfix" })) };
    const refusal = refused(run, { skill: "brainstorming-validating" });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      facts: { fact: "item_type", router: "item-type-router", item_number: 1, currentItemType: "bugfix" },
    });
    expect(refusal.error).toContain(`item 1 is of type "bugfix"`);
    expect(refusal.recovery).toContain(`update_run with items [{ number: 1, type: "code" or "task" }]`);
    for (const type of ["code", "task"]) {
      expect(followCall(update(run, { items: [{ number: 1, type }] }), refusal)).toMatchObject({ kind: "run-step" });
    }
  });

  it.each([
    [{ type: "items_remaining" } as const, "Add an item with update_run"],
    [{ type: "batches_remaining" } as const, "Add a task with update_run"],
    [{ type: "no_items_remaining" } as const, "A person must add a way on"],
  ])("says what meets %j where nothing else leads on", (when, recovery) => {
    const states = { a: { skill: "a" }, r: {}, end: { terminal: true } };
    const gated = compile({
      ...shell(states, "a"),
      edges: [
        { from: "a", to: "r" },
        { from: "r", to: "end", when },
      ],
    });
    const run = when.type === "no_items_remaining" ? oneItem("code") : fresh();
    const refusal = completeSkill(gated, { ...run, state: "a" }, { skill: "a" });
    expect(refusal).toMatchObject({ code: "missing_fact", recovery: expect.stringContaining(recovery) });
    expect(refusal).toHaveProperty("facts.fact", when.type);
  });

  it("says to finish the tasks where only their end leads on", () => {
    const states = { a: { skill: "a" }, end: { terminal: true } };
    const when = { type: "no_batches_remaining" } as const;
    const gated = compile({ ...shell(states, "a"), edges: [{ from: "a", to: "end", when }] });
    const run = { ...fresh(), tasks: [task("t", "pending")] };
    const refusal = completeSkill(gated, run, { skill: "a" }) as Refusal;
    expect(refusal.recovery).toBe(
      `Finish or drop every task with update_task_status. Then call complete_skill with skill "a" again.`,
    );
    const finished = { ...fresh(), tasks: [task("t", "completed")] };
    expect(completeSkill(gated, finished, { skill: "a" })).toMatchObject({ done: true });
  });

  it("never takes a dead end for the end", () => {
    const stuck = machineOf({ a: { skill: "a" }, r: {} }, ["a r"], "a");
    expect(completeSkill(stuck, fresh(), { skill: "a" })).toMatchObject({ code: "dead_end", facts: { router: "r" } });
  });

  it("needs an item to be worked on where tasks of an item are needed", () => {
    const states: Workflow["states"] = { a: { skill: "a", needs: ["item-tasks"] }, end: { terminal: true } };
    for (const tasks of [[], [task("stray", "pending", null)]]) {
      const refusal = completeSkill(machineOf(states, ["a end"], "a"), { ...fresh(), tasks }, { skill: "a" });
      expect(refusal).toMatchObject({ code: "missing_fact", facts: { fact: "item" } });
    }
  });

  it("documents nothing where no item is worked on", () => {
    const states: Workflow["states"] = { a: { skill: "a", work: "document" }, end: { terminal: true } };
    const step = completeSkill(machineOf(states, ["a end"], "a"), fresh(), { skill: "a" });
    expect(step).toMatchObject({ documented: [], currentItem: null, done: true });
  });
});

describe("a batch", () => {
  it.each<[TaskStatus, string]>([
    ["pending", `do its work, then update_task_status with task "b" and status "completed"`],
    ["in_progress", `finish it, then update_task_status with task "b" and status "completed"`],
    ["failed", `retry it with update_task_status with task "b" and status "in_progress", or drop it`],
  ])("can't be left while a task is %s", (status, advice) => {
    const run = atBatch([task("a", "completed"), task("b", status), { ...task("c", "pending"), dependsOn: ["b"] }]);
    const refusal = refused(run, { skill: "executing-plans" });
    expect(refusal).toMatchObject({
      code: "batch_unfinished",
      facts: { batch_index: 0, tasks: [{ id: "b", status, dependsOn: [] }] },
    });
    expect(refusal.recovery).toContain(advice);
    for (const way of ["completed", "dropped"]) {
      expect(followCall(setStatus(run, "b", way), refusal)).toMatchObject({ to: "clear-post-batch" });
    }
  });

  it("is left when every task is completed or dropped, while the next one waits", () => {
    const tasks = [task("a", "completed"), task("b", "dropped"), { ...task("c", "pending"), dependsOn: ["a"] }];
    expect(advance(atBatch(tasks))).toMatchObject({ state: "clear-post-batch", currentBatch: null });
    expect(advance(advance(atBatch(tasks)))).toMatchObject({ state: "execute-batch", currentBatch: 1 });
  });

  it("is not left at once by a run that was just sent to it", () => {
    const run = atBatch([task("a", "completed"), { ...task("b", "pending"), dependsOn: ["a"] }], 1);
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({ facts: { batch_index: 1 } });
  });

  it("is all that is unfinished first where it is not known which one the run was sent to", () => {
    const tasks = [task("a", "completed"), { ...task("b", "pending"), dependsOn: ["a"] }];
    const run = { ...atBatch(tasks), currentBatch: null };
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({ facts: { tasks: [{ id: "b" }] } });
    expect(resumeRun(machine, run).params).toEqual({ batch_index: 1 });
    expect(advance(setStatus(run, "b", "completed"))).toMatchObject({ state: "clear-post-batch" });
  });

  it("waits for work that was added to an earlier one", () => {
    const tasks = [task("a", "completed"), { ...task("b", "completed"), dependsOn: ["a"] }];
    const run = update(atBatch(tasks, 1), { tasks: [{ id: "late" }] });
    expect(resumeRun(machine, run).params).toEqual({ batch_index: 0 });
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({
      facts: { batch_index: 0, tasks: [{ id: "late" }] },
    });
    expect(advance(setStatus(run, "late", "completed"))).toMatchObject({ state: "clear-post-batch" });
  });

  it("keeps its index while it is finished and not yet left", () => {
    const tasks = [task("a", "completed"), { ...task("b", "pending"), dependsOn: ["a"] }];
    expect(resumeRun(machine, atBatch(tasks)).params).toEqual({ batch_index: 0 });
    const all = [task("a", "completed"), { ...task("b", "completed"), dependsOn: ["a"] }];
    expect(resumeRun(machine, atBatch(all, 1)).params).toEqual({ batch_index: 1 });
  });

  it("without any task is left at once", () => {
    const states: Workflow["states"] = { a: { skill: "a", work: "batch" }, end: { terminal: true } };
    const linear = machineOf(states, ["a end"], "a");
    expect(resumeRun(linear, fresh()).params).toEqual({});
    expect(completeSkill(linear, fresh(), { skill: "a" })).toMatchObject({ done: true });
  });

  it("tells which task of an earlier one another waits for", () => {
    const tasks = [task("a", "completed"), { ...task("b", "pending"), dependsOn: ["a"] }];
    const run = update(atBatch(tasks, 1), { tasks: [{ id: "late" }, { id: "b", dependsOn: ["a", "late"] }] });
    const { recovery } = refused(run, { skill: "executing-plans" });
    expect(recovery).toContain(`- "b" is pending: after "late", do its work`);
    expect(recovery).toContain(`- "late" is pending: do its work`);
  });

  it("tells what to do with a task behind a dropped one", () => {
    const tasks = [task("a", "dropped"), { ...task("b", "pending"), dependsOn: ["a"] }];
    const run = atBatch(tasks, 1);
    const refusal = refused(run, { skill: "executing-plans" });
    expect(refusal.recovery).toContain(`update_run, tasks [{ id: "b", dependsOn: [] }]`);
    const freed = setStatus(update(run, { tasks: [{ id: "b", dependsOn: [] }] }), "b", "completed");
    expect(followCall(freed, refusal)).toMatchObject({ kind: "run-step" });
  });

  it("lists no more tasks than anybody reads", () => {
    const many = Array.from({ length: 500 }, (_, i) => task(`t${i}`, "pending"));
    const refusal = refused(atBatch(many), { skill: "executing-plans" });
    expect(refusal.error.length).toBeLessThan(4000);
    expect(refusal.recovery).toContain("and 488 more");
    expect(refusal.facts["tasks"]).toHaveLength(500);
  });

  it("is skipped where there are no tasks at all", () => {
    expect(advance(standing("clear-pre-execute"))).toMatchObject({ state: "workflow-complete" });
  });
});

describe("routers", () => {
  it("that send a run in a circle are an error that names it", () => {
    const edges = ["a r1", "r1 r2", "r2 r3", "r3 r2"];
    const round = machineOf({ a: { skill: "a" }, r1: {}, r2: {}, r3: {} }, edges, "a");
    const refusal = completeSkill(round, fresh(), { skill: "a" });
    expect(refusal).toMatchObject({ code: "router_loop", facts: { loop: ["r2", "r3", "r2"] } });
  });

  it("may go round as long as that documents items", () => {
    const states: Workflow["states"] = {
      a: { skill: "a" },
      pick: { work: "next-item" },
      log: { work: "document" },
      end: { terminal: true },
    };
    const auto = compile({
      ...shell(states, "a"),
      edges: [
        { from: "a", to: "pick" },
        { from: "pick", to: "end", when: { type: "no_items_remaining" } },
        { from: "pick", to: "log" },
        { from: "log", to: "pick" },
      ],
    });
    expect(completeSkill(auto, { ...threeItems(), state: "a" }, { skill: "a" })).toMatchObject({
      documented: [1, 2, 3],
      done: true,
    });
  });

  it("that a run was left at are walked on from", () => {
    expect(resumeRun(machine, standing("batch-router"))).toMatchObject({ state: "workflow-complete" });
  });
});

describe("a workflow of one's own", () => {
  it("may use names that every object has", () => {
    const states = { constructor: { skill: "toString" }, valueOf: { terminal: true } };
    const odd = machineOf(states, ["constructor valueOf"], "constructor");
    expect(resumeRun(odd, fresh())).toMatchObject({ skill: "toString", action: "none" });
    expect(completeSkill(odd, fresh(), { skill: "toString" })).toMatchObject({ to: "valueOf", done: true });
  });

  it("refuses a run in a state that it does not have", () => {
    expect(completeSkill(machine, standing("toString"), { skill: "x" })).toMatchObject({ code: "unknown_state" });
    expect(resumeRun(machine, standing("toString"))).toMatchObject({ skill: null, phase: null, done: false });
  });

  it("refuses to send a run to a state that it does not have", () => {
    const broken = machineOf({ a: { skill: "a" }, b: {} }, ["a b", "b nowhere"], "a");
    expect(completeSkill(broken, fresh(), { skill: "a" })).toMatchObject({
      code: "dead_end",
      facts: { router: "b", to: "nowhere" },
    });
  });
});
