// Holds what the ledger adds up to against what stands in the tables.

import type { Problem } from "./chain.ts";
import type { Reader } from "../driver.ts";
import type { Counters } from "../side-tables.ts";
import { keyOf, type Replay, type ReplayedRow } from "./replay.ts";
import { tableRows } from "./table-rows.ts";
import { columnsOf, TABLE_NAMES, TABLES, type Table, type Value } from "../tables.ts";

/** The difference that goes back to the earliest ledger row; null: there is none. */
export async function firstDifference(reader: Reader, replay: Replay): Promise<Problem | null> {
  const counters = countersOf(replay);
  let first: Problem | null = null;
  const found = (seq: number | null, detail: string): void => {
    if (first === null || (seq ?? Infinity) < (first.seq ?? Infinity)) first = { seq, what: "table_changed", detail };
  };
  for (const name of TABLE_NAMES) {
    const table = TABLES[name];
    const expected = replay.table(name);
    const present = new Set<string>();
    for await (const row of tableRows(reader, name)) {
      const id = keyOf(table, row);
      present.add(id);
      const wanted = expected.get(id);
      const shown = `${name} ${showKey(table, row)}`;
      if (!wanted?.values) {
        const why = wanted ? `row ${wanted.seq} took it away` : "the ledger knows nothing of it";
        found(wanted?.seq ?? null, `${shown} stands in the table, but ${why}.`);
        continue;
      }
      for (const [column, value, seq] of wantedColumns(table, wanted, counters.get(id))) {
        const actual = row[column] ?? null;
        if (actual === value) continue;
        found(seq, `${column} of ${shown} is ${show(actual)}; by row ${seq} of the ledger it is ${show(value)}.`);
      }
    }
    for (const [id, { values, seq }] of expected) {
      if (values === null || present.has(id)) continue;
      found(seq, `${name} ${showKey(table, values)} is missing; row ${seq} of the ledger was the last to set it.`);
    }
  }
  return first;
}

const NONE: Counters = { open_blockers: 0, children: 0 };

function* wantedColumns(
  table: Table,
  row: ReplayedRow,
  counters: Counters = NONE,
): Generator<[column: string, value: Value, seq: number]> {
  for (const { name } of columnsOf(table)) yield [name, row.values?.[name] ?? null, row.setBy[name] ?? row.seq];
  if (table.name !== "ticket") return;
  for (const [name, value] of Object.entries(counters)) yield [name, value, row.seq];
}

/** What triggers count, counted anew. */
function countersOf(replay: Replay): ReadonlyMap<string, Counters> {
  const counters = new Map<string, Record<keyof Counters, number>>();
  const tickets = replay.table("ticket");
  const count = (key: Value | undefined, counter: keyof Counters): void => {
    const id = keyOf(TABLES.ticket, { key: key ?? null });
    const own = counters.get(id) ?? { ...NONE };
    own[counter] += 1;
    counters.set(id, own);
  };
  for (const { values } of tickets.values()) {
    if (values && values["parent"] !== null) count(values["parent"], "children");
  }
  for (const { values } of replay.table("blocker").values()) {
    const blocker = values && tickets.get(keyOf(TABLES.ticket, { key: values["blocked_by"] ?? null }));
    if (blocker?.values?.["closed"] === 0) count(values?.["ticket"], "open_blockers");
  }
  return counters;
}

function showKey(table: Table, row: Readonly<Record<string, Value>>): string {
  return table.key.map((column) => row[column.name]).join(" ");
}

const MOST_SHOWN = 80;

function show(value: Value): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
