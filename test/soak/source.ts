// The store as the checker reads it: through the databases' own clients, read-only, with nothing of the program between.

import { DatabaseSync } from "node:sqlite";
import pg from "pg";

export interface LedgerSource {
  /** Parameters stand as `?` in the statement. */
  all(sql: string, params: readonly (string | number | null)[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const PATIENCE_MS = 5000;

export async function sqliteSource(file: string): Promise<LedgerSource> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE_MS });
  return {
    all: async (sql, params) => database.prepare(sql).all(...params),
    close: async () => database.close(),
  };
}

export async function postgresSource(url: string, board: string): Promise<LedgerSource> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: 4 * PATIENCE_MS,
    types: { getTypeParser: (type: number) => (NUMBERS.has(type) ? Number : String) },
  });
  // A connection that breaks shows at the next statement; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  await client.query(`SET search_path = "signalbox_${board}"; SET default_transaction_read_only = on`);
  return {
    all: async (sql, params) => {
      let count = 0;
      const numbered = sql.replaceAll("?", () => `$${++count}`);
      return (await client.query<Record<string, unknown>>(numbered, [...params])).rows;
    },
    close: () => client.end(),
  };
}

/** int8, int2 and int4, which would come as text. */
const NUMBERS = new Set([20, 21, 23]);
