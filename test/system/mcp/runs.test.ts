import { DatabaseSync } from "node:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { adoptWorkflow } from "../../../src/app/workflows/adopt.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { openBoard } from "../../../src/store/open.ts";
import { hashWorkflow } from "../../../src/workflows/hash.ts";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { appOn, maria } from "../../support/worlds/world.ts";
import { buildTransitionContext, type RunStanding } from "../../../src/library.ts";

const RUN = { project: "/home/ann/shop", session: "2026-11-15" };

/** The skill that is completed, and what the answer has to say. Written by hand from the table of states. */
type Line = readonly [skill: string, next: string | null, params: object, action: "clear" | "none", state: string];

const ITEM_1: object = { item_number: 1 };
const ITEM_2: object = { item_number: 2 };
const TABLE: readonly Line[] = [
  ["collab-start", "gather-session-goals", {}, "none", "gather-goals"],
  ["gather-session-goals", "collab-clear", {}, "clear", "clear-pre-item"],
  // The first item is code.
  ["collab-clear", "brainstorming-exploring", ITEM_1, "none", "brainstorm-exploring"],
  ["brainstorming-exploring", "collab-clear", ITEM_1, "clear", "clear-bs1"],
  ["collab-clear", "brainstorming-clarifying", ITEM_1, "none", "brainstorm-clarifying"],
  ["brainstorming-clarifying", "collab-clear", ITEM_1, "clear", "clear-bs2"],
  ["collab-clear", "brainstorming-designing", ITEM_1, "none", "brainstorm-designing"],
  ["brainstorming-designing", "collab-clear", ITEM_1, "clear", "clear-bs3"],
  ["collab-clear", "brainstorming-validating", ITEM_1, "none", "brainstorm-validating"],
  ["brainstorming-validating", "collab-clear", ITEM_1, "clear", "clear-pre-rough"],
  ["collab-clear", "rough-draft-interface", ITEM_1, "none", "rough-draft-interface"],
  ["rough-draft-interface", "collab-clear", ITEM_1, "clear", "clear-rd1"],
  ["collab-clear", "rough-draft-pseudocode", ITEM_1, "none", "rough-draft-pseudocode"],
  ["rough-draft-pseudocode", "collab-clear", ITEM_1, "clear", "clear-rd2"],
  ["collab-clear", "rough-draft-skeleton", ITEM_1, "none", "rough-draft-skeleton"],
  ["rough-draft-skeleton", "collab-clear", ITEM_1, "clear", "clear-rd3"],
  ["collab-clear", "build-task-graph", ITEM_1, "none", "build-task-graph"],
  ["build-task-graph", "collab-clear", ITEM_1, "clear", "clear-rd4"],
  ["collab-clear", "rough-draft-handoff", ITEM_1, "none", "rough-draft-handoff"],
  ["rough-draft-handoff", "collab-clear", {}, "clear", "clear-post-item"],
  // The second is a task.
  ["collab-clear", "brainstorming-exploring", ITEM_2, "none", "brainstorm-exploring"],
  ["brainstorming-exploring", "collab-clear", ITEM_2, "clear", "clear-bs1"],
  ["collab-clear", "brainstorming-clarifying", ITEM_2, "none", "brainstorm-clarifying"],
  ["brainstorming-clarifying", "collab-clear", ITEM_2, "clear", "clear-bs2"],
  ["collab-clear", "brainstorming-designing", ITEM_2, "none", "brainstorm-designing"],
  ["brainstorming-designing", "collab-clear", ITEM_2, "clear", "clear-bs3"],
  ["collab-clear", "brainstorming-validating", ITEM_2, "none", "brainstorm-validating"],
  ["brainstorming-validating", "task-planning", ITEM_2, "none", "task-planning"],
  ["task-planning", "collab-clear", {}, "clear", "clear-post-item"],
  // The third is a bug.
  ["collab-clear", "systematic-debugging", { item_number: 3 }, "none", "systematic-debugging"],
  ["systematic-debugging", "collab-clear", {}, "clear", "clear-post-item"],
  ["collab-clear", "ready-to-implement", {}, "none", "ready-to-implement"],
  ["ready-to-implement", "collab-clear", {}, "clear", "clear-pre-execute"],
  ["collab-clear", "executing-plans", { batch_index: 0 }, "none", "execute-batch"],
  ["executing-plans", "collab-clear", {}, "clear", "clear-post-batch"],
  ["collab-clear", "executing-plans", { batch_index: 1 }, "none", "execute-batch"],
  ["executing-plans", "collab-clear", {}, "clear", "clear-post-batch"],
  ["collab-clear", "executing-plans", { batch_index: 2 }, "none", "execute-batch"],
  ["executing-plans", "collab-clear", {}, "clear", "clear-post-batch"],
  ["collab-clear", "finishing-a-development-branch", {}, "none", "workflow-complete"],
  ["finishing-a-development-branch", "collab-cleanup", {}, "none", "cleanup"],
  ["collab-cleanup", null, {}, "none", "done"],
];

