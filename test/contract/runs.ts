// Runs of skills: begun, led on, changed and read, on whatever they are kept in.

import { expect } from "vitest";
import { completeSkill, type SkillAnswer } from "../../src/app/runs/complete-skill.ts";
import type { LedgerRow } from "../../src/app/commit/plan.ts";
import { redactText } from "../../src/app/ledger/redact.ts";
import { runKey } from "../../src/app/runs/run.ts";
import type { RunName } from "../../src/app/ports/runs.ts";
import { updateRun, type UpdateRunInput } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { listRuns, viewRun } from "../../src/app/runs/view-run.ts";
import type { RunView } from "../../src/app/pages/run-views.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { accepted, iso, newTicket, refused, seqOf } from "../support/worlds/steps.ts";
import { ann, appOn, bob, maria, MINUTE, START, uma, type Test, type World } from "../support/worlds/world.ts";

const RUN: RunName = { project: "shop/web", session: "monday 100%" };

/** Two skills, and one between them for each item. */
const SMALL: Workflow = {
  name: "small",
  title: "Pages",
  version: 1,
  mode: "enforce",
  start: "router",
  itemTypes: ["page"],
  states: {
    router: { work: "next-item" },
    draw: { skill: "draw", work: "document" },
    build: { skill: "build", work: "batch" },
    over: { terminal: true },
  },
  edges: [
    { from: "router", to: "draw", when: { type: "item_type", value: "page" } },
    { from: "router", to: "build" },
    { from: "draw", to: "router" },
    { from: "build", to: "over" },
  ],
};
const SMALL_RUNS = { machine: compile(SMALL), hash: "small-1", workflow: SMALL };

function complete(world: World, skill: string, fields: object = {}): ReturnType<typeof completeSkill> {
  return completeSkill(world.app, ann, { ...RUN, skill, ...fields });
}

function update(world: World, fields: Partial<UpdateRunInput>): ReturnType<typeof updateRun> {
  return updateRun(world.app, ann, { ...RUN, ...fields });
}

function setTask(world: World, task: string, status: string, fields: object = {}): ReturnType<typeof updateTaskStatus> {
  return updateTaskStatus(world.app, bob, { ...RUN, task, status, ...fields });
}

async function view(world: World, name: RunName = RUN): Promise<RunView> {
  return accepted(await viewRun(world.app, name));
}

/** Goes on with whatever is next, until that skill is the next. */
async function leadTo(world: World, skill: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    const { skill: next } = await view(world);
    if (next === skill) return;
    accepted(await complete(world, next ?? ""));
  }
  throw new Error(`${skill} never came`);
}

function rows(world: World, name: RunName = RUN): Promise<readonly LedgerRow[]> {
  return world.board.ledger.history({ type: "run", key: runKey(name) }, 1000);
}

