// Everything that a board's schema is made of, as lines of text. The migrator notes them down, and `verify` compares: a
// board that was put back without its indexes, functions, triggers or keys works, and is not whole.

import type { ClientBase } from "pg";

const NO_LIST = "the list of what belongs to this board";

/** Names and kinds, and digests of functions: what PostgreSQL prints of a definition differs between its versions. */
const SHAPE_SQL = `
SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'index ' || c.relname || ' on ' || t.relname || CASE WHEN i.indisunique THEN ' UNIQUE' ELSE '' END
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname = $1 AND i.indisvalid
UNION ALL
SELECT 'constraint ' || k.conname || ' on ' || t.relname || ' ' || k.contype::text
  FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname = $1 AND k.contype IN ('p', 'f', 'u', 'c')
UNION ALL
SELECT 'trigger ' || g.tgname || ' on ' || t.relname
  FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname = $1 AND NOT g.tgisinternal AND g.tgenabled IN ('O', 'A')
UNION ALL
SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') ' || md5(p.prosrc)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1
UNION ALL
SELECT 'view ' || c.relname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'v'
ORDER BY 1`;

/** `lacked`: what was missing before a migration, and is missing still: a migration makes no board whole. */
export async function noteShape(client: ClientBase, schema: string, lacked: readonly string[] = []): Promise<void> {
  const lines = new Set([...(await shapeOf(client, schema)), ...lacked.filter((line) => !isMadeAnew(line))]);
  await client.query(
    `INSERT INTO "${schema}".meta (name, value) VALUES ('shape', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [[...lines].join("\n")],
  );
}

/** Every migration ends with all functions as they are now. */
function isMadeAnew(line: string): boolean {
  return line === NO_LIST || line.startsWith("function ");
}

/** What is missing, or not as it was made; what somebody has added harms nobody. */
export async function missingFromShape(client: ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ value: string }>(`SELECT value FROM "${schema}".meta WHERE name = 'shape'`);
  const noted = rows[0]?.value.split("\n") ?? [NO_LIST];
  const there = new Set(await shapeOf(client, schema));
  return noted.filter((line) => !there.has(line));
}

async function shapeOf(client: ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(SHAPE_SQL, [schema]);
  return rows.map(({ line }) => line);
}