/** Seven tasks of the first item in three batches. */
const GRAPH = `
tasks:
  - id: schema
    files: [src/schema.ts]
    tests: [src/schema.test.ts]
    description: The table of authors
  - id: "words"
    files:
      - src/words.ts
  - files: [src/style.css]
    id: style
  - id: store
    depends-on: [schema]
  - id: page
    depends-on:
      - words
      - style
    parallel: true
  - id: search
    depends-on: [store, page]
  - id: help
    depends-on: [page]
`;
const BATCHES = [
  ["schema", "words", "style"],
  ["store", "page"],
  ["search", "help"],
];

/** With those of the other two items. */
const ALL_BATCHES = [
  ["schema", "words", "style", "prints"],
  ["store", "page"],
  ["search", "help", "rounding"],
];

let office: Office;
let desk: Desk;

beforeEach(async () => {
  office = openOffice();
  desk = await office.connect();
});

afterEach(() => office.close());

/** All of the ledger, by another program. */
function ledger(): readonly { kind: string; payload: string }[] {
  const db = new DatabaseSync(office.database, { readOnly: true });
  try {
    const rows = db.prepare("SELECT kind, payload FROM ledger ORDER BY seq").all();
    return rows.map((row) => ({ kind: String(row["kind"]), payload: String(row["payload"]) }));
  } finally {
    db.close();
  }
}

async function facts(): Promise<Record<string, unknown>> {
  const { history: _, ...rest } = await desk.whole("get_run", RUN);
  return rest;
}

/** Refused, with what is refused in the ledger and nothing else changed. */
async function refusedInVain(tool: string, args: object, code: string): Promise<Record<string, unknown>> {
  const [before, rows] = [await facts(), ledger()];
  const refusal = await desk.refused(tool, { ...RUN, ...args });
  expect(refusal["code"]).toBe(code);
  expect(await facts()).toEqual(before);
  const after = ledger();
  expect(after.slice(0, rows.length)).toEqual(rows);
  expect(after.slice(rows.length).map(({ kind }) => kind)).toEqual(["refuse"]);
  return refusal;
}

/** The same call twice: the second is answered like the first, and writes nothing. */
async function twice(tool: string, args: object): Promise<Record<string, unknown>> {
  const answer = await desk.ok(tool, { ...RUN, ...args });
  const [run, rows] = [await desk.ok("get_run", RUN), ledger()];
  expect(await desk.ok(tool, { ...RUN, ...args })).toEqual({ ...answer, repeated: true });
  expect(await desk.ok("get_run", RUN)).toEqual(run);
  expect(ledger()).toEqual(rows);
  return answer;
}

async function workOn(batch: number): Promise<void> {
  const [first = "", ...others] = ALL_BATCHES[batch] ?? [];
  for (const task of ALL_BATCHES[batch + 1] ?? []) {
    await refusedInVain("update_task_status", { task, status: "in_progress" }, "dependencies_open");
  }
  await twice("update_task_status", { task: first, status: "in_progress", request_id: `${first} begins` });
  const open = await refusedInVain("complete_skill", { skill: "executing-plans" }, "batch_unfinished");
  expect(open["tasks"]).toMatchObject([
    { id: first, status: "in_progress" },
    ...others.map((id) => ({ id, status: "pending" })),
  ]);
  for (const task of others)
    await twice("update_task_status", { task, status: "completed", request_id: `${task} is done` });
  if (batch === 1) {
    await twice("update_task_status", { task: first, status: "failed", reason: "red", request_id: "it fails" });
    const failed = await refusedInVain("complete_skill", { skill: "executing-plans" }, "batch_unfinished");
    expect(failed["tasks"]).toEqual([{ id: first, status: "failed", dependsOn: ["schema"] }]);
    await refusedInVain("update_task_status", { task: "search", status: "in_progress" }, "dependencies_open");
    await twice("update_task_status", { task: first, status: "in_progress", request_id: "once more" });
  }
  await twice("update_task_status", { task: first, status: "completed", request_id: `${first} is done` });
  await refusedInVain("update_task_status", { task: first, status: "failed" }, "task_final");
}

