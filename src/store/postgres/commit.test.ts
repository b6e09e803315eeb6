import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { freshBoard } from "../../../test/support/postgres.ts";
import { everything, expectWholeChain } from "../../../test/support/store/contents.ts";
import { creating, creation, entry, plan, touching } from "../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";
import type { Change, Columns } from "../../app/commit/changes.ts";
import { preparePlan, type PreparedPlan } from "../ledger/prepare.ts";
import { columnsOf, TABLES, type AnyChange } from "../tables.ts";

const boards = postgresBoards();
/** A busy machine may take its time. */
const PATIENT = { timeout: 60_000 };

describe("commit", () => {
  it("carries out a plan with one statement", async () => {
    const driver = await boards.open();
    const query = vi.spyOn(pg.Client.prototype, "query");
    const outcome = await driver.commit(creating("1"));
    const texts = query.mock.calls.map(([config]) => String(typeof config === "object" ? Object(config).text : config));
    query.mockRestore();
    expect(outcome).toMatchObject({ kind: "done", seq: 1 });
    expect(texts.filter((text) => !text.includes("pg_notify"))).toEqual([
      `SELECT "signalbox_${boards.name}".board_commit($1, $2, $3) AS outcomes`,
    ]);
  });

  it("writes nothing of a plan that clashes in its last row", async () => {
    const driver = await boards.open();
    await driver.commit(creating("1", { number: 1 }));
    const before = await everything(driver);
    const clashing = plan([], creation("2"), creation("3", { number: 1 }));
    expect(await driver.commit(clashing)).toEqual({ kind: "stale" });
    expect(await everything(driver)).toEqual(before);
  });

  it("writes nothing of a plan that refers to a ticket that is not there", async () => {
    const driver = await boards.open();
    const before = await everything(driver);
    expect(await driver.commit(plan([], creation("2", { parent: "9" })))).toEqual({ kind: "stale" });
    const comment: Change = {
      table: "comment",
      key: { id: "c" },
      set: { ticket: "9", author: "a", body: "b", created_at: 1 },
    };
    expect(await driver.commit(plan([], entry("comment", "9", [comment])))).toEqual({ kind: "stale" });
    expect(await everything(driver)).toEqual(before);
  });

  it("does not let a plan that fails spoil the others that were sent with it", async () => {
    const driver = await boards.open();
    const spoilt = plan([], entry("create", "x", [{ table: "ticket", key: { key: "x" }, set: { number: 99 } }]));
    const [first, ...rest] = await Promise.allSettled(
      [creating("1"), creating("2"), spoilt, creating("3"), creating("2")].map((one) => driver.commit(one)),
    );
    expect(first).toMatchObject({ value: { kind: "done", seq: 1 } });
    expect(rest).toMatchObject([
      { value: { kind: "done", seq: 2 } },
      { reason: { code: "store_failed" } },
      { value: { kind: "done", seq: 3 } },
      { value: { kind: "stale" } },
    ]);
  });

  it("gives a version to exactly one of several drivers, round after round", async () => {
    const name = freshBoard();
    const drivers = await Promise.all([
      boards.open({ board: name }),
      boards.open({ board: name }),
      boards.open({ board: name }),
    ]);
    await drivers[0].commit(creating("1"));
    for (let version = 1; version <= 30; version++) {
      const outcomes = await Promise.all(drivers.map((driver) => driver.commit(touching("1", version))));
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["done", "stale", "stale"]);
    }
    expect(await drivers[1].all("SELECT version FROM ticket WHERE key = ?", ["1"])).toEqual([{ version: 31 }]);
  });

  it("checks sessions and runs as well, and that a row is not there", async () => {
    const driver = await boards.open();
    const session: Change = {
      table: "session",
      key: { id: "s" },
      set: { ticket: "1", state: "x", started_at: 1, entered_at: 1, seen_at: 1, version: 4 },
    };
    const check = (table: "session" | "run", version: number) =>
      plan([{ table, key: "s", version }], entry("stay", "s"));
    expect(await driver.commit(check("session", 1))).toEqual({ kind: "stale" });
    expect(await driver.commit(check("run", 0))).toMatchObject({ kind: "done" });
    await driver.commit(plan([], entry("create", "s", [session])));
    expect(await driver.commit(check("session", 0))).toEqual({ kind: "stale" });
    expect(await driver.commit(check("session", 4))).toMatchObject({ kind: "done" });
  });

  it("takes a request once", async () => {
    const driver = await boards.open();
    const request = {
      sender: "ann",
      tool: "handoff",
      subject: "1",
      id: "r",
      arguments: "digest",
      answer: `{"ok":true}`,
    };
    const asking = (): PreparedPlan =>
      preparePlan({ id: randomUUID(), checks: [], entries: [entry("stay", "1")], request });
    expect(await Promise.all([driver.commit(asking()), driver.commit(asking())])).toMatchObject([
      { kind: "done", seq: 1 },
      { kind: "stale" },
    ]);
    expect(await driver.all("SELECT * FROM request", [])).toMatchObject([{ ...request, seq: 1 }]);
  });

  it("chains rows exactly as the ledger's own code does", async () => {
    const driver = await boards.open();
    await driver.commit(creating("1"));
    await driver.commit(plan([], entry("stay", "1"), entry("comment", "1", [], { note: `„šíp“ 🚂 \n"\\u0041"` })));
    await expectWholeChain(driver, 3);
  });

  it("never dates a row before the one it follows", async () => {
    const driver = await boards.open();
    const client = await boards.connect();
    const setClock = (ms: number) =>
      client.query(`CREATE OR REPLACE FUNCTION board_now() RETURNS bigint LANGUAGE sql AS 'SELECT ${ms}::bigint'`);
    await setClock(5000);
    expect(await driver.commit(creating("1"))).toMatchObject({ at: 5000 });
    await setClock(3000);
    expect(await driver.commit(creating("2"))).toMatchObject({ at: 5000 });
    expect(await driver.all("SELECT board_now() AS now", [])).toEqual([{ now: 3000 }]);
  });

  it("writes every column of every table, changes only what is set, and deletes", async () => {
    const driver = await boards.open();
    await driver.commit(plan([], creation("1"), creation("2")));
    for (const table of Object.values(TABLES)) {
      const key = Object.fromEntries(table.key.map(({ name, type }) => [name, type === "int" ? 7 : "1"]));
      const others = table.columns.map(({ name, type }) => [
        name,
        REFERENCES[`${table.name}.${name}`] ?? (type === "int" ? 8 : "hash"),
      ]);
      const set: Record<string, string | number | null> = Object.fromEntries(others);
      const names = columnsOf(table).map(({ name }) => name);
      const where = table.key.map(({ name }) => `${name} = ?`).join(" AND ");
      const read = () => driver.all(`SELECT ${names.join(", ")} FROM ${table.name} WHERE ${where}`, Object.values(key));
      const change = async (what: AnyChange["set"]) => {
        const one = { table: table.name, key, set: what } as Change;
        expect(await driver.commit(plan([], entry("edit", "1", [one])))).toMatchObject({ kind: "done" });
      };
      await change(set);
      expect(await read()).toEqual([{ ...key, ...set }]);
      const [last] = table.columns.toReversed();
      const changed = last && { [last.name]: last.type === "int" ? 9 : last.required ? "hash" : null };
      await change({ ...changed });
      expect(await read()).toEqual([{ ...key, ...set, ...changed }]);
    }
    const force: Change = { table: "force", key: { name: "1" }, set: null };
    await driver.commit(plan([], entry("edit", "1", [force])));
    expect(await driver.all("SELECT * FROM force", [])).toEqual([]);
  });

  it("keeps count of open blockers and of children", async () => {
    const driver = await boards.open();
    const counts = () => driver.all("SELECT key, open_blockers, children FROM ticket ORDER BY key", []);
    const blocker = (set: Columns<"blocker"> | null): Change => ({
      table: "blocker",
      key: { ticket: "1", blocked_by: "2" },
      set,
    });
    const set = (key: string, what: Columns<"ticket">): Change => ({ table: "ticket", key: { key }, set: what });
    const apply = (...changes: Change[]) => driver.commit(plan([], entry("link", "1", changes)));
    await driver.commit(plan([], creation("1"), creation("2"), creation("3", { parent: "2" })));
    await apply(blocker({ since: 1 }));
    expect(await counts()).toEqual([
      { key: "1", open_blockers: 1, children: 0 },
      { key: "2", open_blockers: 0, children: 1 },
      { key: "3", open_blockers: 0, children: 0 },
    ]);
    await apply(set("2", { closed: 1 }), set("3", { parent: "1" }));
    expect(await counts()).toMatchObject([{ open_blockers: 0, children: 1 }, { children: 0 }, {}]);
    await apply(set("2", { closed: 0 }));
    expect(await counts()).toMatchObject([{ open_blockers: 1 }, {}, {}]);
    await apply(blocker(null), set("3", { parent: null }));
    expect(await counts()).toMatchObject([{ open_blockers: 0, children: 0 }, {}, {}]);
  });
});

