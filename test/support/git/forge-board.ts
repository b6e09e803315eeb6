// A board beside a project in git, in this process, by the workflow that `signalbox init --proof` writes for that project.

import { join } from "node:path";
import type { App, Caller } from "../../../src/app/app.ts";
import { checkTicket, type CheckTicketInput } from "../../../src/app/evidence/check-ticket.ts";
import type { HandoffAnswer, HandoffInput } from "../../../src/app/tickets/handoff.ts";
import type { Key } from "../../../src/engine/facts.ts";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import type { GuardSpec, Workflow } from "../../../src/engine/workflow/format.ts";
import { GitCheckout } from "../../../src/git/checkout.ts";
import { proofFile } from "../../../src/setup/proof/proof-file.ts";
import { openBoard } from "../../../src/store/open.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { accepted, hand, locked, stateOf, ticketIn } from "../worlds/steps.ts";
import { dump } from "../worlds/sqlite-world.ts";
import { ann, appOn, START, type World } from "../worlds/world.ts";
import { NODE_TEST, nodeTests } from "./checked.ts";
import { changed, land, makeProject, MERGE, type Project } from "./project.ts";

export interface ForgeBoard extends World {
  readonly project: Project;
  readonly checkout: GitCheckout;
  readonly database: string;
}

const PASSING = nodeTests(2);
export const FAILING = nodeTests(1, 'test("no", () => { throw new Error("no"); });');

/** The text that `signalbox init --proof` writes, read. */
function writtenWorkflow({ remote }: Project): Workflow {
  const { workflow } = shipped("ticket-proof");
  const edit = proofFile(workflow, { tests: NODE_TEST, base: "main", remote }).add(null, ["signalbox"]);
  if (!("text" in edit)) throw new Error("it writes no file");
  return JSON.parse(edit.text) as Workflow;
}

/** The base has tests that pass, so that none of a branch's are needed. */
export async function openForgeBoard(): Promise<ForgeBoard> {
  const project = makeProject();
  project.merger.commit("Tests", { "base.test.mjs": PASSING });
  project.merger.git("push", "--quiet", "origin", "main");
  project.agent.update();
  const { folder, agent } = project;
  const database = join(folder, "board.db");
  let now = START;
  const board = await openBoard({ database, synchronous: "OFF", clock: () => now });
  const places = { mirror: join(folder, "mirror"), scratch: join(folder, "checks") };
  const checkout = new GitCheckout({ folder: agent.folder, ...places, env: process.env });
  return {
    project,
    checkout,
    database,
    board,
    app: appOn(board, { machine: compile(writtenWorkflow(project)), git: checkout }),
    advance: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    dump: () => Promise.resolve(dump(database)),
    close: async () => {
      await board.close();
      project.remove();
    },
  };
}

/** The same board by a workflow whose guards were changed; null: a guard that is gone. */
export function withGuards(board: ForgeBoard, change: (guard: GuardSpec) => GuardSpec | null): ForgeBoard {
  const { workflow } = board.app.machine;
  const edges = workflow.edges.map(({ guards, takes, ...edge }) => {
    const left = guards?.flatMap((guard) => change(guard) ?? []) ?? [];
    return { ...edge, ...(takes && left.length > 0 ? { takes } : {}), ...(left.length > 0 ? { guards: left } : {}) };
  });
  const { merge: _, follow: __, ...rest } = workflow;
  return { ...board, app: { ...board.app, machine: compile({ ...rest, edges }) } };
}

/** Something happens between the look and the commit, once. */
export function meanwhile(board: ForgeBoard, happens: () => Promise<unknown>): ForgeBoard {
  let left = 1;
  const commit: App["board"]["commit"] = async (plan) => {
    if (left-- > 0) await happens();
    return board.board.commit(plan);
  };
  return { ...board, app: { ...board.app, board: { ...board.board, commit } } };
}

/** A branch with work, not pushed; its head. */
export function work({ project: { agent } }: ForgeBoard, files: Readonly<Record<string, string>> = {}): string {
  agent.update();
  agent.git("checkout", "--quiet", "-B", "feature");
  return agent.commit("Work", { "a.txt": changed({ 10: "ten, by the branch" }), "a.test.mjs": PASSING, ...files });
}

/** In the state in which it is built, in somebody's hands. */
export async function building(board: ForgeBoard, by: Caller = ann): Promise<Key> {
  const key = await ticketIn(board, "Plan in Review");
  await locked(board, by, key, "impl");
  return key;
}

/** As `signalbox check` does; whether all passed. */
export async function check(board: ForgeBoard, key: Key, input: Partial<CheckTicketInput> = {}): Promise<boolean> {
  return accepted(await checkTicket(board.app, ann, board.checkout, { key, ...input })).passed;
}

export function submit(
  board: ForgeBoard,
  by: Caller,
  key: Key,
  input: Partial<HandoffInput> = {},
): Promise<HandoffAnswer | Refusal> {
  return hand(board, by, key, { command: "impl", intent: "complete", ...input });
}

/** As an agent closes a ticket that it did not work on. */
export function close(
  board: ForgeBoard,
  by: Caller,
  key: Key,
  input: Partial<HandoffInput> = {},
): Promise<HandoffAnswer | Refusal> {
  return hand(board, by, key, { command: "hero", intent: "close", ...input });
}

/** Built, tested and handed in, by the book. */
export async function handedIn(board: ForgeBoard, by: Caller = ann, commit = work(board)): Promise<Key> {
  const key = await building(board, by);
  await check(board, key, { commit });
  accepted(await submit(board, by, key, { commit }));
  return key;
}

/** Somebody merges the branch, and Signalbox has seen it. */
export async function merged(board: ForgeBoard, key: Key): Promise<void> {
  board.project.agent.git("push", "--quiet", "--force", "origin", "feature");
  land(board.project, ...MERGE);
  if (!(await check(board, key, { name: "landed" }))) throw new Error("the merge was not seen");
}

/** Whether it got where the forger wanted it, and the last thing that it was told. */
export async function outcome(
  board: ForgeBoard,
  key: Key,
  wanted: readonly string[],
  ...answers: readonly (HandoffAnswer | Refusal)[]
): Promise<{ readonly landed: boolean; readonly why: string }> {
  const state = await stateOf(board, key);
  const codes = answers.map((answer) => (isRefusal(answer) ? answer.code : "accepted"));
  return { landed: wanted.includes(state ?? ""), why: `${codes.join(", ")}: it stands in "${state}".` };
}
