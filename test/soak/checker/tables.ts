// The tables as they are, held against what the ledger's rows add up to.

import type { LedgerSource } from "../source.ts";
import type { Breaches } from "./breaches.ts";
import { digestOf, rowKey, type Replay } from "./replay.ts";
import type { Cells } from "./row.ts";

/** By table: the columns that name a row. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  ticket: ["key"],
  blocker: ["ticket", "blocked_by"],
  comment: ["id"],
  session: ["id"],
  run: ["key"],
  item: ["run", "number"],
  task: ["run", "id"],
  workflow: ["hash"],
  force: ["name"],
};

/** Counted by the database itself, and checked by counting. */
const COUNTED = new Set(["open_blockers", "children"]);

export interface TableReading {
  readonly table: string;
  readonly rows: readonly Record<string, unknown>[];
}

export async function readTables(all: LedgerSource["all"]): Promise<readonly TableReading[]> {
  const readings: TableReading[] = [];
  for (const table of Object.keys(KEYS)) readings.push({ table, rows: await all(`SELECT * FROM ${table}`, []) });
  return readings;
}

export function compareTables(
  readings: readonly TableReading[],
  replay: Replay,
  breaches: Breaches,
  texts: boolean,
): void {
  for (const { table, rows } of readings) {
    const expected = replay.tables.get(table) ?? new Map<string, Cells>();
    const free = replay.freeColumns.get(table) ?? new Set<string>();
    const found = new Set<string>();
    for (const row of rows) {
      const names = KEYS[table] ?? [];
      const key = rowKey(Object.fromEntries(names.map((name) => [name, String(row[name])])));
      found.add(key);
      const cells = expected.get(key);
      if (!cells) breaches.note("table", `${table} ${key} is there, and no row of the ledger made it`);
      else compareRow(`${table} ${key}`, row, cells, texts ? free : null, breaches);
      if (table === "ticket") compareCounts(row, replay, breaches);
    }
    for (const key of expected.keys()) {
      if (!found.has(key)) breaches.note("table", `${table} ${key} is in the ledger, and not in its table`);
    }
  }
}

/** `free`: the columns whose text is compared by its digest; null: texts were blanked, and are not compared. */
function compareRow(
  name: string,
  row: Record<string, unknown>,
  cells: Cells,
  free: ReadonlySet<string> | null,
  breaches: Breaches,
): void {
  for (const [column, value] of Object.entries(row)) {
    if (COUNTED.has(column)) continue;
    const said = cells[column] ?? null;
    const isDigest = typeof said === "string" && said.startsWith("sha256 ");
    if (isDigest && !free) continue;
    const is = isDigest && free?.has(column) && typeof value === "string" ? digestOf(value) : value;
    if (is !== said) breaches.note("table", `${name}: ${column} is ${short(value)}, and ${short(said)} by the ledger`);
  }
}

function compareCounts(row: Record<string, unknown>, replay: Replay, breaches: Breaches): void {
  const key = String(row["key"]);
  const open = [...replay.blockersOf(key)].filter((blocker) => replay.ticket(blocker)?.["closed"] === 0).length;
  const counts = { open_blockers: open, children: replay.childrenOf(key).size };
  for (const [column, count] of Object.entries(counts)) {
    if (row[column] !== count)
      breaches.note("table", `ticket ${key}: ${column} is ${String(row[column])}, and ${count}`);
  }
}

function short(value: unknown): string {
  return String(value).slice(0, 80);
}
