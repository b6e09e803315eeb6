// The tables that the ledger adds up to. Everything that has to know their columns reads it here: both engines' writes,
// the replay of `verify`, export and import.

import type { Change, ChangedTable, Tables } from "../app/commit/changes.ts";

export interface Column {
  readonly name: string;
  readonly type: "text" | "int";
  readonly required: boolean;
  /** Free text: the ledger holds its digest and keeps the words aside. `blank` is what stands there once it was redacted. */
  readonly free: { readonly blank: string } | null;
}

export interface Table {
  readonly name: ChangedTable;
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
}

/** How a column is stored follows from the type of its values. */
interface Stored<Value> {
  readonly type: Exclude<Value, null> extends string ? "text" : "int";
  readonly required: null extends Value ? false : true;
  readonly free?: { readonly blank: string };
}

/** A column that is missing here, or unknown to the types of changes, does not compile. */
export type Layout = {
  readonly [T in ChangedTable]: {
    readonly [Part in keyof Tables[T]]: { readonly [C in keyof Tables[T][Part]]: Stored<Tables[T][Part][C]> };
  };
};

export const REDACTED = "[redacted]";

export const text = { type: "text", required: true } as const;
export const int = { type: "int", required: true } as const;
export const maybeText = { type: "text", required: false } as const;
export const maybeInt = { type: "int", required: false } as const;
const free = (blank = REDACTED) => ({ ...text, free: { blank } });

const LAYOUT: Layout = {
  ticket: {
    key: { key: text },
    columns: {
      number: int,
      repo: text,
      title: free(),
      body: free(),
      state: maybeText,
      priority: maybeText,
      estimate: maybeText,
      labels: free(JSON.stringify([REDACTED])),
      parent: maybeText,
      parent_since: maybeInt,
      created_at: int,
      updated_at: int,
      entered_at: int,
      version: int,
      closed: int,
      fence: int,
      claim_connection: maybeText,
      claim_agent: maybeText,
      claim_since: maybeInt,
      claim_expires: maybeInt,
      former_connection: maybeText,
      former_agent: maybeText,
      reserved_until: maybeInt,
      off_board: maybeInt,
      claim_digest: maybeText,
      head: maybeText,
      fork: maybeText,
      node_id: maybeText,
      closed_as: maybeText,
      issue_type: maybeText,
      milestone: maybeText,
      iteration: maybeText,
    },
  },
  blocker: { key: { ticket: text, blocked_by: text }, columns: { since: int } },
  former_key: { key: { former: text }, columns: { ticket: text, since: int } },
  comment: { key: { id: text }, columns: { ticket: text, author: text, body: free(), created_at: int } },
  session: {
    key: { id: text },
    columns: {
      ticket: text,
      connection: maybeText,
      agent: maybeText,
      state: text,
      outcome: maybeText,
      started_at: int,
      completed_at: maybeInt,
      entered_at: int,
      seen_at: int,
      disconnected_at: maybeInt,
      version: int,
    },
  },
  run: {
    key: { key: text },
    columns: {
      project: text,
      session: text,
      workflow: text,
      state: text,
      current_item: maybeInt,
      current_batch: maybeInt,
      started_at: int,
      updated_at: int,
      version: int,
    },
  },
  item: {
    key: { run: text, number: int },
    columns: { title: free(), type: text, documented: int, ticket: maybeText },
  },
  task: {
    key: { run: text, id: text },
    columns: {
      depends_on: text,
      details: free(JSON.stringify({ files: [], description: REDACTED })),
      status: text,
      item: maybeInt,
      position: int,
      set_by: maybeText,
      set_at: maybeInt,
    },
  },
  workflow: { key: { hash: text }, columns: { name: text, body: free() } },
  force: { key: { name: text }, columns: { hash: text, since: int, version: int } },
  fact: { key: { key: text }, columns: { subject: text, name: text, said: text, version: int, updated_at: int } },
};

export type Value = string | number | null;

/** A change as code sees it that walks over the columns. */
export interface AnyChange {
  readonly table: ChangedTable;
  readonly key: Readonly<Record<string, Value | undefined>>;
  readonly set: Readonly<Record<string, Value | undefined>> | null;
}

/** With other values in some of its columns. */
export function withValues(change: Change, values: Readonly<Record<string, Value>>): Change {
  return { ...change, set: { ...change.set, ...values } } as Change;
}

export const TABLE_NAMES = Object.keys(LAYOUT) as ChangedTable[];

export const TABLES = Object.fromEntries(
  TABLE_NAMES.map((name) => [
    name,
    { name, key: columnList(LAYOUT[name].key), columns: columnList(LAYOUT[name].columns) },
  ]),
) as Readonly<Record<ChangedTable, Table>>;

export function columnsOf(table: Table): readonly Column[] {
  return [...table.key, ...table.columns];
}

type Kind = Omit<Column, "name" | "free"> & Partial<Pick<Column, "free">>;

export function columnList(columns: Readonly<Record<string, Kind>>): readonly Column[] {
  return Object.entries(columns).map(([name, { type, required, free = null }]) => ({ name, type, required, free }));
}
