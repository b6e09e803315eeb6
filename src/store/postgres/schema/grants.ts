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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
