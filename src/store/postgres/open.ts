// Opens a board in a PostgreSQL database: makes its schema where there is none, and brings it up to date.

import { noBoard, StoreError } from "../errors.ts";
import { readHeadRow } from "../ledger/ledger.ts";
import { MIGRATIONS, type Migration } from "../migrations/list.ts";
import { select, shape, text } from "../select.ts";
import { Connections, type Pg } from "./connections.ts";
import { PostgresDriver } from "./driver.ts";
import { isClash } from "./failures.ts";
import { migrate } from "./migrate.ts";

export interface PostgresOptions {
  readonly url: string;
  /** Each board has a schema of its own. */
  readonly board?: string;
  /** false: a board that is not there is an error, and none is made. */
  readonly create?: boolean;
  readonly migrations?: readonly Migration[];
}

const BOARD = /^[a-z][a-z0-9_]{0,40}$/;
/** Named like the copies that are kept before a migration. */
const COPY = /_schema_\d+$/;
const MIGRATION_TRIES = 5;
const ENCODING = select(shape({ encoding: text("current_setting('server_encoding')") }), (list) => `SELECT ${list}`);

export async function openPostgres(options: PostgresOptions): Promise<PostgresDriver> {
  const { url, board = "main", create = true, migrations = MIGRATIONS } = options;
  if (!/^(postgres|postgresql|socket):/.test(url)) {
    throw new StoreError(
      "store_failed",
      "The address of the database is no PostgreSQL URL.",
      "Write it as postgres://user:password@host:5432/database.",
    );
  }
  if (!BOARD.test(board) || COPY.test(board)) {
    throw new StoreError(
      "store_failed",
      `A board can't be named ${JSON.stringify(board)}.`,
      "Use up to 41 small letters, digits and underscores, with a letter first.",
    );
  }
  const connections = new Connections(await loadPg(), { url, schema: `signalbox_${board}`, known: migrations.length });
  try {
    if (!create && !(await hasBoard(connections))) throw noBoard(`named "${board}" in that PostgreSQL database`);
    await prepareDatabase(connections, migrations);
    return new PostgresDriver(connections, (await readHeadRow(connections)).seq);
  } catch (error) {
    await connections.close();
    throw error;
  }
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

async function prepareDatabase(connections: Connections, migrations: readonly Migration[]): Promise<void> {
  const [setting] = await connections.read(ENCODING, []);
  if (setting?.encoding !== "UTF8") {
    throw new StoreError(
      "store_failed",
      `The database stores text as ${setting?.encoding}, which can't hold every text.`,
      "Create one with ENCODING 'UTF8' and name it in SIGNALBOX_DATABASE.",
    );
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await connections.with((client) => migrate(client, connections.schema, migrations));
      return;
    } catch (error) {
      // A running server reads the tables before it queues for the lock that the migration holds.
      if (attempt === MIGRATION_TRIES || !isClash(error)) throw connections.explain(error);
    }
  }
}
