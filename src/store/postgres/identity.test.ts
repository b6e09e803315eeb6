import { describe, expect, it } from "vitest";
import { freshBoard } from "../../../test/support/postgres.ts";
import { everything } from "../../../test/support/store/contents.ts";
import { creating, creation, entry, plan, touching } from "../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";
import { columnsOf, TABLES } from "../tables.ts";

const boards = postgresBoards();

describe("the board that a statement means", () => {
  it("is in the statement: a connection that was left on another board changes nothing", async () => {
    const foreign = freshBoard();
    const other = await boards.open({ board: foreign });
    await other.commit(plan([], creation("1"), creation("2", { parent: "1" })));
    const before = await everything(other);
    const url = `${boards.url}?options=${encodeURIComponent(`-c search_path=signalbox_${foreign}`)}`;
    const driver = await boards.open({ url });
    await driver.commit(plan([], creation("1"), creation("2"), creation("3", { parent: "2" })));
    await driver.commit(touching("1", 1));
    const blocker = { table: "blocker", key: { ticket: "3", blocked_by: "1" }, set: { since: 1 } } as const;
    await driver.commit(plan([], entry("link", "3", [blocker])));
    const closed = { table: "ticket", key: { key: "1" }, set: { closed: 1 } } as const;
    await driver.commit(plan([], entry("edit", "1", [closed])));
    expect(await driver.all("SELECT key, open_blockers, children FROM ticket ORDER BY key", [])).toEqual([
      { key: "1", open_blockers: 0, children: 0 },
      { key: "2", open_blockers: 0, children: 1 },
      { key: "3", open_blockers: 0, children: 0 },
    ]);
    expect(await everything(other)).toEqual(before);
  });

  it("is checked inside the commit: another board under the same name takes nothing", async () => {
    const driver = await boards.open();
    const mine = boards.name;
    await boards.open();
    const client = await boards.connect();
    await client.query(`UPDATE "signalbox_${mine}".meta SET value = 'another' WHERE name = 'board'`);
    await expect(driver.commit(creating("1"))).rejects.toMatchObject({
      code: "store_failed",
      recovery: /SIGNALBOX_BOARD/,
    });
    await expect(driver.load(async (loader) => loader.append([]))).resolves.toBeUndefined();
    expect(await driver.all("SELECT seq FROM ledger", [])).toEqual([]);
  });

  it("is told apart where two boards have changed names", async () => {
    const one = await boards.open();
    const first = `signalbox_${boards.name}`;
    const two = await boards.open();
    const second = `signalbox_${boards.name}`;
    await two.commit(creating("1"));
    const client = await boards.connect();
    await client.query(`
      ALTER SCHEMA "${first}" RENAME TO "${first}_away";
      ALTER SCHEMA "${second}" RENAME TO "${first}";
      ALTER SCHEMA "${first}_away" RENAME TO "${second}"`);
    for (const driver of [one, two])
      await expect(driver.commit(creating("9"))).rejects.toMatchObject({ code: "store_failed" });
    const rows = await client.query(`SELECT seq FROM "${first}".ledger UNION ALL SELECT seq FROM "${second}".ledger`);
    expect(rows.rows).toHaveLength(1);
  });
});

it("keeps every function of a board in one place, with the tables' columns as they are", async () => {
  await boards.open();
  const client = await boards.connect();
  const { rows } = await client.query<{ name: string; body: string }>(
    `SELECT p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = $1`,
    [`signalbox_${boards.name}`],
  );
  const change = rows.find(({ name }) => name === "board_change");
  for (const table of Object.values(TABLES)) {
    for (const { name } of columnsOf(table)) expect(change?.body).toContain(`'${name}'`);
  }
  const bodies = rows.filter(({ body }) => /\b(FROM|INTO|UPDATE)\s+(ticket|head|ledger|meta|request)\b/.test(body));
  expect(bodies.map(({ name }) => name)).toEqual([]);
});
