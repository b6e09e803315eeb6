// Whether two stores hold the same: ledger, texts, recorded answers and every table, row for row.

import type { ChangedTable } from "../../../src/app/commit/changes.ts";
import type { Driver, Reader } from "../../../src/store/driver.ts";
import { ledgerRows } from "../../../src/store/ledger/all-rows.ts";
import { HEAD, REQUESTS } from "../../../src/store/ledger/queries.ts";
import { tableRows } from "../../../src/store/ledger/table-rows.ts";
import { tablePage } from "../../../src/store/queries.ts";
import { TABLE_NAMES } from "../../../src/store/tables.ts";
import { toNames } from "./named-rows.ts";

/** The first difference; null: there is none. */
export async function compareStores(a: Driver, b: Driver): Promise<string | null> {
  const sources: readonly (readonly [string, (reader: Reader) => AsyncIterable<unknown>])[] = [
    ["head", (reader) => all(reader, HEAD.sql, [])],
    ["ledger", ledgerRows],
    ["request", (reader) => all(reader, REQUESTS.sql, [1_000_000])],
    ...TABLE_NAMES.map((name) => [name, (reader: Reader) => namedRows(reader, name)] as const),
  ];
  for (const [name, rows] of sources) {
    const difference = await a.snapshot((left) => b.snapshot((right) => firstDifference(rows(left), rows(right))));
    if (difference !== null) return `${name}: ${difference}`;
  }
  return null;
}

async function* namedRows(reader: Reader, table: ChangedTable): AsyncGenerator {
  const select = tablePage(table, "start");
  for await (const row of tableRows(reader, table)) yield* toNames(select, [row]);
}

async function* all(reader: Reader, sql: string, params: readonly number[]): AsyncGenerator {
  yield* await reader.all(sql, params);
}

async function firstDifference(a: AsyncIterable<unknown>, b: AsyncIterable<unknown>): Promise<string | null> {
  const others = b[Symbol.asyncIterator]();
  for await (const row of a) {
    const { value, done } = await others.next();
    if (done || sorted(row) !== sorted(value)) return `${sorted(row)} against ${done ? "nothing" : sorted(value)}`;
  }
  const { value, done } = await others.next();
  return done ? null : `nothing against ${sorted(value)}`;
}

function sorted(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
