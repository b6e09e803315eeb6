// Opens a board: a PostgreSQL URL, else a SQLite file. The PostgreSQL engine is loaded only where it is wanted.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Driver } from "./driver.ts";
import { storeBoard, type StoreBoard } from "./board.ts";
import { NoBoardError } from "./errors.ts";
import { keepPrivate, refuseLink } from "./private.ts";
import type { PostgresOptions } from "./postgres/open.ts";
import { SqliteDriver, type SqliteDriverOptions } from "./sqlite/driver.ts";

export interface OpenOptions extends Omit<SqliteDriverOptions, "file" | "named"> {
  /** How PostgreSQL is used. */
  readonly connections?: Pick<PostgresOptions, "poolSize" | "statementMs" | "listenUrl">;
  /** true: brings a shared board up to date. A file of one user's is brought up to date in any case, with a copy. */
  readonly migrate?: boolean;
  /** A path, or postgres://… */
  readonly database: string;
  /** The board's name on PostgreSQL. */
  readonly board?: string;
  /** false: a board that is not there is an error, and none is made. */
  readonly create?: boolean;
  /** Nobody has named the file: it lies in a folder that is the board's alone. */
  readonly own?: boolean;
}

export async function openBoard(options: OpenOptions): Promise<StoreBoard> {
  return storeBoard(await openDriver(options));
}

export async function openDriver(options: OpenOptions): Promise<Driver> {
  const { database, board, create = true, own = false, connections = {}, migrate = false, ...rest } = options;
  if (!isPostgres(database)) {
    if (own) {
      refuseLink(dirname(database));
      // First the folder: in another user's, a board that can't be seen would pass for one that is not there.
      keepPrivate(dirname(database), { named: false, tell: rest.tell });
      refuseLink(database);
    }
    if (!create && !existsSync(database)) throw new NoBoardError(`at ${database}`, own);
    return SqliteDriver.open({ file: database, named: !own, ...rest });
  }
  const { openPostgres } = await import("./postgres/open.ts");
  const { tell } = rest;
  return openPostgres({
    url: database,
    create,
    migrate,
    ...connections,
    ...(tell === undefined ? {} : { tell }),
    ...(board === undefined ? {} : { board }),
  });
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
