// Opens a board: a PostgreSQL URL, else a SQLite file. The PostgreSQL engine is loaded only where it is wanted.

import { existsSync } from "node:fs";
import type { Driver } from "./driver.ts";
import { storeBoard, type StoreBoard } from "./board.ts";
import { noBoard } from "./errors.ts";
import { SqliteDriver, type SqliteDriverOptions } from "./sqlite/driver.ts";

export interface OpenOptions extends Omit<SqliteDriverOptions, "file"> {
  /** A path, or postgres://… */
  readonly database: string;
  /** The board's name on PostgreSQL. */
  readonly board?: string;
  /** false: a board that is not there is an error, and none is made. */
  readonly create?: boolean;
}

export async function openBoard(options: OpenOptions): Promise<StoreBoard> {
  return storeBoard(await openDriver(options));
}

export async function openDriver(options: OpenOptions): Promise<Driver> {
  const { database, board, create = true, ...rest } = options;
  if (!isPostgres(database)) {
    if (!create && !existsSync(database)) throw noBoard(`at ${database}`);
    return SqliteDriver.open({ file: database, ...rest });
  }
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres({ url: database, create, ...(board === undefined ? {} : { board }) });
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
