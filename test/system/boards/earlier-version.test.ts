// A board that an earlier version made opens, verifies, and is worked on.

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { redactText } from "../../../src/app/ledger/redact.ts";
import { completeSkill } from "../../../src/app/runs/complete-skill.ts";
import { updateTaskStatus } from "../../../src/app/runs/update-task-status.ts";
import { viewRun } from "../../../src/app/runs/view-run.ts";
import { completeSession } from "../../../src/app/sessions/complete-session.ts";
import { listSessions } from "../../../src/app/sessions/view-session.ts";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { listTickets } from "../../../src/app/tickets/list.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { makeApp } from "../../../src/setup/open-app.ts";
import { machineInForce } from "../../../src/setup/workflow.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { openBoard } from "../../../src/store/open.ts";
import { importStore } from "../../../src/store/transfer/import.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { agent, ann, maria } from "../../support/worlds/world.ts";

const BOARDS = join(import.meta.dirname, "..", "..", "fixtures", "boards");
const FILE = join(BOARDS, "0.1.0.db");
const EXPORT = join(BOARDS, "0.1.0.jsonl");

const ROWS = 52;
const HEAD = "0f72a004b4ff260dcbbadd6381a4475975c77cc031a8d5f122ba44604eec503b";
/** Later than everything on it. */
const NOW = Date.UTC(2026, 11, 1);
const RUN = { project: "search", session: "one" };

const WAYS = {
  "the file itself": async (database: string) => {
    copyFileSync(FILE, database);
    return open(database);
  },
  "its export": async (database: string) => {
    const board = await open(database);
    await importStore(board.driver, readFileSync(EXPORT, "utf8").trimEnd().split("\n"));
    return board;
  },
};

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("a board of 0.1.0, from %s,", (way) => {
  const opened = () => openCopy(WAYS[way]);

  it("verifies", async () => {
    const { board } = await opened();
    expect(await verifyStore(board.driver)).toEqual({
      ok: true,
      head: { seq: ROWS, hash: HEAD, at: expect.any(Number) },
      rows: ROWS,
      redactions: 1,
    });
  });

  it("shows what is on it", async () => {
    const { app } = await opened();
    const { tickets } = accepted(await listTickets(app, {}));
    expect(tickets.map(({ number, state, parent }) => [number, state, parent?.number ?? null])).toEqual([
      [1, "Research Needed", null],
      [2, "Ready for Plan", 1],
      [3, "Research in Progress", 1],
      [4, "Research Needed", 1],
      [5, "Done", null],
      [6, "Research in Progress", null],
      [7, "In Review", null],
    ]);
    expect(tickets[2]).toMatchObject({ title: "Rebuild the index at night", priority: "P2", labels: ["search"] });
    const ticket = accepted(await viewTicket(app, "2"));
    expect(ticket.blocks.map(({ number }) => number)).toEqual([3, 4]);
    expect(ticket.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("Backlog → Research Needed"),
      expect.stringContaining("(intent: lock)"),
      "It is the cache.",
      "[redacted]",
      expect.stringContaining("(intent: complete)"),
    ]);
    const sessions = await listSessions(app, {});
    expect(sessions.map(({ ticket: on, state, outcome, disconnected }) => [on, state, outcome, disconnected])).toEqual([
      ["6", "analyzing", null, true],
      ["2", "done", "success", false],
    ]);
    expect(accepted(await viewRun(app, RUN))).toMatchObject({
      state: "gather-goals",
      totalItems: 2,
      completedTasks: ["a"],
      pendingTasks: ["b"],
    });
  });

  it("is worked on, and verifies again", async () => {
    const { board, app } = await opened();
    const [open] = await listSessions(app, { open: true });
    accepted(await completeSession(app, maria, { sessionId: open?.id ?? "", outcome: "timeout", reason: "gone" }));
    const lock = { key: "6", command: "research", intent: "lock", reason: "bob is gone" };
    const { claim } = accepted(await handoff(app, ann, lock));
    expect(claim).toMatchObject({ holder: "ann", fence: 2 });
    const done = { key: "6", command: "research", intent: "complete", reason: "found", claim: claim?.token };
    expect(accepted(await handoff(app, ann, done))).toMatchObject({ newState: "Ready for Plan", event: ROWS + 3 });
    accepted(await createTicket(app, ann, { title: "New", parent: "1", blockedBy: ["2"] }));
    accepted(
      await updateTicket(app, maria, { key: "4", title: "Tell everybody", removeBlockers: ["3"], parent: null }),
    );
    accepted(await addComment(app, ann, { key: "2", body: "More words" }));
    accepted(await updateTaskStatus(app, ann, { ...RUN, task: "b", status: "completed" }));
    accepted(await completeSkill(app, ann, { ...RUN, skill: "gather-session-goals" }));
    accepted(await redactText(app, maria, { seq: 18, reason: "Not for everybody" }));
    const verdict = await verifyStore(board.driver, { expect: { seq: ROWS, hash: HEAD } });
    expect(verdict).toMatchObject({ ok: true, redactions: 2 });
  });

  it("answers requests as it did, and names the tickets of links as every answer does now", async () => {
    const { app } = await opened();
    // Under the name that it had then.
    const sender = agent("ann-768c3192");
    expect(await updateTicket(app, sender, { key: "3", addBlockers: ["2"], requestId: "link-3" })).toEqual({
      number: 3,
      edited: [],
      links: { parent: { number: 1 }, added: [{ number: 2 }], removed: [] },
      event: 8,
      repeated: true,
    });
    const both = { key: "5", body: "Words and a link", parent: "1", addBlockers: ["3", "4"], requestId: "both-5" };
    expect(await updateTicket(app, sender, both)).toEqual({
      number: 5,
      edited: ["body"],
      links: { parent: { number: 1 }, added: [{ number: 3 }, { number: 4 }], removed: [] },
      event: 9,
      repeated: true,
    });
    const edit = { title: "Rebuild the index at night", priority: "P2", labels: ["search"] };
    expect(await updateTicket(app, sender, { key: "3", ...edit, requestId: "edit-3" })).toEqual({
      number: 3,
      edited: ["title", "priority", "labels"],
      event: 7,
      repeated: true,
    });
    const task = { ...RUN, task: "a", status: "completed", requestId: "task-a" };
    expect(await updateTaskStatus(app, sender, task)).toMatchObject({ changed: true, event: 35, repeated: true });
    expect((await app.board.ledger.head()).seq).toBe(ROWS);
    const link = { key: "3", addBlockers: ["2"], requestId: "link-3" };
    expect(await updateTicket(app, ann, link)).not.toHaveProperty("repeated");
  });
});

