// The tables that the ledger adds up to. Everything that has to know their columns reads it here: both engines' writes,
// the replay of `verify`, export and import.

import type { ChangedTable } from "../app/commit/plan.ts";

export interface Column {
  readonly name: string;
  readonly type: "text" | "int";
  /** Free text: the ledger holds its digest and keeps the words aside. `blank` is what stands there once it was redacted. */
  readonly free?: { readonly blank: string };
  readonly required?: true;
}

export interface Table {
  readonly name: ChangedTable;
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
}

export const REDACTED = "[redacted]";

const text = (name: string): Column => ({ name, type: "text" });
const int = (name: string): Column => ({ name, type: "int" });
const free = (name: string, blank = REDACTED): Column => ({ name, type: "text", free: { blank } });
const needed = (column: Column): Column => ({ ...column, required: true });

export const TABLES: Readonly<Record<ChangedTable, Table>> = {
  ticket: {
    name: "ticket",
    key: [text("key")],
    columns: [
      needed(int("number")),
      needed(text("repo")),
      needed(free("title")),
      needed(free("body")),
      text("state"),
      text("priority"),
      text("estimate"),
      needed(free("labels", JSON.stringify([REDACTED]))),
      text("parent"),
      int("parent_since"),
      needed(int("created_at")),
      needed(int("updated_at")),
      needed(int("entered_at")),
      needed(int("version")),
      needed(int("closed")),
      needed(int("fence")),
      text("claim_connection"),
      text("claim_agent"),
      int("claim_since"),
      int("claim_expires"),
      text("former_connection"),
      text("former_agent"),
      int("reserved_until"),
      int("off_board"),
    ],
  },
  blocker: { name: "blocker", key: [text("ticket"), text("blocked_by")], columns: [needed(int("since"))] },
  comment: {
    name: "comment",
    key: [text("id")],
    columns: [needed(text("ticket")), needed(text("author")), needed(free("body")), needed(int("created_at"))],
  },
  session: {
    name: "session",
    key: [text("id")],
    columns: [
      needed(text("ticket")),
      text("connection"),
      text("agent"),
      needed(text("state")),
      text("outcome"),
      needed(int("started_at")),
      int("completed_at"),
      needed(int("entered_at")),
      needed(int("seen_at")),
      int("disconnected_at"),
      needed(int("version")),
    ],
  },
  run: {
    name: "run",
    key: [text("key")],
    columns: [
      needed(text("project")),
      needed(text("session")),
      needed(text("workflow")),
      needed(text("state")),
      int("current_item"),
      int("current_batch"),
      needed(int("started_at")),
      needed(int("updated_at")),
      needed(int("version")),
    ],
  },
  item: {
    name: "item",
    key: [text("run"), int("number")],
    columns: [needed(free("title")), needed(text("type")), needed(int("documented")), text("ticket")],
  },
  task: {
    name: "task",
    key: [text("run"), text("id")],
    columns: [
      needed(text("depends_on")),
      needed(free("details", JSON.stringify({ files: [], description: REDACTED }))),
      needed(text("status")),
      int("item"),
      needed(int("position")),
      text("set_by"),
      int("set_at"),
    ],
  },
  workflow: { name: "workflow", key: [text("hash")], columns: [needed(text("name")), needed(free("body"))] },
  force: {
    name: "force",
    key: [text("name")],
    columns: [needed(text("hash")), needed(int("since")), needed(int("version"))],
  },
};

export const TABLE_NAMES = Object.keys(TABLES) as ChangedTable[];

export function columnsOf(table: Table): readonly Column[] {
  return [...table.key, ...table.columns];
}
