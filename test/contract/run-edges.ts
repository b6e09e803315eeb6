// Runs at their edges: numbers and names that hardly anybody sends, and several that begin at once.

import { expect } from "vitest";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import type { RunName } from "../../src/app/ports/runs.ts";
import { readStats } from "../../src/app/measures/stats.ts";
import { updateRun } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { viewRun } from "../../src/app/runs/view-run.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { meanwhile } from "./races.ts";
import { accepted, refused, seqOf } from "../support/worlds/steps.ts";
import { ann, appOn, bob, MINUTE, type Test, type World } from "../support/worlds/world.ts";

const RUN: RunName = { project: "shop", session: "one" };

/** One skill, and then it is over. */
const ONE_STEP: Workflow = {
  name: "one-step",
  title: "One step",
  version: 1,
  mode: "enforce",
  start: "only",
  states: { only: { skill: "only" }, over: { terminal: true } },
  edges: [{ from: "only", to: "over" }],
};
const ONE_STEP_RUNS = { machine: compile(ONE_STEP), hash: "one-step-1", workflow: ONE_STEP };

export function runEdges(test: Test): void {
  test("several runs by a workflow that nobody has used yet begin at once", async (world) => {
    const app = appOn(world.board, { runs: ONE_STEP_RUNS });
    const sessions = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const answers = await Promise.all(
      sessions.map((session) => completeSkill(app, ann, { project: "shop", session, skill: "only" })),
    );
    expect(answers.map((answer) => accepted(answer).done)).toEqual(sessions.map(() => true));
    expect(await world.board.workflows.get("one-step-1")).toEqual(ONE_STEP);
  });

  test("a batch is not over where it gets another task meanwhile", async (world) => {
    await atBatch(world);
    const more = { ...RUN, tasks: [{ id: "b" }] };
    const slow = meanwhile(world, "runs.get", async () => accepted(await updateRun(world.app, bob, more)));
    refused(await completeSkill(slow.app, ann, { ...RUN, skill: "executing-plans" }), "batch_unfinished");
    expect(accepted(await viewRun(world.app, RUN))).toMatchObject({ state: "execute-batch" });
  });

  test("a run of which every task is dropped says that it will execute nothing", async (world) => {
    const items = [{ number: 1, type: "bugfix", title: "It breaks" }];
    accepted(await updateRun(world.app, ann, { ...RUN, items, tasks: [{ id: "a", item: 1 }] }));
    const drop = { ...RUN, task: "a", status: "dropped", reason: "Not wanted." };
    accepted(await updateTaskStatus(world.app, ann, drop));
    await leadTo(world, "ready-to-implement");
    const ready = { ...RUN, skill: "ready-to-implement", requestId: "ready" };
    const answer = accepted(await completeSkill(world.app, ann, ready));
    expect(answer).toMatchObject({ warnings: ["Every task of this run is dropped: it will execute nothing."] });
    expect(await completeSkill(world.app, ann, ready)).toEqual({ ...answer, repeated: true });
    expect(accepted(await completeSkill(world.app, ann, { ...RUN, skill: "collab-clear" }))).not.toHaveProperty(
      "warnings",
    );
  });

  test("a task does not start where it comes to depend on another meanwhile", async (world) => {
    accepted(await updateRun(world.app, ann, { ...RUN, tasks: [{ id: "a" }, { id: "b" }] }));
    const depend = { ...RUN, tasks: [{ id: "b", dependsOn: ["a"] }] };
    const slow = meanwhile(world, "runs.get", async () => accepted(await updateRun(world.app, bob, depend)));
    refused(await updateTaskStatus(slow.app, ann, { ...RUN, task: "b", status: "in_progress" }), "dependencies_open");
    const { batches } = accepted(await viewRun(world.app, RUN));
    expect(batches.map(({ tasks }) => tasks.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ["a pending"],
      ["b pending"],
    ]);
  });

  test("a task's dependencies stay as they are where it starts meanwhile", async (world) => {
    accepted(await updateRun(world.app, ann, { ...RUN, tasks: [{ id: "a" }, { id: "b" }] }));
    const depend = { ...RUN, tasks: [{ id: "b", dependsOn: ["a"] }] };
    const slow = meanwhile(world, "runs.get", () => setTask(world, "b", "in_progress"));
    expect(await updateRun(slow.app, ann, depend)).toMatchObject({ kind: "refusal" });
    const { batches } = accepted(await viewRun(world.app, RUN));
    expect(batches).toHaveLength(1);
  });

  test("a run takes so many items and tasks in all, however few come at a time", async (world) => {
    const ids = (from: number) => Array.from({ length: 600 }, (_, index) => ({ id: `t${from + index}` }));
    accepted(await updateRun(world.app, ann, { ...RUN, tasks: ids(0) }));
    expect(refused(await updateRun(world.app, ann, { ...RUN, tasks: ids(600) }), "too_many").facts).toMatchObject({
      what: "tasks",
      count: 1200,
      limit: 1000,
    });
    const items = (from: number) =>
      Array.from({ length: 150 }, (_, index) => ({ number: from + index, type: "bugfix" }));
    accepted(await updateRun(world.app, ann, { ...RUN, items: items(1) }));
    refused(await updateRun(world.app, ann, { ...RUN, items: items(151) }), "too_many");
    expect(accepted(await viewRun(world.app, RUN))).toMatchObject({ totalItems: 150, totalTasks: 600 });
  });

  test("a run that ended by another workflow than the process has counts as finished", async (world) => {
    const app = appOn(world.board, { runs: ONE_STEP_RUNS });
    accepted(await completeSkill(app, ann, { ...RUN, skill: "only" }));
    accepted(await completeSkill(world.app, ann, { ...RUN, session: "two", skill: "collab-start" }));
    await world.advance(MINUTE);
    for (const measured of [app, world.app]) {
      expect((await readStats(measured, { days: 1 })).runs).toMatchObject({ open: 1, finished: 1 });
    }
  });

  test("numbers from one end of what a number can be to the other are kept as they are", async (world) => {
    const numbers = [1, 2 ** 31, Number.MAX_SAFE_INTEGER];
    const items = numbers.map((number) => ({ number, type: "bugfix", title: `item ${number}` }));
    const tasks = numbers.map((item) => ({ id: `t${item}`, item }));
    accepted(await updateRun(world.app, ann, { ...RUN, items, tasks }));
    const view = accepted(await viewRun(world.app, RUN));
    expect(view.items.map(({ number }) => number)).toEqual(numbers);
    expect(view.batches[0]?.tasks.map(({ item }) => item)).toEqual(numbers);
    for (const number of [0, -1]) {
      const before = await seqOf(world);
      const answer = await updateRun(world.app, ann, { ...RUN, items: [{ number, type: "bugfix" }] });
      expect(answer).toMatchObject({ kind: "refusal" });
      expect(await seqOf(world)).toBe(before + 1);
    }
  });

  test("names that a program would stumble over are names", async (world) => {
    const ids = ["__proto__", "constructor", "toString", "a,b", "'; DROP TABLE task; --", "💡".repeat(100)];
    accepted(await updateRun(world.app, ann, { ...RUN, tasks: ids.map((id) => ({ id })) }));
    for (const id of ids) {
      accepted(await updateTaskStatus(world.app, ann, { ...RUN, task: id, status: "completed" }));
    }
    expect(accepted(await viewRun(world.app, RUN)).completedTasks).toEqual(ids);
    refused(await updateTaskStatus(world.app, ann, { ...RUN, task: "valueOf", status: "completed" }), "unknown_task");
    refused(
      await updateTaskStatus(world.app, ann, { ...RUN, task: "constructor", status: "toString" }),
      "unknown_status",
    );
  });

  test("what can't be stored is refused, and nothing of it is kept", async (world) => {
    accepted(await updateRun(world.app, ann, { ...RUN, tasks: [{ id: "a" }] }));
    const before = await seqOf(world);
    for (const odd of ["\0", "\ud800"]) {
      for (const answer of await hostile(world, odd)) refused(answer, "unstorable_text");
    }
    expect(await seqOf(world)).toBe(before);
  });
}

