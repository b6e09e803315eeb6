// A board in a schema of its own, on the PostgreSQL that all tests share. Its clock is a table: time is the database's.

import type { Driver } from "../../../src/store/driver.ts";
import { openBoard } from "../../../src/store/open.ts";
import { takeOverClock } from "../clock/postgres-clock.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../postgres.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { appOn, START, type World } from "./world.ts";

const TABLES = `SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = ? AND table_type = 'BASE TABLE' AND table_name <> 'test_clock' ORDER BY 1`;

export async function makePostgresWorld(): Promise<World<StoreBoard>> {
  const url = await sharedPostgres();
  const name = freshBoard();
  const board = await openBoard({ database: url, board: name });
  const advance = await takeOverClock(board.driver, name, START);
  return {
    board,
    app: appOn(board),
    advance,
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
