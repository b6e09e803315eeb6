// Opens a board in a PostgreSQL database: makes its schema where there is none, and brings it up to date.

import { NoBoardError, StoreError } from "../errors.ts";
import { readHeadRow } from "../ledger/ledger.ts";
import { MIGRATIONS, type Migration } from "../migrations/list.ts";
import { columns, select, shape, text } from "../select.ts";
import { readAddress } from "./connect/address.ts";
import { Connections, type Pg } from "./connect/connections.ts";
import { PostgresDriver } from "./driver.ts";
import type { Hints } from "./feed.ts";
import { migrate } from "./schema/migrate.ts";

export interface PostgresOptions {
  readonly url: string;
  /** Each board has a schema of its own. */
  readonly board?: string;
  /** false: a board that is not there is an error, and none is made. */
  readonly create?: boolean;
  readonly migrations?: readonly Migration[];
  /** true: brings an older schema up to date. Only somebody who was asked to may do so: others work on the board. */
  readonly migrate?: boolean;
  /** How many connections this process may open; absent: 10. */
  readonly poolSize?: number;
  /** How long a statement may take; absent: a minute. */
  readonly statementMs?: number;
  /** An address without a pooler, on which commits are heard of at once; absent: the same address, where it has none. */
  readonly listenUrl?: string;
  /** Is told of outages, and when they are over. */
  readonly tell?: (message: string) => void;
}

const BOARD = /^[a-z][a-z0-9_-]{0,40}$/;
/** Named like the copies that are kept before a migration. */
const COPY = /_schema_\d+(?:_\d+)?$/;
const BOARD_ID = select(
  shape(columns("meta", "m", "value")),
  (list) => `SELECT ${list} FROM meta m WHERE m.name = 'board'`,
);
const ENCODING = select(shape({ encoding: text("current_setting('server_encoding')") }), (list) => `SELECT ${list}`);

export async function openPostgres(options: PostgresOptions): Promise<PostgresDriver> {
  const { board = "main", create = true, migrations = MIGRATIONS } = options;
  const connections = await openConnections(options);
  try {
    if (!create && !(await hasBoard(connections)))
      throw new NoBoardError(`named "${board}" in that PostgreSQL database`);
    await prepareDatabase(connections, migrations, options.migrate ?? false);
    return new PostgresDriver(connections, {
      board: await readBoardId(connections),
      seq: (await readHeadRow(connections)).seq,
      hints: await hintsFrom(connections, options.listenUrl),
    });
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** Nothing is looked at yet. */
export async function openConnections(options: PostgresOptions): Promise<Connections> {
  const { url, board = "main", migrations = MIGRATIONS, tell = () => {} } = options;
  const address = readAddress(url);
  if (!BOARD.test(board) || COPY.test(board)) {
    throw new StoreError(
      "store_failed",
      `A board can't be named ${JSON.stringify(board)}.`,
      COPY.test(board)
        ? "Copies from before a migration are named like this; `signalbox migrate --back` puts the newest in the board's place."
        : "Use up to 41 small letters, digits, hyphens and underscores, with a letter first.",
    );
  }
  return new Connections(await loadPg(), {
    schema: `signalbox_${board}`,
    known: migrations.length,
    address,
    outages: {
      began: (reason) => tell(`PostgreSQL at ${address.where} can't be used: ${reason}. Calls fail until it is back.`),
      over: (ms) => tell(`PostgreSQL at ${address.where} is back after ${(ms / 1000).toFixed(1)} s.`),
    },
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    ...(options.statementMs === undefined ? {} : { statementMs: options.statementMs }),
  });
}

/** A process that takes one connection polls. */
async function hintsFrom(connections: Connections, listenUrl: string | undefined): Promise<Hints | null> {
  if (connections.alone) return null;
  if (listenUrl === undefined) return connections;
  const { schema, known } = connections;
  return new Connections(await loadPg(), { schema, known, address: readAddress(listenUrl), poolSize: 1 });
}

async function readBoardId(connections: Connections): Promise<string> {
  const [row] = await connections.read(BOARD_ID, []);
  return row?.value ?? "";
}

async function loadPg(): Promise<Pg> {
  try {
    return await import("pg");
  } catch (error) {
    throw new StoreError("store_failed", "The package pg is not installed.", "Run: npm install pg", error);
  }
}

async function hasBoard(connections: Connections): Promise<boolean> {
  const rows = await connections.all("SELECT nspname FROM pg_namespace WHERE nspname = ?", [connections.schema]);
  return rows.length > 0;
}

async function prepareDatabase(
  connections: Connections,
  migrations: readonly Migration[],
  mayMigrate: boolean,
): Promise<void> {
  const [setting] = await connections.read(ENCODING, []);
  if (setting?.encoding !== "UTF8") {
    throw new StoreError(
      "store_failed",
      `The database stores text as ${setting?.encoding}, which can't hold every text.`,
      "Create one with ENCODING 'UTF8' and name it in SIGNALBOX_DATABASE.",
    );
  }
  try {
    await connections.with((client) => migrate(client, connections.schema, migrations, mayMigrate));
  } catch (error) {
    throw connections.explain(error);
  }
}
