// Our SQL has `?` for each parameter; PostgreSQL wants $1, $2 … and, to prepare a statement once, a name for it.

import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { Param, Row } from "../driver.ts";
import type { Cells, Select } from "../select.ts";

/** How a statement is sent. */
export interface Sending {
  readonly query_timeout?: number;
}

export async function query(
  client: ClientBase,
  sql: string,
  params: readonly Param[],
  sending: Sending = {},
): Promise<Row[]> {
  return (await client.query<Row>({ ...sending, ...statementOf(sql), values: [...params] })).rows;
}

export async function queryRows<Found>(
  client: ClientBase,
  { sql, rows }: Select<Found>,
  params: readonly Param[],
  sending: Sending = {},
): Promise<Found[]> {
  const statement = { ...sending, ...statementOf(sql), values: [...params], rowMode: "array" as const };
  return rows((await client.query<Cells & unknown[]>(statement)).rows);
}

export interface Statement {
  readonly name: string;
  readonly text: string;
}

const STRING_NAME_COMMENT_OR_MARK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

const statements = new Map<string, Statement>();

export function statementOf(sql: string): Statement {
  let statement = statements.get(sql);
  if (!statement) {
    statement = { name: createHash("sha256").update(sql).digest("base64url").slice(0, 22), text: numbered(sql) };
    statements.set(sql, statement);
  }
  return statement;
}

export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll(STRING_NAME_COMMENT_OR_MARK, (match) => (match === "?" ? `$${++count}` : match));
}
