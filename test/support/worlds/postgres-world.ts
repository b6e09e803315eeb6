// A board in a schema of its own, on the PostgreSQL that all tests share. Its clock is a table: time is the database's.

import type { Driver } from "../../../src/store/driver.ts";
import { openBoard } from "../../../src/store/open.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../postgres.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { appOn, START, type World } from "./world.ts";

const TABLES = `SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = ? AND table_type = 'BASE TABLE' AND table_name <> 'test_clock' ORDER BY 1`;

export async function makePostgresWorld(): Promise<World<StoreBoard>> {
  const url = await sharedPostgres();
  const name = freshBoard();
  const board = await openBoard({ database: url, board: name });
  const run = (sql: string, ...params: number[]) => board.driver.all(sql, params);
  const clock = `signalbox_${name}.test_clock`;
  await run(`CREATE TABLE ${clock} AS SELECT ${START}::bigint AS now`);
  await run(`CREATE OR REPLACE FUNCTION board_now() RETURNS bigint LANGUAGE sql AS 'SELECT now FROM ${clock}'`);
  return {
    board,
    app: appOn(board),
    advance: async (ms) => {
      await run(`UPDATE ${clock} SET now = now + ?`, ms);
    },
    dump: () => dump(board.driver, name),
    close: async () => {
      await board.close();
      await dropBoard(url, name);
    },
  };
}

export async function dump(driver: Driver, board: string): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await driver.all(TABLES, [`signalbox_${board}`])) {
    const rows = await driver.all(`SELECT * FROM "signalbox_${board}"."${name}" ORDER BY 1, 2`, []);
    texts.push(JSON.stringify([name, rows]));
  }
  return texts.join("\n");
}
