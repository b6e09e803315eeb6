import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
import ticket from "../../../workflows/ticket.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import { applyStep, completeSkill as completeSkillUntold, resumeRun, type RunStep } from "./run.ts";
import type { Workflow } from "../workflow/format.ts";
import {
  machine,
  fresh,
  threeItems,
  standing,
  task,
  update,
  workBatch,
  advance,
  goTo,
  refused,
  followCall,
  machineOf,
} from "../../../test/support/engine/runs.ts";

const completeSkill = telling(completeSkillUntold);

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
      if (row.state === "execute-batch") run = workBatch(run);
      const to = rows[index + 1]?.state ?? "done";
      const step = completeSkill(machine, run, { skill: row.skillDone, state: row.state });
      expect(step).toEqual({
        kind: "run-step",
        from: row.state,
        to,
        path: [row.state, ...row.via, to],
        documented: { "rough-draft-handoff": [1], "task-planning": [2], "systematic-debugging": [3] }[row.state] ?? [],
        currentItem: row.params.item_number ?? null,
        currentBatch: row.params.batch_index ?? null,
        nextSkill: row.next,
        params: row.params,
        action: row.action,
        state: to,
        phase: PHASES[to] ?? expect.any(String),
        done: to === "done",
      });
      run = applyStep(run, step as RunStep);
      visited.push(...(step as RunStep).path);
      const { nextSkill, params, action, state, phase, done } = step as RunStep;
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
    expect(refusal).toMatchObject({ code: "wrong_skill", facts: { state: "collab-start", skill: "collab-start" } });
    expect(refusal.error).toContain("This run is new and begins");
    expect(followCall(fresh(), refusal)).toMatchObject({ kind: "run-step" });
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
      facts: { state: "r", router: "r" },
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
        expect(refusal).toMatchObject({ code: "wrong_skill", facts: { state: state.name, skill: state.skill } });
        expect(refusal.error).toContain(`"${state.name}"`);
        expect(refusal.facts).not.toHaveProperty("nearest");
        expect(followCall(run, refusal)).toMatchObject({ kind: "run-step", from: state.name });
      }
    }
  });

  it("is answered with the nearest known one where it exists nowhere", () => {
    const refusal = refused(standing("execute-batch"), { skill: "executing-plan" });
    expect(refusal).toMatchObject({ code: "wrong_skill", facts: { nearest: "executing-plans", states: [] } });
    expect(refusal.error).toContain(`Did you mean "executing-plans"?`);
  });

  it("is refused for being unknown without a guess where nothing is close", () => {
    expect(refused(fresh(), { skill: "__proto__" }).facts).not.toHaveProperty("nearest");
  });

  it("is refused by a workflow that does not run on skills", () => {
    const refusal = completeSkill(compile(ticket as Workflow), fresh(), { skill: "x" });
    expect(refusal).toMatchObject({ code: "wrong_skill", error: expect.stringContaining("does not run on skills") });
  });
});

describe("the expected state", () => {
  it("is refused where the run is elsewhere, and the state named instead is taken", () => {
    const refusal = refused(standing("clear-bs1"), { skill: "collab-clear", state: "clear-bs2" });
    expect(refusal).toMatchObject({ code: "state_mismatch", facts: { state: "clear-bs1", given: "clear-bs2" } });
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
    expect(followCall(fresh(), refusal, /skill "([^"]+)"/)).toMatchObject({ kind: "run-step" });
  });
});