it("a run with three items and nine tasks goes the way of the table, and no other", async () => {
  const ticket = await desk.ticket();
  const skills = new Set(TABLE.map(([skill]) => skill));
  for (const [index, [skill, next, params, action, state]] of TABLE.entries()) {
    const at = TABLE[index - 1]?.[4] ?? "collab-start";
    if (skill === "gather-session-goals") {
      const items = [
        { number: 1, title: "Search by author", type: "code", status: "pending", ticket },
        { number: 2, title: "Order the prints", type: "task", status: "pending" },
        { number: 3, title: "Prices are rounded twice", type: "bugfix", status: "pending" },
      ];
      expect(await twice("update_run", { items, request_id: "items" })).toMatchObject({ total_items: 3 });
    }
    if (skill === "rough-draft-handoff") {
      expect(await desk.ok("get_run", RUN)).toMatchObject({
        batches: BATCHES.map((ids) => ({ tasks: ids.map((id) => ({ id, item: 1 })) })),
      });
    }
    if (skill === "build-task-graph") {
      expect((await twice("update_run", { graph: GRAPH, request_id: "graph" }))["batches"]).toEqual(BATCHES);
    }
    if (skill === "task-planning" || skill === "systematic-debugging") {
      const missing = await refusedInVain("complete_skill", { skill }, "missing_fact");
      const task = skill === "task-planning" ? { id: "prints" } : { id: "rounding", dependsOn: ["store"] };
      expect(missing).toMatchObject({ fact: "tasks", item_number: skill === "task-planning" ? 2 : 3 });
      await twice("update_run", { tasks: [task], request_id: `${task.id} is planned` });
    }
    if (skill === "ready-to-implement") {
      expect(await desk.ok("get_run", RUN)).toMatchObject({
        batches: ALL_BATCHES.map((ids) => ({ tasks: ids.map((id) => ({ id })) })),
      });
    }
    if (skill === "executing-plans") await workOn(Number((await facts())["currentBatch"]));
    if (index > 0) {
      const wrong = [...skills].filter((other) => other !== skill);
      const other = wrong[(index * 7) % wrong.length] ?? "";
      const refusal = await refusedInVain("complete_skill", { skill: other }, "wrong_skill");
      expect(refusal).toMatchObject({ state: at, skill, given: other });
      await refusedInVain("complete_skill", { skill: "no-such-skill" }, "wrong_skill");
      const elsewhere = await refusedInVain("complete_skill", { skill, state: "nowhere" }, "state_mismatch");
      expect(elsewhere).toMatchObject({ state: at, skill });
      expect(await facts()).toMatchObject({ state: at, skill });
    }
    const answer = await twice("complete_skill", { skill, state: at, request_id: `step ${index}` });
    // Which handoffs of its ticket are due is another story.
    const { event: _, handoffs: __, ...said } = answer;
    expect(said).toEqual({ next_skill: next, params, action, state, done: next === null });
  }
  await refusedInVain("complete_skill", { skill: "collab-cleanup" }, "run_over");
  expect(await desk.ok("get_run", RUN)).toMatchObject({
    done: true,
    phase: "done",
    documentedItems: 3,
    completedTasks: [...BATCHES.flat().toSorted((a, b) => GRAPH.indexOf(a) - GRAPH.indexOf(b)), "prints", "rounding"],
    items: [{ ticket: String(ticket) }, { ticket: null }, { ticket: null }],
  });
  const moves = ledger().filter(({ kind }) => kind === "move");
  expect(moves).toHaveLength(TABLE.length);
});

it("a process that knows nothing goes on where the run stands, by the tool and by the resource", async () => {
  await desk.ok("complete_skill", { ...RUN, skill: "collab-start" });
  const other = await office.connect();
  const run = await other.ok("get_run", RUN);
  expect(run).toMatchObject({ state: "gather-goals", skill: "gather-session-goals", hasSnapshot: true });
  const uri = `signalbox://run/${encodeURIComponent(RUN.project)}/${RUN.session}`;
  const read = await other.client.request("resources/read", { uri });
  expect(read.result).toMatchObject({ contents: [{ uri, text: JSON.stringify(run) }] });
  for (const missing of ["signalbox://run/a/b", "signalbox://run/%/b", "signalbox://run/a", "signalbox://run/a/b/c"]) {
    expect((await other.client.request("resources/read", { uri: missing })).error).toBeDefined();
  }
});

