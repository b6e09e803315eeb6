// A clock on PostgreSQL that a test moves. Time there is the database's: another function takes the place of the board's.

import pg from "pg";
import type { Driver } from "../../../src/store/driver.ts";
import { noteShape } from "../../../src/store/postgres/schema/shape.ts";

const RIGHT_TIME = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** `start`: the time at which the clock stands until it is moved; null: it ticks on from the right one. Gives what moves it. */
export async function takeOverClock(
  driver: Driver,
  board: string,
  start: number | null,
): Promise<(ms: number) => Promise<void>> {
  const clock = `signalbox_${board}.test_clock`;
  const now = `SELECT ms${start === null ? ` + ${RIGHT_TIME}` : ""} FROM ${clock}`;
  await driver.all(`CREATE TABLE ${clock} AS SELECT ${start ?? 0}::bigint AS ms`, []);
  await driver.all(`CREATE OR REPLACE FUNCTION board_now() RETURNS bigint LANGUAGE sql AS '${now}'`, []);
  return async (ms) => {
    await driver.all(`UPDATE ${clock} SET ms = ms + ?`, [ms]);
  };
}

/** `verify` rightly calls a board with another clock changed. Where a test asks it, the clock is made part of the board. */
export async function acceptClock(url: string, board: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await noteShape(client, `signalbox_${board}`);
  } finally {
    await client.end();
  }
}
