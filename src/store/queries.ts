// What reads share: text that both engines take, with `?` for a parameter and `board_now()` for the time.

import { columnsOf, type Table } from "./tables.ts";

/**
 * A number of rows as a parameter. Of a bare `LIMIT ?` SQLite looks at the number when it prepares the statement, and so
 * prepares it anew for each call, which takes longer than most of our reads. PostgreSQL would take it for a short integer.
 */
export const UP_TO = "LIMIT CAST(? AS BIGINT)";

/** Columns that triggers keep, beside those that the ledger sets. */
export const COUNTERS = ["open_blockers", "children"] as const;

/** All rows of a table by key, page by page: the first so many, or those after a key. */
export function tablePage(table: Table, from: "start" | "key"): string {
  const key = table.key.map((column) => column.name).join(", ");
  const after = from === "key" ? ` WHERE (${key}) > (${table.key.map(() => "?").join(", ")})` : "";
  return `SELECT ${shownColumns(table)} FROM ${table.name}${after} ORDER BY ${key} ${UP_TO}`;
}

export function tableRow(table: Table): string {
  const where = table.key.map((column) => `${column.name} = ?`).join(" AND ");
  return `SELECT ${shownColumns(table)} FROM ${table.name} WHERE ${where}`;
}

function shownColumns(table: Table): string {
  const names = columnsOf(table).map((column) => column.name);
  return [...names, ...(table.name === "ticket" ? COUNTERS : [])].join(", ");
}