export function runs(test: Test): void {
  test("an unknown run begins with its first skill, and keeps its workflow", async (world) => {
    expect(accepted(await complete(world, "collab-start"))).toEqual({
      next_skill: "gather-session-goals",
      params: {},
      action: "none",
      state: "gather-goals",
      done: false,
      event: await seqOf(world),
    } satisfies SkillAnswer);
    const [move, create] = await rows(world);
    expect(create).toMatchObject({ kind: "create", data: { to: "collab-start", workflow: world.app.runs.hash } });
    expect(move).toMatchObject({
      kind: "move",
      by: { connection: "ann" },
      data: { from: "collab-start", to: "gather-goals", skill: "collab-start", path: ["collab-start", "gather-goals"] },
    });
    expect(await world.board.workflows.get(world.app.runs.hash)).toEqual(world.app.runs.workflow);
  });

  test("a wrong first skill begins nothing and writes nothing", async (world) => {
    const before = await world.dump();
    const refusal = refused(await complete(world, "ready-to-implement"), "wrong_skill");
    expect(refusal.recovery).toContain('complete_skill with skill "collab-start"');
    expect(await world.dump()).toBe(before);
  });

  test("update_run begins a run too, with its items and tasks at once", async (world) => {
    const ticket = await newTicket(world);
    const answer = accepted(
      await update(world, {
        items: [
          { number: 2, title: "Second", type: "bugfix" },
          { number: 1, title: "First", type: "code", ticket },
        ],
        tasks: [
          { id: "b", dependsOn: ["a"] },
          { id: "a", item: 1, files: ["a.ts"], tests: ["a.test.ts"], description: "Ä" },
        ],
      }),
    );
    expect(answer).toMatchObject({ state: "collab-start", next_skill: "collab-start", totalItems: 2, done: false });
    expect(answer.batches).toEqual([["a"], ["b"]]);
    expect(await view(world)).toMatchObject({
      ...RUN,
      workflow: "skill",
      workflowHash: world.app.runs.hash,
      state: "collab-start",
      phase: "brainstorming",
      skill: "collab-start",
      hasSnapshot: true,
      startedAt: iso(START),
      lastActivity: iso(START),
      currentItem: null,
      currentBatch: null,
      totalItems: 2,
      documentedItems: 0,
      items: [
        { number: 1, title: "First", type: "code", documented: false, ticket },
        { number: 2, title: "Second", type: "bugfix", documented: false, ticket: null },
      ],
      batches: [
        {
          id: "0",
          status: "pending",
          tasks: [{ id: "a", item: 1, files: ["a.ts"], tests: ["a.test.ts"], description: "Ä", by: null }],
        },
        {
          id: "1",
          status: "pending",
          tasks: [{ id: "b", item: null, dependsOn: ["a"], tests: [], description: null }],
        },
      ],
      pendingTasks: ["b", "a"],
      completedTasks: [],
    });
  });

  test("items and tasks add to what is there, and what is not mentioned stays", async (world) => {
    const ticket = await newTicket(world);
    accepted(await update(world, { items: [{ number: 1, title: "One", type: "code", ticket }] }));
    accepted(await update(world, { items: [{ number: 2, type: "task" }], tasks: [{ id: "a", files: ["x"] }] }));
    accepted(
      await update(world, { items: [{ number: 1, title: "Uno" }], tasks: [{ id: "a", tests: ["t"] }, { id: "b" }] }),
    );
    const { items, batches } = await view(world);
    expect(items).toMatchObject([
      { number: 1, title: "Uno", type: "code", documented: false, ticket },
      { number: 2, title: "Item 2", type: "task", documented: false, ticket: null },
    ]);
    expect(batches[0]?.tasks.map(({ id, files }) => ({ id, files }))).toEqual([
      { id: "a", files: ["x"] },
      { id: "b", files: [] },
    ]);
    accepted(await update(world, { items: [{ number: 1, ticket: null }] }));
    expect((await view(world)).items[0]?.ticket).toBeNull();
  });

  test("an update that changes nothing writes nothing, unless it has a name to be repeated by", async (world) => {
    accepted(await update(world, { items: [{ number: 1, type: "code" }], tasks: [{ id: "a" }] }));
    const before = await world.dump();
    expect(
      accepted(await update(world, { items: [{ number: 1, type: "code" }], tasks: [{ id: "a" }] })).event,
    ).toBeNull();
    expect(await world.dump()).toBe(before);
    expect(accepted(await update(world, { tasks: [{ id: "a" }], requestId: "r" })).event).toBe(await seqOf(world));
  });

  test("a task graph that can't be is refused, with nothing of it stored", async (world) => {
    accepted(await update(world, { items: [{ number: 1, type: "code" }], tasks: [{ id: "a" }] }));
    const bad: readonly (readonly [string, Partial<UpdateRunInput>, RegExp])[] = [
      [
        "task_cycle",
        {
          tasks: [
            { id: "x", dependsOn: ["y"] },
            { id: "y", dependsOn: ["x"] },
          ],
        },
        /x → y → x/,
      ],
      ["self_dependency", { tasks: [{ id: "x", dependsOn: ["x"] }] }, /itself/],
      ["unknown_dependency", { tasks: [{ id: "x", dependsOn: ["aa"] }] }, /Did you mean "a"/],
      ["duplicate_task", { tasks: [{ id: "x" }, { id: "x" }] }, /"x"/],
      ["blank_name", { tasks: [{ id: "  " }] }, /blank/],
      ["unknown_item", { tasks: [{ id: "x", item: 9 }] }, /item 9/],
      ["unknown_item_type", { items: [{ number: 2, type: "cod" }], tasks: [{ id: "x" }] }, /Did you mean "code"/],
      [
        "duplicate_item",
        {
          items: [
            { number: 2, type: "code" },
            { number: 2, type: "task" },
          ],
        },
        /twice/,
      ],
      ["invalid_item", { items: [{ number: 0, type: "code" }] }, /no item number/],
      ["ticket_not_found", { items: [{ number: 2, type: "code", ticket: "99" }] }, /#99/],
      ["too_long", { items: [{ number: 2, type: "code", title: "x".repeat(300) }] }, /title of item 2/],
      ["too_long", { tasks: [{ id: "x", description: "x".repeat(20_000) }] }, /about task "x"/],
      ["unstorable_text", { tasks: [{ id: "x", files: ["a\0b"] }] }, /NUL/],
      ["unstorable_text", { tasks: [{ id: "\ud800" }] }, /surrogate/],
      ["too_many", { tasks: Array.from({ length: 1001 }, (_, index) => ({ id: `t${index}` })) }, /1000 tasks/],
    ];
    const { history: _, ...before } = await view(world);
    for (const [code, fields, says] of bad) {
      expect(refused(await update(world, fields), code).error).toMatch(says);
      const { history: __, ...after } = await view(world);
      expect(after).toEqual(before);
    }
  });

  test("a bad first update begins no run", async (world) => {
    const before = await world.dump();
    refused(
      await update(world, { items: [{ number: 1, type: "code" }], tasks: [{ id: "x", dependsOn: ["y"] }] }),
      "unknown_dependency",
    );
    expect(await world.dump()).toBe(before);
  });

  test("a router without the fact that it needs is refused by the name of the fact", async (world) => {
    await complete(world, "collab-start");
    await complete(world, "gather-session-goals");
    const noItems = refused(await complete(world, "collab-clear"), "missing_fact");
    expect(noItems.facts).toMatchObject({ fact: "items", state: "clear-pre-item" });
    accepted(await update(world, { items: [{ number: 1, title: "One", type: "code" }] }));
    accepted(await complete(world, "collab-clear"));
    await leadTo(world, "rough-draft-handoff");
    const noTasks = refused(await complete(world, "rough-draft-handoff"), "missing_fact");
    expect(noTasks.facts).toMatchObject({ fact: "tasks", item_number: 1 });
    expect((await view(world)).documentedItems).toBe(0);
    expect((await rows(world))[0]).toMatchObject({
      kind: "refuse",
      data: { code: "missing_fact", from: "rough-draft-handoff", skill: "rough-draft-handoff" },
    });
  });

  test("the same request gets the same answer and moves nothing, the same name with another call is refused", async (world) => {
    const first = accepted(await complete(world, "collab-start", { requestId: "1" }));
    const before = await world.dump();
    expect(await complete(world, "collab-start", { requestId: "1" })).toEqual({ ...first, repeated: true });
    refused(await complete(world, "gather-session-goals", { requestId: "1" }), "request_reused");
    expect(await world.dump()).toBe(before);
    const added = accepted(await update(world, { tasks: [{ id: "a" }], requestId: "1" }));
    expect(await update(world, { tasks: [{ id: "a" }], requestId: "1" })).toEqual({ ...added, repeated: true });
    const done = accepted(await setTask(world, "a", "in_progress", { requestId: "1" }));
    accepted(await setTask(world, "a", "failed"));
    expect(await setTask(world, "a", "in_progress", { requestId: "1" })).toEqual({ ...done, repeated: true });
    expect((await view(world)).failedTasks).toBe(1);
  });

  test("a request that changed nothing at first does not act when it comes again later", async (world) => {
    accepted(await update(world, { tasks: [{ id: "a" }] }));
    const first = accepted(await setTask(world, "a", "pending", { requestId: "p" }));
    expect(first).toMatchObject({ changed: false, status: "pending" });
    accepted(await setTask(world, "a", "in_progress"));
    expect(await setTask(world, "a", "pending", { requestId: "p" })).toEqual({ ...first, repeated: true });
    expect((await view(world)).inProgressTasks).toEqual(["a"]);
  });

  test("an expected state that is not the run's is refused, and moves nothing", async (world) => {
    await complete(world, "collab-start");
    const refusal = refused(await complete(world, "gather-session-goals", { state: "collab-start" }), "state_mismatch");
    expect(refusal.facts).toMatchObject({ state: "gather-goals", given: "collab-start" });
    expect((await view(world)).state).toBe("gather-goals");
    accepted(await complete(world, "gather-session-goals", { state: "gather-goals" }));
  });

  test("a task starts when its dependencies are completed, and what is final stays", async (world) => {
    accepted(await update(world, { tasks: [{ id: "a" }, { id: "b", dependsOn: ["a"] }] }));
    refused(await setTask(world, "b", "in_progress"), "dependencies_open");
    refused(await setTask(world, "c", "in_progress"), "unknown_task");
    refused(await setTask(world, "a", "started"), "unknown_status");
    refused(await setTask(world, "a", "dropped"), "missing_reason");
    await world.advance(MINUTE);
    expect(accepted(await setTask(world, "a", "completed"))).toMatchObject({
      previousStatus: "pending",
      status: "completed",
      batch_index: 0,
      unfinished: [],
    });
    refused(await setTask(world, "a", "pending"), "task_final");
    refused(await update(world, { tasks: [{ id: "a", dependsOn: ["b"] }] }), "task_started");
    accepted(await setTask(world, "b", "dropped", { reason: "not needed" }));
    const { batches, history, completedTasks, droppedTasks, lastActivity } = await view(world);
    expect({ completedTasks, droppedTasks, lastActivity }).toEqual({
      completedTasks: ["a"],
      droppedTasks: ["b"],
      lastActivity: iso(START + MINUTE),
    });
    expect(batches[0]?.tasks[0]).toMatchObject({ by: "bob", since: iso(START + MINUTE) });
    expect(history.at(-1)).toMatchObject({
      kind: "edit",
      task: "b",
      status: "dropped",
      text: "not needed",
      who: "bob",
    });
    expect(history.filter((entry) => entry.kind === "refuse").map((entry) => [entry.code, entry.task])).toEqual([
      ["dependencies_open", "b"],
      ["unknown_task", null],
      ["unknown_status", "a"],
      ["missing_reason", "a"],
      ["task_final", "a"],
      ["task_started", null],
    ]);
  });

  test("a batch with a failed task can't be completed, until it is retried", async (world) => {
    const tasks = [
      { id: "a", item: 1 },
      { id: "b", item: 1 },
    ];
    accepted(await update(world, { items: [{ number: 1, type: "bugfix" }], tasks }));
    await leadTo(world, "executing-plans");
    accepted(await setTask(world, "a", "completed"));
    accepted(await setTask(world, "b", "failed"));
    const refusal = refused(await complete(world, "executing-plans"), "batch_unfinished");
    expect(refusal.recovery).toContain('update_task_status with task "b" and status "in_progress"');
    expect(await view(world)).toMatchObject({ currentBatch: 0, params: { batch_index: 0 }, failedTasks: 1 });
    accepted(await setTask(world, "b", "in_progress"));
    accepted(await setTask(world, "b", "completed"));
    accepted(await complete(world, "executing-plans"));
  });

  test("a run that is over takes no skill, item or task", async (world) => {
    accepted(await update(world, { items: [{ number: 1, type: "bugfix" }], tasks: [{ id: "a", item: 1 }] }));
    accepted(await setTask(world, "a", "completed"));
    await leadTo(world, "collab-cleanup");
    expect(accepted(await complete(world, "collab-cleanup"))).toMatchObject({
      next_skill: null,
      done: true,
      state: "done",
    });
    refused(await complete(world, "collab-cleanup"), "run_over");
    refused(await update(world, { tasks: [{ id: "late" }] }), "run_over");
    expect(await view(world)).toMatchObject({
      done: true,
      skill: null,
      hasSnapshot: false,
      phase: "done",
      totalTasks: 1,
    });
  });

  test("an unknown run is refused with the one that was probably meant", async (world) => {
    const none = refused(await viewRun(world.app, RUN), "run_not_found");
    expect(none.recovery).toBe(
      'begin it: do the work of "collab-start", then call complete_skill with skill "collab-start".',
    );
    accepted(await complete(world, "collab-start"));
    const near = refused(await viewRun(world.app, { project: "shop/wep", session: "mondy 100%" }), "run_not_found");
    expect(near.facts["nearest"]).toEqual(RUN);
    const before = await world.dump();
    refused(
      await updateTaskStatus(world.app, ann, { project: "shop/web", session: "x", task: "a", status: "failed" }),
      "run_not_found",
    );
    expect(await world.dump()).toBe(before);
  });

  test("names of runs may hold any character that is seen, and no two run into each other", async (world) => {
    const names: RunName[] = [
      { project: "a/b", session: "c" },
      { project: "a", session: "b/c" },
      { project: "a%2Fb", session: "c" },
      { project: "a ", session: "c" },
      { project: "😀".repeat(100), session: "😀".repeat(100) },
      { project: "'\"\\", session: "'; DROP TABLE run; --" },
    ];
    for (const name of names) {
      accepted(await completeSkill(world.app, ann, { ...name, skill: "collab-start", requestId: "é".repeat(100) }));
    }
    for (const name of names) expect(await view(world, name)).toMatchObject({ ...name, history: [{}, {}] });
    expect(await listRuns(world.app, 100)).toHaveLength(names.length);
    const bad: readonly (readonly [string, RunName])[] = [
      ["blank_name", { project: " ", session: "c" }],
      ["blank_name", { project: "a", session: "" }],
      ["too_long", { project: "x".repeat(101), session: "c" }],
      ["invalid_name", { project: "a\n", session: "c" }],
      ["unstorable_text", { project: "a\0", session: "c" }],
      ["unstorable_text", { project: "a", session: "\udc00" }],
    ];
    for (const [code, name] of bad) {
      refused(await completeSkill(world.app, ann, { ...name, skill: "collab-start" }), code);
      refused(await viewRun(world.app, name), code);
    }
  });

  test("runs are listed by what was done on them last, with their counts", async (world) => {
    accepted(await update(world, { items: [{ number: 1, type: "bugfix" }], tasks: [{ id: "a" }, { id: "b" }] }));
    await world.advance(MINUTE);
    accepted(await completeSkill(world.app, uma, { project: "other", session: "1", skill: "collab-start" }));
    await world.advance(MINUTE);
    accepted(await setTask(world, "a", "failed"));
    expect(await listRuns(world.app, 10)).toEqual([
      {
        ...RUN,
        workflow: "skill",
        state: "collab-start",
        phase: "brainstorming",
        skill: "collab-start",
        done: false,
        startedAt: iso(START),
        lastActivity: iso(START + 2 * MINUTE),
        totalItems: 1,
        documentedItems: 0,
        totalTasks: 2,
        completedTasks: 0,
        failedTasks: 1,
      },
      expect.objectContaining({ project: "other", skill: "gather-session-goals", lastActivity: iso(START + MINUTE) }),
    ]);
    expect(await listRuns(world.app, 1)).toHaveLength(1);
  });

  test("another workflow leads a run its own way, and stays with it when the process has another", async (world) => {
    const small = { ...world, app: appOn(world.board, { runs: SMALL_RUNS }) };
    // Its start is a router: where the run begins depends on what it is given.
    const refusal = refused(await update(small, { tasks: [{ id: "a" }] }), "missing_fact");
    expect(refusal.facts).toMatchObject({ fact: "items" });
    const begun = accepted(await update(small, { items: [{ number: 4, type: "page" }], tasks: [{ id: "a" }] }));
    expect(begun).toMatchObject({ state: "draw", next_skill: "draw", params: { item_number: 4 } });
    // From here on by a process that is configured with the shipped one.
    expect(accepted(await complete(world, "draw"))).toMatchObject({ next_skill: "build", params: { batch_index: 0 } });
    expect(await view(world)).toMatchObject({ workflow: "small", workflowHash: "small-1", documentedItems: 1 });
    expect(await listRuns(world.app, 1)).toMatchObject([{ workflow: "small", skill: "build" }]);
    refused(await complete(world, "build"), "batch_unfinished");
    accepted(await setTask(world, "a", "completed"));
    expect(accepted(await complete(world, "build"))).toMatchObject({ done: true, state: "over" });
    const other = await completeSkill(world.app, ann, { ...RUN, session: "next", skill: "collab-start" });
    expect(accepted(other).next_skill).toBe("gather-session-goals");
  });

  test("words of a run can be redacted, and it goes on", async (world) => {
    const secret = "the key is hunter2";
    accepted(await update(world, { items: [{ number: 1, type: "bugfix", title: secret }] }));
    const titled = await seqOf(world);
    accepted(await update(world, { tasks: [{ id: "a", description: secret, files: [secret] }] }));
    const detailed = await seqOf(world);
    accepted(await setTask(world, "a", "dropped", { reason: secret, requestId: "x" }));
    const reasoned = await seqOf(world);
    for (const seq of [titled, detailed, reasoned]) {
      accepted(await redactText(world.app, maria, { seq, reason: "A password" }));
    }
    expect(await world.dump()).not.toContain(secret);
    const { items, batches, history } = await view(world);
    expect(items[0]?.title).toBe("[redacted]");
    expect(batches[0]?.tasks[0]).toMatchObject({ description: "[redacted]", files: [] });
    expect(history.at(-1)).toMatchObject({ kind: "redact" });
    accepted(await complete(world, "collab-start"));
  });

  test("of agents who complete tasks of one run at once, none loses its update", async (world) => {
    const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
    accepted(await update(world, { tasks: ids.map((id) => ({ id })) }));
    await Promise.all(ids.map((id) => setTask(world, id, "completed").then(accepted)));
    expect((await view(world)).completedTasks.toSorted()).toEqual(ids.toSorted());
    expect((await rows(world)).filter((row) => row.data["status"] === "completed")).toHaveLength(ids.length);
  });

  test("of agents who begin the same run at once, one begins it and one goes on", async (world) => {
    const answers = await Promise.all([complete(world, "collab-start"), complete(world, "collab-start")]);
    expect(answers.map((answer) => ("code" in answer ? answer.code : answer.state)).toSorted()).toEqual([
      "gather-goals",
      "wrong_skill",
    ]);
    expect((await rows(world)).map((row) => row.kind).toSorted()).toEqual(["create", "move", "refuse"]);
  });
}
