// What a role needs that works on a board and does not own it: it can't change the schema, and can't rewrite the ledger.

import type { ClientBase } from "pg";
import { StoreError } from "../../errors.ts";

function grantsFor(schema: string, role: string): readonly string[] {
  const to = `TO ${quoted(role)}`;
  const s = quoted(schema);
  return [
    `GRANT USAGE ON SCHEMA ${s} ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${s} ${to}`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${s}.ledger FROM ${quoted(role)}`,
    `REVOKE DELETE, TRUNCATE, UPDATE ON ${s}.ledger_text FROM ${quoted(role)}`,
    `GRANT UPDATE (salt, content) ON ${s}.ledger_text ${to}`,
    `REVOKE INSERT, DELETE ON ${s}.head FROM ${quoted(role)}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${s}.meta FROM ${quoted(role)}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${s} ${to}`,
  ];
}

export async function grantTo(client: ClientBase, schema: string, role: string): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (rows.length === 0) {
    throw new StoreError(
      "store_failed",
      `There is no role ${JSON.stringify(role)}. Nothing was granted.`,
      "Make it first, with CREATE ROLE … LOGIN PASSWORD '…'; docs/teams.md shows how.",
    );
  }
  for (const statement of grantsFor(schema, role)) await client.query(statement);
}

/** Who may do what in one schema, as statements for another; for what is there too. */
const RIGHTS_SQL = `
WITH rights AS (
  SELECT 'SCHEMA ' || quote_ident($2) AS what, '' AS part, x.* FROM pg_namespace n, aclexplode(n.nspacl) x WHERE n.nspname = $1
  UNION ALL
  SELECT 'TABLE ' || quote_ident($2) || '.' || quote_ident(t.relname), '', x.*
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_class t ON t.relname = c.relname AND t.relkind = c.relkind
      JOIN pg_namespace u ON u.oid = t.relnamespace, aclexplode(c.relacl) x
    WHERE n.nspname = $1 AND u.nspname = $2 AND c.relkind IN ('r', 'v')
  UNION ALL
  SELECT 'TABLE ' || quote_ident($2) || '.' || quote_ident(t.relname), ' (' || quote_ident(a.attname) || ')', x.*
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      JOIN pg_class t ON t.relname = c.relname JOIN pg_namespace u ON u.oid = t.relnamespace
      JOIN pg_attribute b ON b.attrelid = t.oid AND b.attname = a.attname, aclexplode(a.attacl) x
    WHERE n.nspname = $1 AND u.nspname = $2 AND c.relkind = 'r'
)
SELECT 'GRANT ' || r.privilege_type || r.part || ' ON ' || r.what || ' TO '
    || CASE WHEN r.grantee = 0 THEN 'PUBLIC' ELSE r.grantee::regrole::text END AS sql
  FROM rights r`;

/** What roles may do on one board they may do on the one that takes its place. */
export async function carryGrants(client: ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(RIGHTS_SQL, [from, to]);
  for (const { sql } of rows) await client.query(sql);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
