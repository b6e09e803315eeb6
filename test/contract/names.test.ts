// A ticket elsewhere that gets another name stays one ticket, on both engines.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { updateRun } from "../../src/app/runs/update-run.ts";
import type { TrackerStore } from "../../src/app/ports/tracker-store.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import { openDriver } from "../../src/store/open.ts";
import { trackerStore } from "../../src/store/tracker-store.ts";
import { verifyStore } from "../../src/store/ledger/verify.ts";
import { exportLines } from "../support/store/export-file.ts";
import { importStore } from "../../src/store/transfer/import.ts";
import { postgresBoards } from "../support/store/postgres-boards.ts";
import {
  accepted,
  block,
  hand,
  locked,
  newTicket,
  refused,
  rowsOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { ann, appOn, bob, maria, type World } from "../support/worlds/world.ts";

type Store = TrackerStore & StoreBoard;
const boards = postgresBoards();
const NEW = "acme/backend#5";
const BY = { via: "github" };

const ENGINES = [
  {
    engine: "SQLite",
    open: async (): Promise<Store> => {
      const folder = mkdtempSync(join(tmpdir(), "signalbox-names-"));
      const driver = await openDriver({ database: join(folder, "board.db"), synchronous: "OFF" });
      onTestFinished(async () => {
        await driver.close();
        rmSync(folder, { recursive: true });
      });
      return trackerStore(driver, false);
    },
  },
  { engine: "PostgreSQL", open: async (): Promise<Store> => trackerStore(await boards.open(), true) },
];

function worldOn(board: Store): World<Store> {
  return {
    board,
    app: appOn(board),
    advance: () => Promise.resolve(),
    dump: () => Promise.resolve(""),
    close: () => board.close(),
  };
}

describe.each(ENGINES)("a renamed ticket on $engine", ({ open }) => {
  it("takes claim, tokens, links, comments, sessions and its history along", async () => {
    const world = worldOn(await open());
    const [key, parent, blocker, child, blocked] = [
      await ticketIn(world, "Research Needed"),
      await newTicket(world, { title: "parent" }),
      await newTicket(world, { title: "blocker" }),
      await newTicket(world, { title: "child" }),
      await newTicket(world, { title: "blocked" }),
    ];
    accepted(await updateTicket(world.app, maria, { key, parent }));
    accepted(await updateTicket(world.app, maria, { key: child, parent: key }));
    await block(world, key, blocker);
    await block(world, blocked, key);
    const lock = { command: "research", intent: "lock", requestId: "one" };
    const first = accepted(await hand(world, ann, key, lock));
    const again = accepted(await hand(world, ann, key, lock));
    accepted(await addComment(world.app, ann, { key, body: "found something" }));
    const { sessionId } = accepted(await createSession(world.app, ann, { ticket: key }));
    const rows = await rowsOf(world, key);
    const before = await ticketOf(world, key);

    expect(await world.board.names.rename({ from: key, to: NEW, node: "I_1", by: BY })).toMatchObject({ kind: "done" });

    expect(await world.board.tickets.get(key)).toBeNull();
    const after = await ticketOf(world, NEW);
    expect(after).toMatchObject({
      ...before,
      key: NEW,
      number: 5,
      repo: "acme/backend",
      nodeId: "I_1",
      version: before.version + 1,
      updatedAt: expect.any(Number),
    });
    expect(await world.board.names.current(key)).toBe(NEW);
    expect(await world.board.names.byNode(["I_1"])).toEqual(new Map([["I_1", NEW]]));
    const links = await world.board.tickets.links(NEW);
    expect([links.parent?.key, ...links.children.map((one) => one.key)]).toEqual([parent, child]);
    expect([...links.blockedBy, ...links.blocks].map((one) => one.key)).toEqual([blocker, blocked]);
    expect((await ticketOf(world, parent)).childCount).toBe(1);
    expect((await ticketOf(world, blocked)).openBlockers).toBe(1);
    expect((await world.board.tickets.comments(NEW)).map(({ body }) => body)).toEqual(["found something"]);
    expect((await world.board.sessions.get(sessionId))?.ticket).toBe(NEW);
    // All that was written under the former name, newest first, and the rename.
    const history = await rowsOf(world, NEW);
    expect(history[0]).toMatchObject({ kind: "rename", data: { formerKey: key } });
    expect(history.slice(1).map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq));
    expect((await world.board.ledger.arrivals([NEW])).map(({ kind, subject }) => [kind, subject.key])).toEqual([
      ["move", NEW],
    ]);
    const shown = await world.board.tickets.withHistory(NEW, 100);
    expect(shown?.history.some(({ kind }) => kind === "move")).toBe(true);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });

    // Nobody else gets in, and both tokens still open it.
    refused(await hand(world, bob, NEW, { command: "research", intent: "lock" }), "claim_conflict");
    accepted(await hand(world, ann, NEW, { command: "research", intent: "lock", claim: again.claim?.token }));
    accepted(await hand(world, ann, NEW, { command: "research", intent: "complete", claim: first.claim?.token }));
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  });

  it("takes the items of runs along, and a plan that was made before is stale", async () => {
    const world = worldOn(await open());
    const key = await newTicket(world, { title: "an item" });
    const run = { project: "shop", session: "monday" };
    const items = [{ number: 1, title: "Search", type: "bugfix", ticket: key }];
    accepted(await updateRun(world.app, ann, { ...run, items }));
    const ticket = await ticketOf(world, key);
    const late = {
      id: "late",
      checks: [{ table: "ticket", key, version: ticket.version } as const],
      entries: [],
    };
    expect(await world.board.names.rename({ from: key, to: NEW, node: null, by: BY })).toMatchObject({ kind: "done" });
    expect(await world.board.commit(late)).toEqual({ kind: "stale" });
    expect((await world.board.runs.itemsOn([NEW])).map(({ project }) => project)).toEqual(["shop"]);
    expect(await world.board.runs.itemsOn([key])).toEqual([]);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  });

  it("waits for a write that is under way on it, and never takes another ticket's name or id", async () => {
    const world = worldOn(await open());
    const { names, pending } = world.board;
    const [one, two] = [await newTicket(world), await newTicket(world)];
    const plan = { id: "under way", checks: [], entries: [] };
    await pending.begin(plan, { marker: "m", subjects: [one], body: "b", leaseMs: 60_000 });
    expect(await names.rename({ from: one, to: NEW, node: "I_1", by: BY })).toEqual({ kind: "stale" });
    await pending.finish(plan, "m");
    expect(await names.rename({ from: one, to: two, node: "I_1", by: BY })).toEqual({ kind: "stale" });
    expect(await names.rename({ from: one, to: NEW, node: "I_1", by: BY })).toMatchObject({ kind: "done" });
    expect(await names.rename({ from: two, to: "acme/backend#6", node: "I_1", by: BY })).toEqual({ kind: "stale" });
    expect(await names.rename({ from: "nothing", to: "acme/backend#6", node: null, by: BY })).toEqual({
      kind: "stale",
    });
  });

  it("comes back under a name that it had, and a later ticket of a former name has a history of its own", async () => {
    const world = worldOn(await open());
    const { names } = world.board;
    const key = await newTicket(world, { title: "first" });
    const third = "acme/third#9";
    for (const [from, to] of [
      [key, NEW],
      [NEW, third],
      [third, NEW],
    ] as const) {
      expect(await names.rename({ from, to, node: null, by: BY })).toMatchObject({ kind: "done" });
    }
    expect(await names.current(key)).toBe(NEW);
    expect(await names.current(third)).toBe(NEW);
    expect(await names.current(NEW)).toBeNull();
    expect((await rowsOf(world, NEW)).map(({ kind }) => kind)).toEqual(["rename", "rename", "rename", "create"]);
    // By their keys the numbers begin anew, as they would where a new repository has the old name.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const other = await newTicket(world, { title: "second" });
    expect(other).toBe(key);
    expect((await rowsOf(world, other)).map(({ kind }) => kind)).toContain("create");
    expect((await rowsOf(world, NEW)).map(({ kind }) => kind)).toEqual(["rename", "rename", "rename", "create"]);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  });

  it("is the same after an export and an import", async () => {
    const world = worldOn(await open());
    const key = await newTicket(world, { title: "moves" });
    await locked(world, ann, await ticketIn(world, "Research Needed"), "research");
    await world.board.names.rename({ from: key, to: NEW, node: "I_1", by: BY });
    const other = worldOn(await open());
    await importStore(other.board.driver, await exportLines(world.board.driver));
    expect(await verifyStore(other.board.driver)).toMatchObject({ ok: true });
    expect(await other.board.names.current(key)).toBe(NEW);
    expect((await rowsOf(other, NEW)).map(({ kind }) => kind)).toEqual(["rename", "create"]);
  });
});
