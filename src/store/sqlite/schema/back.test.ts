import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { everything } from "../../../../test/support/store/contents.ts";
import { creating, creation, entry, plan } from "../../../../test/support/store/plans.ts";
import { verifyStore } from "../../ledger/verify.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../../migrations/list.ts";
import { fileBack } from "./back.ts";
import { SqliteDriver } from "../driver.ts";
import { fileVersion } from "../version.ts";

const NEXT = [
  ...MIGRATIONS,
  { version: SCHEMA_VERSION + 1, sqlite: "ALTER TABLE ticket ADD COLUMN mood TEXT", postgres: "" },
];

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-back-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "board.db");
}

async function upgraded(file: string) {
  const old = await SqliteDriver.open({ file, named: true });
  await old.commit(plan([], creation("1"), creation("2")));
  await old.close();
  return SqliteDriver.open({ file, named: true, migrations: NEXT });
}

it("goes back with what was written since", async () => {
  const file = freshFile();
  const newer = await upgraded(file);
  const blocker = { table: "blocker", key: { ticket: "1", blocked_by: "2" }, set: { since: 1 } } as const;
  await newer.commit(plan([], creation("3", { parent: "1" }), entry("link", "1", [blocker])));
  await newer.all("INSERT INTO token (id, name, role, hash, created_at) VALUES ('t', 'n', 'viewer', 'h', 1)", []);
  const before = await everything(newer);
  expect(() => fileBack(file)).toThrow("Another program has");
  await newer.close();
  expect(fileVersion(file)).toBe(SCHEMA_VERSION + 1);
  expect(fileBack(file)).toMatchObject({ from: SCHEMA_VERSION + 1, to: SCHEMA_VERSION, carried: 2 });
  const old = await SqliteDriver.open({ file, named: true });
  onTestFinished(() => old.close());
  expect(await verifyStore(old)).toMatchObject({ ok: true, rows: 4 });
  expect(await old.missing()).toEqual([]);
  expect({ ...(await everything(old)), meta: null }).toMatchObject({
    ...before,
    meta: null,
    ticket: expect.anything(),
  });
  expect(await old.all("SELECT id FROM token", [])).toEqual([{ id: "t" }]);
  expect(await old.commit(creating("4"))).toMatchObject({ kind: "done", seq: 5 });
});

it("changes nothing where there is no copy, or the older schema can't hold what was written", async () => {
  const file = freshFile();
  const newer = await upgraded(file);
  await newer.commit(creating("3"));
  await newer.close();
  const copy = new DatabaseSync(`${file}.schema-${SCHEMA_VERSION}`);
  copy.exec("ALTER TABLE ticket DROP COLUMN labels");
  copy.close();
  expect(() => fileBack(file)).toThrow("ticket.labels");
  rmSync(`${file}.schema-${SCHEMA_VERSION}`);
  expect(() => fileBack(file)).toThrow("no copy of an older schema");
  const again = await SqliteDriver.open({ file, named: true, migrations: NEXT });
  onTestFinished(() => again.close());
  expect(await again.commit(creating("4"))).toMatchObject({ kind: "done", seq: 4 });
});

it("takes no more writes once it was sealed, and says where the board went", async () => {
  const file = freshFile();
  const driver = await SqliteDriver.open({ file, named: true });
  onTestFinished(() => driver.close());
  await driver.commit(creating("1"));
  await driver.seal("PostgreSQL at db/signalbox");
  await driver.seal("PostgreSQL at db/signalbox, board web");
  await expect(driver.commit(creating("2"))).rejects.toMatchObject({
    code: "store_sealed",
    what: expect.stringContaining("PostgreSQL at db/signalbox, board web"),
  });
  expect(await driver.health()).toMatchObject({ writable: false });
  expect(await driver.all("SELECT key FROM ticket", [])).toEqual([{ key: "1" }]);
  expect(await verifyStore(driver)).toMatchObject({ ok: true, rows: 1 });
  expect(await driver.missing()).toEqual([]);
});

it.each(["DROP INDEX ticket_pick", "DROP TRIGGER ledger_is_final", "DROP VIEW ralph_sessions"])(
  "misses what %s takes away",
  async (sql) => {
    const driver = await SqliteDriver.open({ file: freshFile(), named: true });
    onTestFinished(() => driver.close());
    expect(await driver.missing()).toEqual([]);
    await driver.all(sql, []);
    expect(await driver.missing()).toHaveLength(1);
  },
);