it("takes the claim tokens that the earlier version gave out", async () => {
  const { app } = await openCopy(WAYS["the file itself"]);
  const complete = { key: "6", command: "research", intent: "complete", reason: "found" };
  const stranger = agent("somebody");
  const made = await handoff(app, stranger, { ...complete, claim: "1.ecw7tfUL7ZinOTei4iqEGFGymcX" });
  expect(made).toMatchObject({ code: "claim_lost" });
  const given = { ...complete, claim: "1.ecw7tfUL7ZinOTei4iqEGFGymcL" };
  expect(await handoff(app, stranger, given)).toMatchObject({ newState: "Ready for Plan" });
  expect(await handoff(app, stranger, given)).toMatchObject({ code: "claim_lost" });
});

it("keeps nothing that the earlier version's tokens were made from, neither in the file nor in the copy beside it", async () => {
  let secret = "";
  const { folder } = await openCopy((database) => {
    copyFileSync(FILE, database);
    secret = secretIn(database);
    return open(database);
  });
  expect(secret.length).toBeGreaterThan(30);
  expect(readFileSync(FILE).includes(secret)).toBe(true);
  const files = readdirSync(folder);
  expect(files).toContain("board.db.schema-1");
  for (const name of files) expect([name, readFileSync(join(folder, name)).includes(secret)]).toEqual([name, false]);
});

function secretIn(database: string): string {
  const db = new DatabaseSync(database);
  try {
    return String(db.prepare("SELECT value FROM meta WHERE name = 'secret'").get()?.["value"]);
  } finally {
    db.close();
  }
}

function open(database: string): Promise<StoreBoard> {
  return openBoard({ database, synchronous: "OFF", clock: () => NOW });
}

async function openCopy(
  way: (database: string) => Promise<StoreBoard>,
): Promise<{ readonly board: StoreBoard; readonly app: App; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-earlier-"));
  const board = await way(join(folder, "board.db"));
  onTestFinished(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });
  return { board, app: await appByItsWorkflows(board), folder };
}

/** By the workflows that are in force on it. */
async function appByItsWorkflows(board: StoreBoard): Promise<App> {
  const [tickets, sessions, runs] = await Promise.all([
    machineInForce(board, "ticket", undefined),
    machineInForce(board, "session", undefined),
    machineInForce(board, "run", undefined),
  ]);
  return makeApp(board, tickets, sessions, runs);
}
