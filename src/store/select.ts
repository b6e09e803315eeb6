// What a read selects, named once: the list of columns in the text and the type of a row both come from it. A column
// can't be read that was not selected. The database gives rows by position, because node:sqlite makes the names of a
// row anew for each one, which takes longer than all the rest of reading it.

import type { ChangedTable, Tables } from "../app/commit/changes.ts";
import { COUNTERS, sideColumns, type Counters, type SideTables } from "./side-tables.ts";
import { columnsOf, TABLES, type Column, type Value } from "./tables.ts";

/** A row as the database gives it. */
export type Cells = readonly unknown[];

/** One expression of a select list, and what it gives. */
export interface Cell<V extends Value> {
  readonly sql: string;
  readonly check: (value: unknown, name: string) => V;
}

/** Columns by the names that they are read by. */
export type Selection = Readonly<Record<string, Cell<Value>>>;

export type Selected<S extends Selection> = { readonly [N in keyof S]: S[N] extends Cell<infer V> ? V : never };

/** Columns that several reads select. */
export interface Shape<Row> {
  readonly names: readonly string[];
  /** For the text: `t.key, t.title, board_now() AS now`. */
  readonly list: string;
  readonly rows: (found: readonly Cells[]) => Row[];
}

export type RowOf<S extends Shape<unknown>> = S extends Shape<infer Row> ? Row : never;

/** A text of ours, with `?` for each parameter, and how its rows are read. */
export interface Select<Row> extends Pick<Shape<Row>, "names" | "rows"> {
  readonly sql: string;
}

export function select<Row>({ names, list, rows }: Shape<Row>, text: (list: string) => string): Select<Row> {
  return { names, rows, sql: text(list) };
}

/** A row is a view on its cells: a value is checked and read when it is asked for. */
export function shape<S extends Selection>(selection: S): Shape<Selected<S>> {
  class Row extends PositionedRow {}
  const columns = Object.entries(selection);
  for (const [index, [name, { check }]] of columns.entries()) {
    Object.defineProperty(Row.prototype, name, {
      get(this: PositionedRow) {
        return check(this.cells[index], name);
      },
    });
  }
  return {
    names: columns.map(([name]) => name),
    list: columns.map(([name, { sql }]) => (sql.endsWith(`.${name}`) ? sql : `${sql} AS ${name}`)).join(", "),
    rows: (found) => found.map((cells) => new Row(cells) as PositionedRow & Selected<S>),
  };
}

class PositionedRow {
  readonly cells: Cells;

  constructor(cells: Cells) {
    this.cells = cells;
  }
}

/** What the columns of a table hold; a ticket also has what triggers count. */
type Stored = { readonly [T in ChangedTable]: Tables[T]["key"] & Tables[T]["columns"] } & SideTables & {
    readonly ticket: Counters;
  };

type TableName = keyof Stored;

/** Of a table that the text calls `alias`. */
export function columns<T extends TableName, C extends keyof Stored[T] & string>(
  table: T,
  alias: string,
  ...names: readonly C[]
): { readonly [N in C]: Stored[T][N] extends Value ? Cell<Stored[T][N]> : never } {
  const cells = names.map((name) => [name, { sql: `${alias}.${name}`, check: checkFor(table, name) }]);
  return Object.fromEntries(cells) as ReturnType<typeof columns<T, C>>;
}

/** Of a table that is joined where there is a row: each may be null. */
export function optional<S extends Selection>(
  selection: S,
): { readonly [N in keyof S]: S[N] extends Cell<infer V> ? Cell<V | null> : never } {
  const cells = Object.entries(selection).map(([name, { sql, check }]) => [name, { sql, check: orNull(check) }]);
  return Object.fromEntries(cells) as ReturnType<typeof optional<S>>;
}

/** Expressions. */
export const text = (sql: string): Cell<string> => ({ sql, check: checkText });
export const int = (sql: string): Cell<number> => ({ sql, check: checkInt });
export const maybeText = (sql: string): Cell<string | null> => ({ sql, check: orNull(checkText) });
export const maybeInt = (sql: string): Cell<number | null> => ({ sql, check: orNull(checkInt) });

/** All columns of a table, for what walks over them; values as they are, whatever somebody has put there. */
export function tableShape(table: ChangedTable): Shape<Readonly<Record<string, Value>>> {
  const cells = allColumns(table).map(({ name }): [string, Cell<Value>] => [
    name,
    { sql: `t.${name}`, check: (value) => value as Value },
  ]);
  return shape(Object.fromEntries(cells));
}

function checkFor(table: TableName, name: string): Cell<Value>["check"] {
  const column = allColumns(table).find((one) => one.name === name);
  if (!column) throw new TypeError(`there is no column ${name} in ${table}`);
  return checkOf(column);
}

function allColumns(table: TableName): readonly Column[] {
  if (!isChanged(table)) return sideColumns(table);
  return [...columnsOf(TABLES[table]), ...(table === "ticket" ? COUNTERS : [])];
}

function isChanged(table: TableName): table is ChangedTable {
  return Object.hasOwn(TABLES, table);
}

function checkOf({ type, required }: Column): Cell<Value>["check"] {
  const check: Cell<Value>["check"] = type === "text" ? checkText : checkInt;
  return required ? check : orNull(check);
}

function checkText(value: unknown, name: string): string {
  if (typeof value !== "string") throw new TypeError(`${name}: text expected, found ${typeof value}`);
  return value;
}

function checkInt(value: unknown, name: string): number {
  if (typeof value !== "number") throw new TypeError(`${name}: a number expected, found ${typeof value}`);
  return value;
}

function orNull<V extends Value>(check: Cell<V>["check"]): Cell<V | null>["check"] {
  return (value, name) => (value === null ? null : check(value, name));
}
