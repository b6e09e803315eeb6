// Every row of a table by key, a page at a time.

import type { ChangedTable } from "../../app/commit/changes.ts";
import type { Param, Reader } from "../driver.ts";
import { tablePage } from "../queries.ts";
import { TABLES, type Value } from "../tables.ts";

const PAGE = 1_000;

export async function* tableRows(reader: Reader, table: ChangedTable): AsyncGenerator<Readonly<Record<string, Value>>> {
  const [first, next] = [tablePage(table, "start"), tablePage(table, "key")];
  for (let after: readonly Param[] | null = null; ;) {
    const rows: readonly Readonly<Record<string, Value>>[] = await (after
      ? reader.read(next, [...after, PAGE])
      : reader.read(first, [PAGE]));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = TABLES[table].key.map((column) => last[column.name] ?? null);
  }
}
