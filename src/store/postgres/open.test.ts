import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { Client } from "pg";
import { describe, expect, it } from "vitest";
import { freshBoard } from "../../../test/support/postgres.ts";
import { creating, entry, plan } from "../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";
import { digestOf } from "../../app/claims/token.ts";
import { formerSender } from "../../app/commit/sender.ts";
import { storeBoard } from "../board.ts";
import { StoreError } from "../errors.ts";
import { preparePlan, type PreparedPlan } from "../ledger/prepare.ts";
import { verifyStore } from "../ledger/verify.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../migrations/list.ts";
import { openPostgres } from "./open.ts";

const boards = postgresBoards();

describe("opening", () => {
  it("lets several processes make the same board at once", async () => {
    const name = freshBoard();
    const drivers = await Promise.all(Array.from({ length: 5 }, () => boards.open({ board: name })));
    for (const driver of drivers) expect(await driver.all("SELECT seq FROM head", [])).toEqual([{ seq: 0 }]);
  });

  it("keeps boards apart", async () => {
    const one = await boards.open();
    const other = await boards.open();
    await one.commit(creating("1"));
    expect(await other.all("SELECT * FROM ledger", [])).toEqual([]);
  });

  it("migrates with a copy beside, and tells whoever still runs the old version", async () => {
    const old = await boards.open();
    await old.commit(creating("1"));
    const next = { version: SCHEMA_VERSION + 1, sqlite: "", postgres: "ALTER TABLE ticket ADD COLUMN mood text" };
    const driver = await boards.open({ board: boards.name, migrations: [...MIGRATIONS, next], migrate: true });
    expect(await driver.all("SELECT mood FROM ticket", [])).toEqual([{ mood: null }]);
    expect(await driver.commit(creating("2"))).toMatchObject({ kind: "done", seq: 2 });
    const client = await boards.connect();
    const copy = await client.query(`SELECT key FROM signalbox_${boards.name}_schema_${SCHEMA_VERSION}.ticket`);
    expect(copy.rows).toEqual([{ key: "1" }]);
    await expect(old.commit(creating("3"))).rejects.toMatchObject({ code: "store_newer" });
    expect(await old.all("SELECT * FROM ticket", [])).toHaveLength(2);
  });

  it("keeps the claims and the requests of before, and nothing that tokens could be made from", async () => {
    const old = await boards.open({ migrations: MIGRATIONS.slice(0, 1) });
    await old.all("INSERT INTO meta (name, value) VALUES ('secret', 'a secret')", []);
    const claim = { fence: 3, claim_connection: "ann", claim_since: 1, claim_expires: 2 };
    const by = [
      { connection: "ann", via: "stdio" },
      { connection: "desk", agent: "uma", via: "http" },
      { person: 'Ma"ria', via: "cli" },
    ];
    const before = await boards.connect();
    await commitAsBefore(before, 1, creating("1", claim));
    await commitAsBefore(before, 1, creating("2"));
    for (const [index, author] of by.entries()) {
      const request = { sender: "", tool: "add_comment", subject: "1", id: `r${index}`, arguments: "a", answer: "{}" };
      const entries = [{ ...entry("comment", "1"), by: author }];
      await commitAsBefore(before, 1, preparePlan({ id: `p${index}`, checks: [], entries, request }));
    }
    await old.close();
    const driver = await boards.open({ board: boards.name, migrate: true });
    expect(await verifyStore(driver)).toMatchObject({ ok: true });
    const { claims, tickets } = storeBoard(driver);
    const ticket = await tickets.get("1");
    const token = `3.${createHmac("sha256", "a secret").update("1\n3").digest("base64url").slice(0, 27)}`;
    expect(ticket?.claim && (await claims.hasToken("1", ticket.claim, digestOf(token)))).toBe(true);
    expect(await driver.all("SELECT ticket, fence FROM claim_token", [])).toEqual([{ ticket: "1", fence: 3 }]);
    const senders = await driver.all("SELECT sender FROM request ORDER BY id", []);
    expect(senders).toEqual(by.map((author) => ({ sender: formerSender("add_comment", author) })));
    const client = await boards.connect();
    for (const schema of ["", "_schema_1"]) {
      const kept = await client.query(`SELECT FROM signalbox_${boards.name}${schema}.meta WHERE name = 'secret'`);
      expect([schema, kept.rows]).toEqual([schema, []]);
    }
    // With the claim goes what was kept of its tokens.
    const freed = { table: "ticket", key: { key: "1" }, set: { claim_connection: null, version: 2 } } as const;
    await driver.commit(plan([], entry("release", "1", [freed])));
    expect(await driver.all("SELECT * FROM claim_token", [])).toEqual([]);
  });

  it("drops what signed cookies, while servers of before run: none of them puts it back", async () => {
    const old = await boards.open({ migrations: MIGRATIONS.slice(0, 4) });
    const putBack = "INSERT INTO meta (name, value) VALUES ('secret', 'cookies') ON CONFLICT (name) DO NOTHING";
    await old.all(putBack, []);
    const driver = await boards.open({ board: boards.name, migrate: true });
    expect(await driver.all("SELECT name FROM meta ORDER BY name", [])).toEqual([
      { name: "board" },
      { name: "schema_version" },
      { name: "shape" },
    ]);
    await expect(old.all(putBack, [])).rejects.toThrow();
    const client = await boards.connect();
    const copy = await client.query(`SELECT name FROM signalbox_${boards.name}_schema_4.meta`);
    expect(copy.rows.filter(({ name }) => name !== "shape")).toEqual([{ name: "schema_version" }]);
    expect(await driver.all("SELECT name FROM meta WHERE name = 'secret'", [])).toEqual([]);
  });

  it("leaves an older board as it is unless it was asked to migrate it, and says how", async () => {
    const old = await boards.open();
    await old.commit(creating("1"));
    const next = { version: SCHEMA_VERSION + 1, sqlite: "", postgres: "ALTER TABLE ticket ADD COLUMN mood text" };
    const opening = openPostgres({ url: boards.url, board: boards.name, migrations: [...MIGRATIONS, next] });
    await expect(opening).rejects.toMatchObject({
      code: "store_older",
      recovery: expect.stringContaining("signalbox migrate"),
    });
    expect(await old.commit(creating("2"))).toMatchObject({ kind: "done" });
  });

  it("takes a name with hyphens", async () => {
    const driver = await boards.open({ board: `${freshBoard()}-web-2` });
    expect(await driver.commit(creating("1"))).toMatchObject({ kind: "done" });
    expect(await driver.all("SELECT key FROM ticket", [])).toEqual([{ key: "1" }]);
  });

  it("leaves nothing behind of a migration that fails", async () => {
    const before = await boards.open();
    await before.commit(creating("1"));
    const postgres = "ALTER TABLE ticket ADD COLUMN mood text; SELECT 1 / 0";
    const broken = { version: SCHEMA_VERSION + 1, sqlite: "", postgres };
    await expect(
      openPostgres({ url: boards.url, board: boards.name, migrations: [...MIGRATIONS, broken], migrate: true }),
    ).rejects.toThrow("division by zero");
    expect(await before.commit(creating("2"))).toMatchObject({ kind: "done" });
  });

  it("refuses a database that a newer version has upgraded", async () => {
    await boards.open();
    const client = await boards.connect();
    await client.query("UPDATE meta SET value = '99' WHERE name = 'schema_version'");
    await expect(openPostgres({ url: boards.url, board: boards.name })).rejects.toMatchObject({ code: "store_newer" });
  });

  it("leaves another program's schema alone", async () => {
    const name = freshBoard();
    const client = await boards.connect();
    await client.query(`CREATE SCHEMA signalbox_${name}; CREATE TABLE signalbox_${name}.meta (x int)`);
    await expect(openPostgres({ url: boards.url, board: name })).rejects.toThrow("another program's");
  });

  it.each(["", "Main", "-a", "a b", 'x"; DROP TABLE x', "1a", "a".repeat(42), "main_schema_1", "main_schema_1_2"])(
    "refuses the board name %j",
    async (name) => {
      await expect(openPostgres({ url: boards.url, board: name })).rejects.toThrow("can't be named");
    },
  );

  it("says what to do where nobody answers, and never shows the password", async () => {
    const failure = await openPostgres({ url: "postgres://me:hunter2@127.0.0.1:1/db" }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({ code: "store_unreachable" });
    expect(String(failure)).toContain("127.0.0.1:1/db");
    expect(String(failure)).toContain("Start PostgreSQL or check SIGNALBOX_DATABASE");
    expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
  });

  it("keeps no process alive that forgets to close", async () => {
    await boards.open();
    const listening = `SELECT 1 AS one FROM pg_stat_activity WHERE state = 'idle' AND query = 'LISTEN "signalbox_${boards.name}"'`;
    const script = `
      const { openPostgres } = await import(${JSON.stringify(new URL("open.ts", import.meta.url).href)});
      const driver = await openPostgres(${JSON.stringify({ url: boards.url, board: boards.name })});
      driver.watch(() => {});
      while ((await driver.all(${JSON.stringify(listening)}, [])).length === 0);
      console.log("listens");`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [[code], [output]] = (await Promise.all([once(child, "exit"), once(child.stdout, "data")])) as [
      [number],
      [Buffer],
    ];
    expect([code, String(output)]).toEqual([0, "listens\n"]);
  });
});

/** As the programs did whose schema was older than the functions of today. */
async function commitAsBefore(client: Client, known: number, one: PreparedPlan): Promise<void> {
  const { rows } = await client.query<{ outcomes: unknown }>("SELECT board_commit($1, $2) AS outcomes", [
    known,
    JSON.stringify([one]),
  ]);
  expect(rows).toMatchObject([{ outcomes: [{ kind: "done" }] }]);
}
