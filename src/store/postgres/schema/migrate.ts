// Brings a board's schema up to date, in one transaction: a process that is killed half-way leaves nothing behind. Others
// work on the board meanwhile: they read until the last moment, their writes wait, and then they are told.

import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { schemaMismatch, StoreError } from "../../errors.ts";
import type { Derivation, Migration } from "../../migrations/list.ts";
import { keepCopy } from "./copy.ts";
import { isClash, isLockTimeout } from "../failures.ts";
import { installFunctions } from "../functions/install.ts";
import { missingFromShape, noteShape } from "./shape.ts";

const LOCK_TRIES = 20;
/**
 * Whoever waits for the lock that readers must not pass lets no new reader pass either. Behind somebody who reads for long,
 * as an export does, all of them would stand: so it is asked for again and again, and between they go on.
 */
const LOCK_WAIT_MS = 500;
const LOCK_PAUSE_MS = 250;

/** `mayMigrate`: false: a board that is older is left as it is; one that is not there yet is made in any case. */
export async function migrate(
  client: ClientBase,
  schema: string,
  migrations: readonly Migration[],
  mayMigrate: boolean,
): Promise<void> {
  const known = migrations.length;
  const found = await versionOf(client, schema);
  if (found > known || (found > 0 && found < known && !mayMigrate)) throw schemaMismatch(found, known);
  if (found === known) return;
  await client.query("BEGIN");
  try {
    // However large the board is: nobody is helped by a migration that is begun again and again.
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`signalbox migrates ${schema}`]);
    // Another process may have been here while this one waited for the lock.
    const current = await versionOf(client, schema);
    if (current > known || (current > 0 && current < known && !mayMigrate)) throw schemaMismatch(current, known);
    if (current === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    // The migrations name no schema.
    await client.query(`SET LOCAL search_path = "${schema}"`);
    const lacked = current > 0 ? await missingFromShape(client, schema) : [];
    if (current > 0 && current < known) {
      await lockAll(client, schema, "EXCLUSIVE");
      await keepCopy(client, schema, current);
      await lockAll(client, schema, "ACCESS EXCLUSIVE");
    }
    for (const migration of migrations.slice(current)) {
      await client.query(migration.postgres);
      if (migration.derive) await derive(client, migration.derive);
      await client.query(
        "INSERT INTO meta (name, value) VALUES ('schema_version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [String(migration.version)],
      );
    }
    if (current < known) {
      await installFunctions(client, schema, migrations);
      await noteShape(client, schema, lacked);
    }
    await client.query("COMMIT");
  } catch (error) {
    // The transaction is over with the connection in any case.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * The head first: whoever commits takes it before all else, finishes, and then queues. A reader may hold a table and want
 * another; PostgreSQL then ends one of the two, and what was done before is kept where it is this side.
 */
export async function lockAll(
  client: ClientBase,
  schema: string,
  mode: "EXCLUSIVE" | "ACCESS EXCLUSIVE",
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename <> 'head', tablename",
    [schema],
  );
  const tables = rows.map(({ name }) => `"${schema}"."${name}"`).join(", ");
  for (let clashes = 0; ;) {
    await client.query("SAVEPOINT locking");
    try {
      if (mode === "ACCESS EXCLUSIVE") await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(`LOCK TABLE ${tables} IN ${mode} MODE`);
      await client.query("SET LOCAL lock_timeout = 0");
      await client.query("RELEASE SAVEPOINT locking");
      return;
    } catch (error) {
      await client.query("ROLLBACK TO SAVEPOINT locking");
      if (isLockTimeout(error)) await sleep(LOCK_PAUSE_MS);
      else if (++clashes === LOCK_TRIES || !isClash(error)) throw error;
    }
  }
}

async function derive(client: ClientBase, { read, make, write, afterwards }: Derivation): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(read);
  for (const row of rows) await client.query(write.postgres, [...make(row)]);
  await client.query(afterwards);
}

/** 0: there is nothing yet. */
export async function versionOf(client: ClientBase, schema: string): Promise<number> {
  const tables = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1",
    [schema],
  );
  if (tables.rows.length === 0) return 0;
  if (tables.rows.some(({ name }) => name === "meta") && tables.rows.some(({ name }) => name === "ledger")) {
    const meta = await client.query<{ value: string }>(
      `SELECT value FROM "${schema}".meta WHERE name = 'schema_version'`,
    );
    if (meta.rows[0]) return Number(meta.rows[0].value);
  }
  throw new StoreError(
    "store_failed",
    `The schema ${schema} is another program's; it was left as it is.`,
    "Choose another name for the board.",
  );
}
