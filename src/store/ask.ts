// Asking the database by what a caller sent.

import { isStorable } from "../app/commit/limits.ts";
import type { Param, Reader, Row } from "./driver.ts";

/** What can't be stored is not there, and a database that is asked for it would fail. */
export function askAll(reader: Reader, sql: string, ...params: Param[]): Promise<Row[]> {
  if (params.some((param) => typeof param === "string" && !isStorable(param))) return Promise.resolve([]);
  return reader.all(sql, params);
}

export async function askOne(reader: Reader, sql: string, ...params: Param[]): Promise<Row | undefined> {
  return (await askAll(reader, sql, ...params))[0];
}

/** Lists of keys are filled up to one of these lengths, so that there are few texts to prepare. */
const LENGTHS = [1, 8, 64] as const;

/** `before`: parameters that stand before the keys in the text. */
export async function byKeys(
  reader: Reader,
  keys: readonly string[],
  sql: (marks: string) => string,
  before: readonly Param[] = [],
): Promise<Row[]> {
  const known = [...new Set(keys)].filter(isStorable);
  const rows: Row[] = [];
  while (known.length > 0) {
    const length = LENGTHS.find((size) => size >= known.length) ?? LENGTHS[LENGTHS.length - 1] ?? 1;
    const some = known.splice(0, length);
    const filled = [...some, ...Array.from({ length: length - some.length }, () => "")];
    rows.push(...(await reader.all(sql(filled.map(() => "?").join(", ")), [...before, ...filled])));
  }
  return rows;
}
