// What reads share: text that both engines take, with `?` for a parameter and `board_now()` for the time.

import type { ChangedTable } from "../app/commit/changes.ts";
import { columns, select, shape, tableShape, type Select } from "./select.ts";
import { TABLES, type Value } from "./tables.ts";

/**
 * A number of rows as a parameter. Of a bare `LIMIT ?` SQLite looks at the number when it prepares the statement, and so
 * prepares it anew for each call, which takes longer than most of our reads. PostgreSQL would take it for a short integer.
 */
export const UP_TO = "LIMIT CAST(? AS BIGINT)";

type AnyRow = Readonly<Record<string, Value>>;

/** All rows of a table by key, page by page: the first so many, or those after a key. */
export function tablePage(table: ChangedTable, from: "start" | "key"): Select<AnyRow> {
  const key = TABLES[table].key.map((column) => `t.${column.name}`).join(", ");
  const marks = TABLES[table].key.map(() => "?").join(", ");
  const after = from === "key" ? ` WHERE (${key}) > (${marks})` : "";
  return select(tableShape(table), (list) => `SELECT ${list} FROM ${table} t${after} ORDER BY ${key} ${UP_TO}`);
}

export function tableRow(table: ChangedTable): Select<AnyRow> {
  const where = TABLES[table].key.map((column) => `t.${column.name} = ?`).join(" AND ");
  return select(tableShape(table), (list) => `SELECT ${list} FROM ${table} t WHERE ${where}`);
}

/** Of the board's own number space. */
export const LAST_NUMBER = select(
  shape(columns("ticket", "t", "number")),
  (list) => `SELECT ${list} FROM ticket t WHERE t.repo = '' ORDER BY t.number DESC LIMIT 1`,
);