it("a run is read under the names that programs are written for", async () => {
  await desk.ok("update_run", {
    ...RUN,
    items: [{ number: 1, type: "code" }],
    tasks: [{ id: "a" }, { id: "b", dependsOn: ["a"] }],
  });
  const begun = await desk.ok("complete_skill", { ...RUN, skill: "collab-start" });
  expect(Object.keys(begun)).toEqual(expect.arrayContaining(["next_skill", "params", "action", "state", "done"]));
  const run = await desk.ok("get_run", RUN);
  expect(run).toMatchObject({
    state: "gather-goals",
    skill: "gather-session-goals",
    lastActivity: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    currentItem: null,
    hasSnapshot: true,
    currentBatch: null,
    completedTasks: [],
    pendingTasks: ["a", "b"],
    totalItems: 1,
    documentedItems: 0,
    batches: [
      { id: "0", status: "pending", tasks: [{ id: "a", status: "pending", dependsOn: [] }] },
      { id: "1", status: "pending", tasks: [{ id: "b", status: "pending", dependsOn: ["a"] }] },
    ],
  });
  expect(run).toHaveProperty("phase");
  const context = buildTransitionContext(run as unknown as RunStanding);
  expect(context).toEqual({ itemsRemaining: 1, batchesRemaining: 2 });
});

it("what can't be read as a graph is refused with its place, and stores nothing", async () => {
  await desk.ok("update_run", { ...RUN, items: [{ number: 1, type: "code", documented: true }] });
  const before = [await desk.ok("get_run", RUN), ledger()];
  for (const [graph, says] of [
    ["tasks:\n  - id: a\n   files: [x]\n", "line 3, column"],
    ["tasks:\n  - id: a\n    id: b\n", "line 3, column 5"],
    [`tasks:\n${"  - id: x\n".repeat(100_000)}`, "262144 are taken"],
  ]) {
    const refusal = await desk.refused("update_run", { ...RUN, items: [{ number: 2, type: "task" }], graph });
    expect(refusal["error"]).toContain(says);
  }
  expect([await desk.ok("get_run", RUN), ledger()]).toEqual(before);
  const cycle = await desk.refused("update_run", {
    ...RUN,
    graph: "tasks:\n - {id: a, depends-on: b}\n - {id: b, depends-on: a}\n",
  });
  expect(cycle).toMatchObject({ code: "task_cycle", cycle: ["a", "b", "a"] });
  const warned = await desk.ok("update_run", {
    ...RUN,
    items: [{ number: 1, documented: true }],
    tasks: [{ id: 1.5, status: "completed" }],
  });
  expect(warned).toMatchObject({
    batches: [["1.5"]],
    warnings: ['Of item 1, "documented" was not taken over.', 'Of task "1.5", "status" was not taken over.'],
  });
});

it("a run keeps the workflow that it began with, whatever is adopted or configured later", async () => {
  await desk.ticket();
  const shipped = join(import.meta.dirname, "../../../workflows/skill.json");
  const own = JSON.parse(readFileSync(shipped, "utf8")) as Workflow;
  own.name = "own";
  own.states["gather-goals"] = { ...own.states["gather-goals"], skill: "collect-goals" };
  const begin = (name: string) => ({ ...RUN, session: name, skill: "collab-start" });
  expect(await desk.ok("complete_skill", begin("first"))).toMatchObject({ next_skill: "gather-session-goals" });

  await adoptRuns(own);
  // The server that runs begins new runs by it, and goes on with the others as they began.
  expect(await desk.ok("complete_skill", begin("second"))).toMatchObject({ next_skill: "collect-goals" });
  const configured = await office.connect({ SIGNALBOX_RUN_WORKFLOW: shipped });
  expect(await configured.ok("complete_skill", begin("third"))).toMatchObject({ next_skill: "collect-goals" });
  for (const server of [desk, configured]) {
    const run = (session: string) => server.ok("get_run", { ...RUN, session });
    expect(await run("first")).toMatchObject({ workflow: "skill", skill: "gather-session-goals" });
    expect(await run("second")).toMatchObject({ workflow: "own", skill: "collect-goals" });
    expect(await run("third")).toMatchObject({ workflow: "own", skill: "collect-goals" });
  }
  const done = { state: "clear-pre-item" };
  const first = { ...RUN, session: "first", skill: "gather-session-goals" };
  expect(await configured.ok("complete_skill", first)).toMatchObject(done);
  const second = { ...RUN, session: "second", skill: "collect-goals" };
  expect(await configured.ok("complete_skill", second)).toMatchObject(done);
});

async function adoptRuns(workflow: Workflow): Promise<void> {
  const board = await openBoard({ database: office.database });
  try {
    const adoption = await adoptWorkflow(appOn(board), maria, { part: "run", workflow, hash: hashWorkflow(workflow) });
    expect(adoption).toMatchObject({ adopted: true });
  } finally {
    await board.close();
  }
}
