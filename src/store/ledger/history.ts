// Rows of the ledger with their texts.

import { isStorable } from "../../app/commit/limits.ts";
import type { LedgerRow, Subject } from "../../app/commit/plan.ts";
import type { Reader, Row } from "../driver.ts";
import { LEDGER_AFTER, TEXTS_BETWEEN, TOLD_HISTORY } from "./queries.ts";
import { number, text, toLedgerRow } from "../rows.ts";

export async function readLedger(reader: Reader, after: number, limit: number): Promise<readonly LedgerRow[]> {
  const rows = await reader.all(LEDGER_AFTER, [after, limit]);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const texts = await reader.all(TEXTS_BETWEEN, [number(first["seq"]), number(last["seq"])]);
  const bySeq = Map.groupBy(texts, (item) => number(item["seq"]));
  return rows.map((row) => toLedgerRow(row, textsIn(bySeq.get(number(row["seq"])) ?? [])));
}

export async function readHistory(
  reader: Reader,
  subject: Subject,
  limit: number,
  before: number,
): Promise<readonly LedgerRow[]> {
  if (!isStorable(subject.key)) return [];
  return toHistory(await reader.all(TOLD_HISTORY, [subject.type, subject.key, before, limit]));
}

/** From a row for each text; those of one ledger row stand together. */
export function toHistory(rows: readonly Row[]): readonly LedgerRow[] {
  return [...Map.groupBy(rows, (row) => number(row["seq"])).values()].flatMap((told) => {
    const [row] = told;
    return row ? [toLedgerRow(row, textsIn(told))] : [];
  });
}

function textsIn(rows: readonly Row[]): ReadonlyMap<string, string | null> {
  const texts = new Map<string, string | null>();
  for (const { name, content } of rows) {
    if (typeof name === "string") texts.set(name, content === null || content === undefined ? null : text(content));
  }
  return texts;
}
