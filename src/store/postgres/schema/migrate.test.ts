import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { freshBoard } from "../../../../test/support/postgres.ts";
import { everything } from "../../../../test/support/store/contents.ts";
import { creating, creation, entry, plan, touching } from "../../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../../test/support/store/postgres-boards.ts";
import { verifyStore } from "../../ledger/verify.ts";
import { openMaintenance } from "../../maintain.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../../migrations/list.ts";
import { openPostgres } from "../open.ts";

const boards = postgresBoards();
const NEXT = [
  ...MIGRATIONS,
  { version: SCHEMA_VERSION + 1, sqlite: "", postgres: "ALTER TABLE ticket ADD COLUMN mood text" },
];
const blocker = { table: "blocker", key: { ticket: "1", blocked_by: "2" }, set: { since: 1 } } as const;

async function maintain(migrations = NEXT) {
  const maintenance = await openMaintenance({ database: boards.url, board: boards.name }, migrations);
  onTestFinished(() => maintenance.close());
  return maintenance;
}

describe("a migration", () => {
  it("goes up, and back with what was written since, whole: older programs go on as if nothing had been", async () => {
    const old = await boards.open();
    await old.commit(plan([], creation("1"), creation("2")));
    const maintenance = await maintain();
    expect(await maintenance.versions()).toEqual({ found: SCHEMA_VERSION, known: SCHEMA_VERSION + 1 });
    expect(await maintenance.migrate()).toMatchObject({ found: SCHEMA_VERSION });
    await expect(old.commit(creating("3"))).rejects.toMatchObject({ code: "store_newer" });
    expect(await old.health()).toEqual({ schema: SCHEMA_VERSION + 1, known: SCHEMA_VERSION, writable: true });
    const newer = await boards.open({ board: boards.name, migrations: NEXT });
    await newer.commit(plan([], creation("3", { parent: "1" }), entry("link", "1", [blocker])));
    await newer.all("INSERT INTO token (id, name, role, hash, created_at) VALUES ('t', 'n', 'viewer', 'h', 1)", []);
    const before = await everything(newer);
    expect(await maintenance.back()).toMatchObject({ from: SCHEMA_VERSION + 1, to: SCHEMA_VERSION, carried: 2 });

    expect(await old.missing()).toEqual([]);
    expect(await verifyStore(old)).toMatchObject({ ok: true, rows: 4 });
    expect({ ...(await everything(old)), meta: null }).toEqual({ ...before, meta: null, ticket: expect.anything() });
    expect(await old.all("SELECT key, open_blockers, children FROM ticket ORDER BY key", [])).toMatchObject([
      { open_blockers: 1, children: 1 },
      {},
      {},
    ]);
    expect(await old.all("SELECT id FROM token", [])).toEqual([{ id: "t" }]);
    expect(await old.commit(touching("3", 1))).toMatchObject({ kind: "done", seq: 5 });
    await expect(newer.commit(creating("9"))).rejects.toMatchObject({ code: "store_older" });
    // And up again: the earlier copy is not in the way.
    await maintenance.migrate();
    expect(await newer.commit(creating("9"))).toMatchObject({ kind: "done", seq: 6 });
    expect(await newer.missing()).toEqual([]);
  });

  it("keeps a copy that lacks nothing", async () => {
    const old = await boards.open();
    await old.commit(plan([], creation("1"), creation("2", { parent: "1" }), entry("link", "1", [blocker])));
    await (await maintain()).migrate();
    const client = await boards.connect();
    const count = async (schema: string) => {
      const { rows } = await client.query<Record<string, string>>(
        `SELECT (SELECT COUNT(*) FROM pg_indexes WHERE schemaname = $1) AS indexes,
          (SELECT COUNT(*) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1) AS functions,
          (SELECT COUNT(*) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND NOT g.tgisinternal) AS triggers,
          (SELECT COUNT(*) FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
            WHERE n.nspname = $1 AND k.contype IN ('p','f','u','c')) AS keys,
          (SELECT COUNT(*) FROM pg_views WHERE schemaname = $1) AS views`,
        [schema],
      );
      return rows[0];
    };
    const own = await count(`signalbox_${boards.name}`);
    expect(Number(own?.["indexes"])).toBeGreaterThan(30);
    expect(await count(`signalbox_${boards.name}_schema_${SCHEMA_VERSION}`)).toEqual(own);
  });

  it("does not go back over what the older schema can't hold", async () => {
    const old = await boards.open();
    await old.commit(creating("1"));
    const maintenance = await maintain();
    await maintenance.migrate();
    const newer = await boards.open({ board: boards.name, migrations: NEXT });
    await newer.commit(creating("2"));
    const client = await boards.connect();
    await client.query(`ALTER TABLE signalbox_${boards.name}_schema_${SCHEMA_VERSION}.ticket DROP COLUMN labels`);
    await expect(maintenance.back()).rejects.toMatchObject({ what: expect.stringContaining("ticket.labels") });
    expect(await newer.commit(creating("3"))).toMatchObject({ kind: "done", seq: 3 });
  });

  it("waits for somebody who reads for long, and lets others read meanwhile", async () => {
    const old = await boards.open();
    await old.commit(creating("1"));
    const exporter = await boards.connect();
    await exporter.query("BEGIN; SELECT FROM ticket");
    const client = await boards.connect();
    const maintenance = await maintain();
    const migrated = maintenance.migrate();
    const waits = `SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND l.mode = 'AccessExclusiveLock' AND NOT l.granted`;
    const schema = `signalbox_${boards.name}`;
    await expect.poll(async () => (await client.query(waits, [schema])).rowCount, { timeout: 10_000 }).toBe(1);
    expect(await old.all("SELECT key FROM ticket", [])).toEqual([{ key: "1" }]);
    await exporter.query("COMMIT");
    await migrated;
    expect(await maintenance.versions()).toMatchObject({ found: SCHEMA_VERSION + 1 });
  });

  it(
    "waits for writers, and they for it: each is carried out or told, and none is lost",
    { timeout: 120_000 },
    async () => {
      const old = await boards.open();
      await old.commit(creating("0"));
      const writers = await Promise.all(Array.from({ length: 4 }, () => boards.open({ board: boards.name })));
      let done = 1;
      const refused: string[] = [];
      const work = writers.map(async (driver, index) => {
        for (let made = 0; ; made++) {
          try {
            const outcome = await driver.commit(creating(`${index}-${made}`, { number: 1 + index + 4 * made }));
            if (outcome.kind === "done") done++;
            await driver.all("SELECT t.key FROM ticket t JOIN ledger l ON l.subject_key = t.key LIMIT 5", []);
          } catch (error) {
            refused.push(error instanceof Error && "code" in error ? String(error.code) : String(error));
            return;
          }
        }
      });
      await expect.poll(() => done, { timeout: 30_000 }).toBeGreaterThan(40);
      await (await maintain()).migrate();
      await Promise.all(work);
      expect(refused).toEqual(["store_newer", "store_newer", "store_newer", "store_newer"]);
      const newer = await boards.open({ board: boards.name, migrations: NEXT });
      expect(await newer.all("SELECT COUNT(*) AS n FROM ledger", [])).toEqual([{ n: done }]);
      expect(await verifyStore(newer)).toMatchObject({ ok: true, rows: done });
    },
  );
});

