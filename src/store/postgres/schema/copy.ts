// The way back if a migration turns out to be wrong: a copy of the board in a schema beside it, with its indexes, keys,
// functions and triggers. Renamed to the board's name it is the board as it was. Without the secret, like every copy.

import type { ClientBase } from "pg";

function copyName(schema: string, version: number): string {
  return `${schema}_schema_${version}`;
}

/** What every table has beside its rows, as statements that name no schema, in the order in which they can be carried out. */
const PARTS_SQL = `
SELECT part.sql FROM (
  SELECT 1 AS rank, t.relname AS name, format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid, true)) AS sql
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = $1 AND k.contype IN ('p', 'u')
  UNION ALL
  SELECT 2, c.relname, pg_get_indexdef(i.indexrelid, 0, true)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  UNION ALL
  SELECT 3, t.relname, format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid, true))
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = $1 AND k.contype = 'f'
  UNION ALL
  SELECT 4, p.proname, regexp_replace(pg_get_functiondef(p.oid), '^CREATE OR REPLACE FUNCTION .*?\\.', 'CREATE FUNCTION ')
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1
  UNION ALL
  SELECT 5, g.tgname, pg_get_triggerdef(g.oid, true)
    FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = $1 AND NOT g.tgisinternal
  UNION ALL
  SELECT 6, c.relname, format('CREATE VIEW %I AS %s', c.relname, pg_get_viewdef(c.oid, true))
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'v'
) part ORDER BY part.rank, part.name`;

/**
 * Under a lock that nobody writes past, with the board's schema as the search_path: PostgreSQL then prints definitions
 * without it. Functions keep their text, which may name the board's schema: it is right when the copy takes its place.
 */
export async function keepCopy(client: ClientBase, schema: string, version: number): Promise<void> {
  const copy = await freeName(client, copyName(schema, version));
  await client.query(`CREATE SCHEMA "${copy}"`);
  const parts = await client.query<{ sql: string }>(PARTS_SQL, [schema]);
  const tables = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = $1", [
    schema,
  ]);
  for (const { name } of tables.rows) {
    await client.query(
      `CREATE TABLE "${copy}"."${name}" (LIKE "${schema}"."${name}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    );
    await client.query(`INSERT INTO "${copy}"."${name}" SELECT * FROM "${schema}"."${name}"`);
  }
  await client.query(`DELETE FROM "${copy}".meta WHERE name = 'secret'`);
  await client.query(`SET LOCAL search_path = "${copy}"; SET LOCAL check_function_bodies = off`);
  for (const { sql } of parts.rows) await client.query(sql);
  await client.query(`SET LOCAL search_path = "${schema}"; SET LOCAL check_function_bodies = on`);
}

/** A board that went back and comes again leaves the earlier copy where it is. */
export async function freeName(client: ClientBase, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    const there = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [name]);
    if (there.rows.length === 0) return name;
  }
}
