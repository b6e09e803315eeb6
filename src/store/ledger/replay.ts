// The ledger carried out once more: what its rows add up to is what the tables must hold.

import type { Change, ChangedTable } from "../../app/commit/changes.ts";
import type { LedgerText, Payload } from "./prepare.ts";
import { columnsOf, TABLE_NAMES, TABLES, withValues, type AnyChange, type Table, type Value } from "../tables.ts";

export interface ReplayedRow {
  /** By column, the key's included; null: the row was taken away. */
  values: Record<string, Value> | null;
  /** By column, the ledger row that set it last. */
  setBy: Record<string, number>;
  /** The last ledger row that had to do with it. */
  seq: number;
}

/** A row's changes with the free text back in its place; where that was redacted, the mark for it. */
export function changesOf(payload: Payload, texts: readonly LedgerText[]): readonly Change[] {
  if (!payload.changes) return [];
  const contents = new Map(texts.map(({ name, content }) => [name, content]));
  return payload.changes.map((change) => {
    const { table, set }: AnyChange = change;
    if (set === null) return change;
    const words: Record<string, string> = {};
    for (const column of TABLES[table].columns) {
      const name = set[column.name];
      if (column.free && typeof name === "string") words[column.name] = contents.get(name) ?? column.free.blank;
    }
    return withValues(change, words);
  });
}

export class Replay {
  readonly #tables = new Map(TABLE_NAMES.map((name) => [name, new Map<string, ReplayedRow>()]));

  carryOut(seq: number, changes: readonly Change[]): void {
    for (const change of changes) this.#change(seq, change);
  }

  /** Rows by `keyOf`, those that were taken away included. */
  table(name: ChangedTable): ReadonlyMap<string, ReplayedRow> {
    return this.#tables.get(name) ?? new Map();
  }

  #change(seq: number, change: AnyChange): void {
    const table = TABLES[change.table];
    const rows = this.#tables.get(change.table);
    const id = keyOf(table, change.key);
    const before = rows?.get(id);
    if (change.set === null) {
      rows?.set(id, { values: null, setBy: {}, seq });
      return;
    }
    const row = before?.values ? before : newRow(table, change.key, seq);
    for (const { name } of table.columns) {
      const value = change.set[name];
      if (value === undefined || row.values === null) continue;
      row.values[name] = value;
      row.setBy[name] = seq;
    }
    row.seq = seq;
    rows?.set(id, row);
  }
}

export function keyOf(table: Table, row: AnyChange["key"]): string {
  return JSON.stringify(table.key.map((column) => row[column.name]));
}

function newRow(table: Table, key: AnyChange["key"], seq: number): ReplayedRow {
  const values: Record<string, Value> = {};
  const setBy: Record<string, number> = {};
  for (const { name } of columnsOf(table)) {
    values[name] = key[name] ?? null;
    setBy[name] = seq;
  }
  return { values, setBy, seq };
}
