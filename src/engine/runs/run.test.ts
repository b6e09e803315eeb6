import { describe, expect, it } from "vitest";
import skill from "../../../workflows/skill.json" with { type: "json" };
import ticket from "../../../workflows/ticket.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import type { Refusal } from "../refusal.ts";
import type { RunFacts } from "./routers.ts";
import { applyAdvance, completeSkill, resumeRun, type Advance, type SkillDone } from "./run.ts";
import { decideTaskStatus, type Task, type TaskStatus } from "./tasks.ts";
import { checkRunUpdate, type RunUpdate } from "./update-run.ts";
import type { StateSpec, Workflow } from "../workflow/format.ts";

const machine = compile(skill as Workflow);

// A run of three items and two batches, step by step. The states that a step walks through stand behind "via".
// state, its skill → next skill, item, batch, action, via
const WALK = `
collab-start            collab-start                    → gather-session-goals            - -  none
gather-goals            gather-session-goals            → collab-clear                    - -  clear
clear-pre-item          collab-clear                    → brainstorming-exploring         1 -  none   via work-item-router
brainstorm-exploring    brainstorming-exploring         → collab-clear                    1 -  clear
clear-bs1               collab-clear                    → brainstorming-clarifying        1 -  none
brainstorm-clarifying   brainstorming-clarifying        → collab-clear                    1 -  clear
clear-bs2               collab-clear                    → brainstorming-designing         1 -  none
brainstorm-designing    brainstorming-designing         → collab-clear                    1 -  clear
clear-bs3               collab-clear                    → brainstorming-validating        1 -  none
brainstorm-validating   brainstorming-validating        → collab-clear                    1 -  clear  via item-type-router
clear-pre-rough         collab-clear                    → rough-draft-interface           1 -  none
rough-draft-interface   rough-draft-interface           → collab-clear                    1 -  clear
clear-rd1               collab-clear                    → rough-draft-pseudocode          1 -  none
rough-draft-pseudocode  rough-draft-pseudocode          → collab-clear                    1 -  clear
clear-rd2               collab-clear                    → rough-draft-skeleton            1 -  none
rough-draft-skeleton    rough-draft-skeleton            → collab-clear                    1 -  clear
clear-rd3               collab-clear                    → build-task-graph                1 -  none
build-task-graph        build-task-graph                → collab-clear                    1 -  clear
clear-rd4               collab-clear                    → rough-draft-handoff             1 -  none
rough-draft-handoff     rough-draft-handoff             → collab-clear                    - -  clear
clear-post-item         collab-clear                    → brainstorming-exploring         2 -  none   via work-item-router
brainstorm-exploring    brainstorming-exploring         → collab-clear                    2 -  clear
clear-bs1               collab-clear                    → brainstorming-clarifying        2 -  none
brainstorm-clarifying   brainstorming-clarifying        → collab-clear                    2 -  clear
clear-bs2               collab-clear                    → brainstorming-designing         2 -  none
brainstorm-designing    brainstorming-designing         → collab-clear                    2 -  clear
clear-bs3               collab-clear                    → brainstorming-validating        2 -  none
brainstorm-validating   brainstorming-validating        → task-planning                   2 -  none   via item-type-router
task-planning           task-planning                   → collab-clear                    - -  clear
clear-post-item         collab-clear                    → systematic-debugging            3 -  none   via work-item-router
systematic-debugging    systematic-debugging            → collab-clear                    - -  clear
clear-post-item         collab-clear                    → ready-to-implement              - -  none   via work-item-router
ready-to-implement      ready-to-implement              → collab-clear                    - -  clear
clear-pre-execute       collab-clear                    → executing-plans                 - 0  none   via batch-router
execute-batch           executing-plans                 → collab-clear                    - -  clear  via log-batch-complete
clear-post-batch        collab-clear                    → executing-plans                 - 1  none   via batch-router
execute-batch           executing-plans                 → collab-clear                    - -  clear  via log-batch-complete
clear-post-batch        collab-clear                    → finishing-a-development-branch  - -  none   via batch-router
workflow-complete       finishing-a-development-branch  → collab-cleanup                  - -  none
cleanup                 collab-cleanup                  → null                            - -  none
`;

