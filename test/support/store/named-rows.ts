// Rows of a select by name: to look at, to change, or to make up.

import type { Select } from "../../../src/store/select.ts";
import type { Value } from "../../../src/store/tables.ts";

export type NamedRow = Readonly<Record<string, Value>>;

export function toNames<Row>({ names }: Select<Row>, rows: readonly Row[]): NamedRow[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, (row as NamedRow)[name] ?? null])));
}

export function fromNames<Row>({ names, rows }: Select<Row>, named: readonly NamedRow[]): Row[] {
  return rows(named.map((row) => names.map((name) => row[name] ?? null)));
}
