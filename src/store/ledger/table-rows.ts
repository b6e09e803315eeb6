// Every row of a table by key, a page at a time.

import type { Param, Reader, Row } from "../driver.ts";
import { tablePage } from "../queries.ts";
import type { Table } from "../tables.ts";

const PAGE = 1_000;

export async function* tableRows(reader: Reader, table: Table): AsyncGenerator<Row> {
  for (let after: readonly Param[] | null = null; ;) {
    const rows: Row[] = await (after
      ? reader.all(tablePage(table, "key"), [...after, PAGE])
      : reader.all(tablePage(table, "start"), [PAGE]));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = table.key.map((column) => last[column.name] ?? null);
  }
}