const PHASES: Readonly<Record<string, string>> = {
  "collab-start": "brainstorming",
  "brainstorm-designing": "brainstorming",
  "systematic-debugging": "brainstorming",
  "rough-draft-skeleton": "rough-draft",
  "task-planning": "rough-draft",
  "execute-batch": "implementation",
  cleanup: "implementation",
  done: "done",
};

describe("a run of a code, a task and a bugfix item with two batches", () => {
  const rows = WALK.trim()
    .split("\n")
    .map((line) => {
      const [state = "", skillDone = "", , next = "", item, batch, action, , via] = line.split(/\s+/);
      const params = {
        ...(item === "-" ? {} : { item_number: Number(item) }),
        ...(batch === "-" ? {} : { batch_index: Number(batch) }),
      };
      return { state, skillDone, next: next === "null" ? null : next, params, action, via: via ? [via] : [] };
    });

  it("goes through every state in the order of the table", () => {
    let run = threeItems();
    const visited: string[] = [];
    for (const [index, row] of rows.entries()) {
      if (row.state === "build-task-graph") {
        run = update(run, { tasks: [{ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c" }] });
      }
      if (row.state === "task-planning") run = update(run, { tasks: [{ id: "d", dependsOn: ["a"] }] });
      if (row.state === "systematic-debugging") run = update(run, { tasks: [{ id: "e" }] });
      if (row.state === "execute-batch") run = workBatch(run);
      const to = rows[index + 1]?.state ?? "done";
      const step = completeSkill(machine, run, { skill: row.skillDone, state: row.state });
      expect(step).toEqual({
        kind: "advance",
        from: row.state,
        to,
        path: [row.state, ...row.via, to],
        documented: { "rough-draft-handoff": [1], "task-planning": [2], "systematic-debugging": [3] }[row.state] ?? [],
        currentItem: row.params.item_number ?? null,
        currentBatch: row.params.batch_index ?? null,
        nextSkill: row.next,
        warnings: [],
        params: row.params,
        action: row.action,
        state: to,
        phase: PHASES[to] ?? expect.any(String),
        done: to === "done",
      });
      run = applyAdvance(run, step as Advance);
      visited.push(...(step as Advance).path);
      const { nextSkill, params, action, state, phase, done } = step as Advance;
      expect(resumeRun(machine, run)).toEqual({ state, skill: nextSkill, params, action, phase, done });
    }
    expect(new Set(visited)).toEqual(new Set(machine.states.keys()));
    expect(new Set(visited).size).toBe(34);
    expect(run.items.every((item) => item.documented)).toBe(true);
  });

  it("takes items in number order, however they were given", () => {
    const run = update(fresh(), {
      items: [
        { number: 30, title: "c", type: "bugfix" },
        { number: 4, title: "a", type: "bugfix" },
        { number: 10, title: "b", type: "bugfix" },
      ],
      tasks: [30, 4, 10].map((number) => ({ id: `fix-${number}`, item: number })),
    });
    const seen: unknown[] = [];
    for (let at = goTo(run, "systematic-debugging"); at.state === "systematic-debugging";) {
      seen.push(at.currentItem);
      at = advance(advance(at));
    }
    expect(seen).toEqual([4, 10, 30]);
    const stored = { ...goTo(run, "clear-pre-item"), items: run.items.toReversed() };
    expect(advance(stored).currentItem).toBe(4);
  });
});

describe("an unknown run", () => {
  it("begins at the start and moves on from it with the start's skill", () => {
    expect(completeSkill(machine, fresh(), { skill: "collab-start" })).toMatchObject({
      from: "collab-start",
      to: "gather-goals",
      nextSkill: "gather-session-goals",
    });
    expect(completeSkill(machine, fresh(), { skill: "collab-start", state: "collab-start" })).toMatchObject({
      to: "gather-goals",
    });
  });

  it("is resumed at the start", () => {
    expect(resumeRun(machine, fresh())).toEqual({
      state: "collab-start",
      skill: "collab-start",
      params: {},
      action: "none",
      phase: "brainstorming",
      done: false,
    });
  });

  it("refuses any other skill and names the start's", () => {
    const refusal = refused(fresh(), { skill: "executing-plans" });
    expect(refusal).toMatchObject({ code: "wrong_skill", fields: { state: "collab-start", skill: "collab-start" } });
    expect(refusal.error).toContain("This run is new and begins");
    expect(followCall(fresh(), refusal)).toMatchObject({ kind: "advance" });
  });

  it("begins at the first skill behind a start that is a router", () => {
    const routed = machineOf({ r: {}, a: { skill: "a" }, end: { terminal: true } }, ["r a", "a end"], "r");
    expect(resumeRun(routed, fresh())).toMatchObject({ state: "a", skill: "a" });
    expect(completeSkill(routed, fresh(), { skill: "a" })).toMatchObject({ path: ["a", "end"], done: true });
  });

  it("shows the start where the facts to go on from it are missing", () => {
    const routed = machineOf({ r: { work: "next-item", phase: "early" }, a: { skill: "a" } }, ["r a"], "r");
    expect(resumeRun(routed, fresh())).toMatchObject({ state: "r", skill: null, phase: "early", done: false });
    expect(completeSkill(routed, fresh(), { skill: "a" })).toMatchObject({
      code: "missing_fact",
      fields: { state: "r", router: "r" },
    });
  });
});

describe("a skill that is not the current state's", () => {
  it("is refused in every state, with the current state, its skill and a way on that works", () => {
    const skills = [...new Set([...machine.states.values()].flatMap((state) => state.skill ?? []))];
    for (const state of machine.states.values()) {
      if (state.skill === null) continue;
      const run = { ...standing(state.name), tasks: [task("a", "completed")] };
      for (const other of skills) {
        if (other === state.skill) continue;
        const refusal = refused(run, { skill: other });
        expect(refusal).toMatchObject({ code: "wrong_skill", fields: { state: state.name, skill: state.skill } });
        expect(refusal.error).toContain(`"${state.name}"`);
        expect(refusal.fields).not.toHaveProperty("nearest");
        expect(followCall(run, refusal)).toMatchObject({ kind: "advance", from: state.name });
      }
    }
  });

  it("is answered with the nearest known one where it exists nowhere", () => {
    const refusal = refused(standing("execute-batch"), { skill: "executing-plan" });
    expect(refusal).toMatchObject({ code: "wrong_skill", fields: { nearest: "executing-plans", states: [] } });
    expect(refusal.error).toContain(`Did you mean "executing-plans"?`);
  });

  it("is refused for being unknown without a guess where nothing is close", () => {
    expect(refused(fresh(), { skill: "__proto__" }).fields).not.toHaveProperty("nearest");
  });

  it("is refused by a workflow that does not run on skills", () => {
    const refusal = completeSkill(compile(ticket as Workflow), fresh(), { skill: "x" });
    expect(refusal).toMatchObject({ code: "wrong_skill", error: expect.stringContaining("does not run on skills") });
  });
});

describe("the expected state", () => {
  it("is refused where the run is elsewhere, and the state named instead is taken", () => {
    const refusal = refused(standing("clear-bs1"), { skill: "collab-clear", state: "clear-bs2" });
    expect(refusal).toMatchObject({ code: "state_mismatch", fields: { state: "clear-bs1", given: "clear-bs2" } });
    expect(followCall(standing("clear-bs1"), refusal)).toMatchObject({ to: "brainstorm-clarifying" });
  });
});

describe("a run that is over", () => {
  it("takes no skill any more", () => {
    for (const done of ["collab-cleanup", "collab-start", "nonsense"]) {
      expect(refused(standing("done"), { skill: done })).toMatchObject({ code: "run_over" });
    }
    expect(resumeRun(machine, standing("done"))).toMatchObject({ skill: null, action: "none", done: true });
  });

  it("is resumed by beginning another", () => {
    const refusal = refused(standing("done"), { skill: "collab-start" });
    expect(followCall(fresh(), refusal, /skill "([^"]+)"/)).toMatchObject({ kind: "advance" });
  });
});

describe("missing facts", () => {
  it("stops a run without items where the next one is picked, until it has some", () => {
    const run = goTo(fresh(), "clear-pre-item");
    const refusal = refused(run, { skill: "collab-clear" });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      fields: { fact: "items", state: "clear-pre-item", types: ["code", "task", "bugfix"] },
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
    expect(refusal).toMatchObject({ code: "missing_fact", fields: { fact: "tasks", item_number: 1 } });
    expect(refusal.recovery).toContain("update_run with tasks [{ id, dependsOn: [], files: [], item: 1 }]");
    const supplied = { ...run, tasks: [...run.tasks, task("mine", "pending", 1)] };
    expect(followCall(supplied, refusal)).toMatchObject({ to: "clear-post-item", documented: [1] });
  });

  it("takes tasks that are given to the item afterwards", () => {
    const run = { ...goTo(oneItem("code"), "rough-draft-handoff"), tasks: [task("early", "pending", null)] };
    expect(completeSkill(machine, run, { skill: "rough-draft-handoff" })).toMatchObject({ code: "missing_fact" });
    const supplied = update(run, { tasks: [{ id: "early", item: 1 }] });
    expect(completeSkill(machine, supplied, { skill: "rough-draft-handoff" })).toMatchObject({ kind: "advance" });
  });

  it("names the item type for which a router has no way on, and the types for which it has", () => {
    const run = update(goTo(oneItem("code"), "brainstorm-validating"), { items: [{ number: 1, type: "bugfix" }] });
    const refusal = refused(run, { skill: "brainstorming-validating" });
    expect(refusal).toMatchObject({
      code: "missing_fact",
      fields: { fact: "item_type", router: "item-type-router", item_number: 1, currentItemType: "bugfix" },
    });
    expect(refusal.error).toContain(`item 1 is of type "bugfix"`);
    expect(refusal.recovery).toContain(`update_run with items [{ number: 1, type: "code" or "task" }]`);
    for (const type of ["code", "task"]) {
      expect(followCall(update(run, { items: [{ number: 1, type }] }), refusal)).toMatchObject({ kind: "advance" });
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
    expect(refusal).toHaveProperty("fields.fact", when.type);
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
    expect(completeSkill(stuck, fresh(), { skill: "a" })).toMatchObject({ code: "dead_end", fields: { router: "r" } });
  });

  it("needs an item to be worked on where tasks of an item are needed", () => {
    const states: Workflow["states"] = { a: { skill: "a", needs: ["item-tasks"] }, end: { terminal: true } };
    for (const tasks of [[], [task("stray", "pending", null)]]) {
      const refusal = completeSkill(machineOf(states, ["a end"], "a"), { ...fresh(), tasks }, { skill: "a" });
      expect(refusal).toMatchObject({ code: "missing_fact", fields: { fact: "item" } });
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
      fields: { batch_index: 0, tasks: [{ id: "b", status, dependsOn: [] }] },
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
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({ fields: { batch_index: 1 } });
  });

  it("is all that is unfinished first where it is not known which one the run was sent to", () => {
    const tasks = [task("a", "completed"), { ...task("b", "pending"), dependsOn: ["a"] }];
    const run = { ...atBatch(tasks), currentBatch: null };
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({ fields: { tasks: [{ id: "b" }] } });
    expect(resumeRun(machine, run).params).toEqual({ batch_index: 1 });
    expect(advance(setStatus(run, "b", "completed"))).toMatchObject({ state: "clear-post-batch" });
  });

  it("waits for work that was added to an earlier one", () => {
    const tasks = [task("a", "completed"), { ...task("b", "completed"), dependsOn: ["a"] }];
    const run = update(atBatch(tasks, 1), { tasks: [{ id: "late" }] });
    expect(resumeRun(machine, run).params).toEqual({ batch_index: 0 });
    expect(refused(run, { skill: "executing-plans" })).toMatchObject({
      fields: { batch_index: 0, tasks: [{ id: "late" }] },
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
    expect(followCall(freed, refusal)).toMatchObject({ kind: "advance" });
  });

  it("lists no more tasks than anybody reads", () => {
    const many = Array.from({ length: 500 }, (_, i) => task(`t${i}`, "pending"));
    const refusal = refused(atBatch(many), { skill: "executing-plans" });
    expect(refusal.error.length).toBeLessThan(4000);
    expect(refusal.recovery).toContain("and 488 more");
    expect(refusal.fields["tasks"]).toHaveLength(500);
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
    expect(refusal).toMatchObject({ code: "router_loop", fields: { loop: ["r2", "r3", "r2"] } });
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
      fields: { router: "b", to: "nowhere" },
    });
  });
});

function fresh(): RunFacts {
  return { state: null, currentItem: null, currentBatch: null, items: [], tasks: [] };
}

function oneItem(type: string): RunFacts {
  return update(fresh(), { items: [{ number: 1, title: "One", type }] });
}

function threeItems(): RunFacts {
  const types = ["code", "task", "bugfix"];
  return update(fresh(), { items: types.map((type, i) => ({ number: i + 1, title: type, type })) });
}

/** A run with a documented and a current item and nothing to do, put straight into a state. */
function standing(state: string): RunFacts {
  const current = ["done", "execute-batch", "clear-pre-execute", "batch-router"].includes(state) ? null : 1;
  const items = [{ number: 1, title: "One", type: "code", documented: current === null }];
  return { ...fresh(), state, currentItem: current, items };
}

function atBatch(tasks: readonly Task[], currentBatch = 0): RunFacts {
  return { ...standing("execute-batch"), currentBatch, tasks };
}

function task(id: string, status: TaskStatus, item: number | null = 1): Task {
  return { id, item, dependsOn: [], files: [], status };
}

function update(run: RunFacts, change: RunUpdate): RunFacts {
  const changed = checkRunUpdate(machine, run, change);
  if (changed.kind === "refusal") throw new Error(changed.error);
  return { ...run, items: changed.items, tasks: changed.tasks };
}

function setStatus(run: RunFacts, id: string, status: string): RunFacts {
  const step = decideTaskStatus(run.tasks, id, status, "a reason");
  if (step.kind === "refusal") throw new Error(step.error);
  return { ...run, tasks: run.tasks.map((one) => (one.id === id ? { ...one, status: step.to } : one)) };
}

/** Completes every task that can start now, as one batch. */
function workBatch(run: RunFacts): RunFacts {
  const open = run.tasks.filter((one) => one.status === "pending");
  const startable = open.filter((one) => decideTaskStatus(run.tasks, one.id, "completed").kind === "task");
  return startable.reduce((at, one) => setStatus(at, one.id, "completed"), run);
}

function advance(run: RunFacts): RunFacts {
  const step = completeSkill(machine, run, { skill: resumeRun(machine, run).skill ?? "" });
  if (step.kind === "refusal") throw new Error(step.error);
  return applyAdvance(run, step);
}

function goTo(run: RunFacts, state: string): RunFacts {
  let at = run;
  while (at.state !== state) at = advance(at);
  return at;
}

function refused(run: RunFacts, done: SkillDone): Refusal {
  const before = structuredClone(run);
  const refusal = completeSkill(machine, run, done);
  expect(run).toEqual(before);
  if (refusal.kind !== "refusal") throw new Error(`not refused: ${JSON.stringify(refusal)}`);
  return refusal;
}

/** Does what the text says, as an agent would that reads nothing else. */
function followCall(
  run: RunFacts,
  refusal: Refusal,
  call = /complete_skill with skill "([^"]+)"(?: and state "([^"]+)")?/,
): Advance | Refusal {
  const [, named = "", state] = call.exec(refusal.recovery) ?? [];
  return completeSkill(machine, run, { skill: named, ...(state === undefined ? {} : { state }) });
}

function shell(states: Record<string, StateSpec>, start: string): Workflow {
  return { name: "own", version: 1, title: "Own", mode: "enforce", start, states, edges: [] };
}

function machineOf(states: Record<string, StateSpec>, edges: readonly string[], start: string) {
  const pairs = edges.map((edge) => edge.split(" "));
  return compile({ ...shell(states, start), edges: pairs.map(([from = "", to = ""]) => ({ from, to })) });
}