async function setTask(world: World, task: string, status: string): Promise<void> {
  accepted(await updateTaskStatus(world.app, bob, { ...RUN, task, status }));
}

/** One item is described, and the first batch is to be carried out; its one task is completed. */
async function atBatch(world: World): Promise<void> {
  const items = [{ number: 1, type: "bugfix", title: "It breaks" }];
  accepted(await updateRun(world.app, ann, { ...RUN, items, tasks: [{ id: "a", item: 1 }] }));
  await leadTo(world, "execute-batch");
  await setTask(world, "a", "completed");
}

async function leadTo(world: World, wanted: string): Promise<void> {
  for (let step = 0; step < 20; step++) {
    const { state, skill } = accepted(await viewRun(world.app, RUN));
    if (state === wanted) return;
    accepted(await completeSkill(world.app, ann, { ...RUN, skill: skill ?? "" }));
  }
  throw new Error(`${wanted} never came`);
}

function hostile(world: World, odd: string): Promise<readonly object[]> {
  const { app } = world;
  const named = { ...RUN, requestId: "r" };
  return Promise.all([
    completeSkill(app, ann, { ...named, project: odd, skill: "x" }),
    completeSkill(app, ann, { ...named, skill: odd }),
    completeSkill(app, ann, { ...named, skill: "x", state: odd }),
    completeSkill(app, ann, { ...RUN, skill: "x", requestId: odd }),
    updateRun(app, ann, { ...named, session: odd, items: [] }),
    updateRun(app, ann, { ...named, items: [{ number: 1, type: "code", title: odd }] }),
    updateRun(app, ann, { ...named, tasks: [{ id: odd }] }),
    updateRun(app, ann, { ...named, tasks: [{ id: "b", dependsOn: [odd] }] }),
    updateRun(app, ann, { ...named, tasks: [{ id: "b", files: [odd] }] }),
    updateRun(app, ann, { ...named, tasks: [{ id: "b", description: odd }] }),
    updateTaskStatus(app, ann, { ...named, task: odd, status: "completed" }),
    updateTaskStatus(app, ann, { ...named, task: "a", status: odd }),
    updateTaskStatus(app, ann, { ...named, task: "a", status: "dropped", reason: odd }),
    viewRun(app, { ...RUN, project: odd }),
  ]);
}
