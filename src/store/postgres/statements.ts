// Our SQL has `?` for each parameter; PostgreSQL wants $1, $2 … and, to prepare a statement once, a name for it.

import { createHash } from "node:crypto";

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
