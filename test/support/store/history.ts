// A board's life in short: something of every kind of row, and something in every table.

import { createHash } from "node:crypto";
import { adoptWorkflow } from "../../../src/app/workflows/adopt.ts";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import { authorOf, type App } from "../../../src/app/app.ts";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import type { Entry } from "../../../src/app/commit/plan.ts";
import { recordFact } from "../../../src/app/evidence/record-fact.ts";
import { retractFact } from "../../../src/app/evidence/retract-fact.ts";
import { redactText } from "../../../src/app/ledger/redact.ts";
import { releaseClaim } from "../../../src/app/claims/release.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { ann, bob, maria } from "../worlds/world.ts";

/** What somebody should not have written. */
export const SECRET = "the key is hunter2";

/** The ledger rows that tests have business with. */
export interface History {
  readonly adopt: number;
  readonly create: number;
  readonly link: number;
  readonly move: number;
  readonly claim: number;
  readonly refuse: number;
  readonly comment: number;
  readonly edit: number;
  readonly propagate: number;
  readonly run: number;
  /** A fact that somebody says has failed. */
  readonly fail: number;
  readonly leak: number;
  readonly redact: number;
  readonly last: number;
}

export async function writeHistory(app: App): Promise<History> {
  const { workflow } = app.machine;
  const hash = createHash("sha256").update(JSON.stringify(workflow)).digest("hex");
  await adoptWorkflow(app, maria, { part: "ticket", workflow, hash });
  const adopt = await last(app);

  const create = await event(
    createTicket(app, maria, { title: "Epic “one” 🚂", body: "Zeile\u2028zwei", labels: ["a b"] }),
  );
  for (const title of ["Find out", "Then build", "Something else"]) {
    await event(createTicket(app, ann, { title, estimate: "S", parent: "1", requestId: title }));
  }
  await event(createTicket(app, ann, { title: "Blocked", blockedBy: ["2", "4"] }));
  const link = await event(updateTicket(app, maria, { key: "3", addBlockers: ["2"] }));
  await event(updateTicket(app, maria, { key: "5", removeBlockers: ["4"] }));

  const move = await event(
    handoff(app, maria, { key: "2", toState: "Research Needed", reason: "Nobody knows how it works" }),
  );
  const claim = await event(
    handoff(app, ann, { key: "2", command: "research", intent: "lock", reason: "I look", requestId: "r1" }),
  );
  await refused(handoff(app, bob, { key: "2", command: "research", intent: "lock", reason: "Me too" }));
  const refuse = await last(app);
  const comment = await event(addComment(app, ann, { key: "2", body: "It is the cache", requestId: "c1" }));
  const edit = await event(updateTicket(app, ann, { key: "2", title: "Find out about the cache", priority: "P1" }));
  await event(releaseClaim(app, maria, { key: "2", reason: "Ann is ill" }));

  await event(handoff(app, maria, { key: "1", toState: "Research Needed", reason: "All of it" }));
  await advanceChildren(app, maria, { key: "1", targetState: "Research Needed" });
  const propagate = await last(app);
  await event(handoff(app, maria, { key: "4", toState: "Human Needed", reason: "Stuck" }));
  await event(createTicket(app, ann, { title: "Quick" }));
  await event(createTicket(app, ann, { title: "Behind it", blockedBy: ["6"] }));
  await event(handoff(app, maria, { key: "6", toState: "Done", reason: "That was quick" }));

  await write(app, [
    {
      kind: "create",
      subject: { type: "session", key: "s1" },
      by: authorOf(ann),
      data: { to: "BACKLOG" },
      texts: { metadata: '{"why":"test"}' },
      changes: [
        {
          table: "session",
          key: { id: "s1" },
          set: { ticket: "2", state: "BACKLOG", started_at: 1, entered_at: 1, seen_at: 1, version: 1 },
        },
      ],
    },
  ]);
  const run = await write(app, [
    {
      kind: "create",
      subject: { type: "run", key: "p/s1" },
      by: authorOf(ann),
      data: {},
      changes: [
        {
          table: "run",
          key: { key: "p/s1" },
          set: { project: "p", session: "s1", workflow: "x", state: "start", started_at: 1, updated_at: 1, version: 1 },
        },
        { table: "item", key: { run: "p/s1", number: 1 }, set: { title: "First", type: "bug", documented: 0 } },
        { table: "item", key: { run: "p/s1", number: 2 }, set: { title: "Second", type: "bug", documented: 1 } },
        {
          table: "task",
          key: { run: "p/s1", id: "t1" },
          set: { depends_on: "[]", details: '{"files":[]}', status: "pending", position: 1 },
        },
      ],
    },
    {
      kind: "edit",
      subject: { type: "run", key: "p/s1" },
      by: authorOf(ann),
      data: {},
      changes: [{ table: "item", key: { run: "p/s1", number: 2 }, set: null }],
    },
  ]);

  const commit = "a1".repeat(20);
  const fact = { subject: commit, name: "tests", verdict: "pass", tail: "12 passed" } as const;
  const given = await event(recordFact(app, { ...ann, witness: { level: "witnessed", source: "check" } }, fact));
  const fail = await event(recordFact(app, bob, { subject: "#3", name: "docs", verdict: "fail", run: "r7" }));
  await event(retractFact(app, maria, given, "It was another machine"));
  await write(app, [
    {
      kind: "move",
      subject: { type: "ticket", key: "7" },
      by: authorOf(maria),
      data: { commit },
      changes: [{ table: "ticket", key: { key: "7" }, set: { head: commit, fork: "b2".repeat(20) } }],
    },
  ]);

  const leak = await event(addComment(app, ann, { key: "2", body: SECRET }));
  const redact = await event(redactText(app, maria, { seq: leak, reason: "A password" }));
  await event(handoff(app, maria, { key: "2", toState: "Ready for Plan", reason: "Enough is known" }));
  return {
    adopt,
    create,
    link,
    move,
    claim,
    refuse,
    comment,
    edit,
    propagate,
    run,
    fail,
    leak,
    redact,
    last: await last(app),
  };
}

/** The ledger's number of what was done. */
export async function event(answer: Promise<object>): Promise<number> {
  const done = await answer;
  if ("event" in done && typeof done.event === "number") return done.event;
  throw new Error(`not done: ${JSON.stringify(done)}`);
}

async function refused(answer: Promise<object>): Promise<void> {
  if (!isRefusal(await answer)) throw new Error("it was done");
}

async function write(app: App, entries: readonly Entry[]): Promise<number> {
  const outcome = await app.board.commit({ id: app.newId(), checks: [], entries });
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.seq;
}

async function last(app: App): Promise<number> {
  return (await app.board.ledger.head()).seq;
}