describe("a lost answer", () => {
  it("is settled: a plan that had not been carried out never will be, and deciding again is safe", async () => {
    const driver = await boards.open();
    const holder = await boards.connect();
    const executioner = await boards.connect();
    await holder.query("BEGIN");
    const holding = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid, board_lock()");
    const lost = creating("1");
    const outcome = driver.commit(lost);
    await vi.waitFor(async () => {
      const ended = await executioner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE query LIKE 'SELECT %.board_commit%' AND $1 = ANY (pg_blocking_pids(pid))`,
        [holding.rows[0]?.pid],
      );
      expect(ended.rows).toHaveLength(1);
    }, PATIENT);
    await holder.query("COMMIT");
    expect(await outcome).toEqual({ kind: "stale" });
    expect(await driver.commit(lost)).toEqual({ kind: "stale" });
    expect(await driver.commit(creating("1"))).toMatchObject({ kind: "done", seq: 1 });
  });

  it("is found where the plan had been carried out", async () => {
    const driver = await boards.open();
    const carriedOut = plan([], creation("1"), creation("2"));
    const done = await driver.commit(carriedOut);
    const client = await boards.connect();
    const settled = await client.query("SELECT board_settle($1) AS outcome", [carriedOut.id]);
    // With the ticket's key: it may have been a number that was given at the commit.
    expect(settled.rows).toEqual([{ outcome: { ...done, created: "1" } }]);
  });
});

/** What a row of each table must point at. */
const REFERENCES: Readonly<Record<string, string>> = {
  "ticket.parent": "2",
  "comment.ticket": "1",
  "force.hash": "1",
};
