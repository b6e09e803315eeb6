// A board in a schema of its own, on the PostgreSQL that all tests share. Its clock is a table: time is the database's.

import type { Driver } from "../../../src/store/driver.ts";
import { openBoard } from "../../../src/store/open.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../postgres.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { appOn, START, type World } from "./world.ts";

const TABLES = `SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'test_clock' ORDER BY 1`;

export async function makePostgresWorld(): Promise<World<StoreBoard>> {
  const url = await sharedPostgres();
  const name = freshBoard();
  const board = await openBoard({ database: url, board: name });
  const run = (sql: string, ...params: number[]) => board.driver.all(sql, params);
  await run(`CREATE TABLE test_clock AS SELECT ${START}::bigint AS now`);
  await run("CREATE OR REPLACE FUNCTION board_now() RETURNS bigint LANGUAGE sql AS 'SELECT now FROM test_clock'");
  return {
    board,
    app: appOn(board),
    advance: async (ms) => {
      await run("UPDATE test_clock SET now = now + ?", ms);
    },
    dump: () => dump(board.driver),
    close: async () => {
      await board.close();
      await dropBoard(url, name);
    },
  };
}

export async function dump(driver: Driver): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await driver.all(TABLES, [])) {
    const rows = await driver.all(`SELECT * FROM "${name}" ORDER BY 1, 2`, []);
    texts.push(JSON.stringify([name, rows]));
  }
  return texts.join("\n");
}
