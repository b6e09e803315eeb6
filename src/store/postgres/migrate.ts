// Brings a board's schema up to date, in one transaction: a process that is killed half-way leaves nothing behind.

import type { ClientBase } from "pg";
import { schemaMismatch, StoreError } from "../errors.ts";
import type { Derivation, Migration } from "../migrations/list.ts";

export async function migrate(client: ClientBase, schema: string, migrations: readonly Migration[]): Promise<void> {
  const known = migrations.length;
  const found = await versionOf(client, schema);
  if (found > known) throw schemaMismatch(found, known);
  if (found === known) return;
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`signalbox migrates ${schema}`]);
    // Another process may have been here while this one waited for the lock.
    const current = await versionOf(client, schema);
    if (current > known) throw schemaMismatch(current, known);
    if (current === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    else if (current < known) await keepCopy(client, schema, current);
    for (const migration of migrations.slice(current)) {
      await client.query(migration.postgres);
      if (migration.derive) await derive(client, migration.derive);
      await client.query(
        "INSERT INTO meta (name, value) VALUES ('schema_version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [String(migration.version)],
      );
    }
    await client.query("COMMIT");
  } catch (error) {
    // The transaction is over with the connection in any case.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function derive(client: ClientBase, { read, make, write, afterwards }: Derivation): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(read);
  for (const row of rows) await client.query(write.postgres, [...make(row)]);
  await client.query(afterwards);
}

/** 0: there is nothing yet. */
async function versionOf(client: ClientBase, schema: string): Promise<number> {
  const tables = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1",
    [schema],
  );
  if (tables.rows.length === 0) return 0;
  if (tables.rows.some(({ name }) => name === "meta") && tables.rows.some(({ name }) => name === "ledger")) {
    const meta = await client.query<{ value: string }>("SELECT value FROM meta WHERE name = 'schema_version'");
    if (meta.rows[0]) return Number(meta.rows[0].value);
  }
  throw new StoreError(
    "store_failed",
    `The schema ${schema} is another program's; it was left as it is.`,
    "Choose another name for the board.",
  );
}

/**
 * The way back if a migration turns out to be wrong: the rows of every table, in a schema beside the board's. Without the
 * secret, like every copy.
 */
async function keepCopy(client: ClientBase, schema: string, version: number): Promise<void> {
  // A writer that has begun finishes first, and a later one finds the new version and is told so.
  await client.query("SELECT board_lock()");
  const copy = `${schema}_schema_${version}`;
  const there = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [copy]);
  if (there.rows.length > 0) return;
  await client.query(`CREATE SCHEMA "${copy}"`);
  const tables = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = $1", [
    schema,
  ]);
  for (const { name } of tables.rows) {
    await client.query(`CREATE TABLE "${copy}"."${name}" AS TABLE "${schema}"."${name}"`);
  }
  await client.query(`DELETE FROM "${copy}".meta WHERE name = 'secret'`);
}