describe("verify", () => {
  it.each([
    ["DROP INDEX ticket_pick", "index ticket_pick on ticket"],
    ["ALTER TABLE ledger DISABLE TRIGGER ledger_is_final", "trigger ledger_is_final on ledger"],
    ["ALTER TABLE comment DROP CONSTRAINT comment_ticket_fkey", "constraint comment_ticket_fkey on comment f"],
    ["DROP FUNCTION board_settle(text)", "function board_settle"],
    [
      "CREATE OR REPLACE FUNCTION board_time(ms bigint) RETURNS text LANGUAGE sql AS 'SELECT 1::text'",
      "function board_time",
    ],
    ["DROP VIEW ralph_sessions", "view ralph_sessions"],
    ["DELETE FROM meta WHERE name = 'shape'", "the list of what belongs to this board"],
  ])("notices %s", async (sql, line) => {
    const driver = await boards.open();
    expect(await driver.missing()).toEqual([]);
    const client = await boards.connect();
    await client.query(sql);
    expect(await driver.missing()).toEqual([expect.stringContaining(line)]);
  });
});

it("verify goes on noticing what is missing after a migration, which makes no board whole", async () => {
  await boards.open();
  const client = await boards.connect();
  await client.query("DROP INDEX ticket_pick; DROP FUNCTION board_settle(text)");
  await (await maintain()).migrate();
  const newer = await boards.open({ board: boards.name, migrations: NEXT });
  expect(await newer.missing()).toEqual(["index ticket_pick on ticket"]);
});

it("lets a role without further rights do all that a board is for, and nothing else", async () => {
  await boards.open();
  const { name } = boards;
  const role = `r_${freshBoard()}`;
  const client = await boards.connect();
  await client.query(`CREATE ROLE ${role} LOGIN`);
  const maintenance = await maintain(MIGRATIONS.slice());
  await maintenance.grant(role);
  const url = new URL(boards.url);
  url.username = role;
  const driver = await boards.open({ board: name, url: url.href });
  expect(await driver.commit(plan([], creation("1"), creation("2"), entry("link", "1", [blocker])))).toMatchObject({
    kind: "done",
  });
  expect(await driver.commit(touching("1", 1))).toMatchObject({ kind: "done" });
  expect(await verifyStore(driver)).toMatchObject({ ok: true });
  expect(await driver.missing()).toEqual([]);
  const direct = new pg.Client({ connectionString: url.href });
  await direct.connect();
  onTestFinished(() => direct.end());
  for (const sql of [
    "UPDATE %.ledger SET kind = 'x'",
    "DELETE FROM %.ledger",
    "UPDATE %.meta SET value = '9'",
    "DROP TABLE %.comment",
    "DELETE FROM %.head",
  ]) {
    await expect(direct.query(sql.replace("%", `signalbox_${name}`))).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
  // Up and back again, it may do the same.
  const newer = await maintain();
  await newer.migrate();
  await newer.back();
  expect(await driver.commit(touching("2", 1))).toMatchObject({ kind: "done" });
  await expect(direct.query(`DELETE FROM signalbox_${name}.ledger`)).rejects.toThrow("permission denied");
  const outgrown = openPostgres({ url: url.href, board: name, migrations: NEXT, migrate: true });
  await expect(outgrown).rejects.toMatchObject({ code: "store_readonly" });
});
