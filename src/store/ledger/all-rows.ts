// The ledger from its first row to its last, with its texts, a page at a time.

import { byNumbers } from "../ask.ts";
import type { Reader, VerbatimRow } from "../driver.ts";
import { select, type RowOf } from "../select.ts";
import { TEXTS_BETWEEN, WHOLE_AFTER } from "./queries.ts";
import { TEXT, type WHOLE } from "./rows.ts";

const PAGE = 500;

export type StoredRow = Omit<VerbatimRow, "changes">;

/** `from`: the row before the first one. Not 0 by itself: a row with a number below that must show. */
export async function* ledgerRows(reader: Reader, from = Number.MIN_SAFE_INTEGER): AsyncGenerator<StoredRow> {
  for (let after = from; ;) {
    const rows = await reader.read(WHOLE_AFTER, [after, PAGE]);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    yield* together(rows, await reader.read(TEXTS_BETWEEN, [first.seq, last.seq]));
    after = last.seq;
  }
}

/** Rows that stand far from each other. */
export async function withOwnTexts(
  reader: Reader,
  rows: readonly RowOf<typeof WHOLE>[],
): Promise<readonly StoredRow[]> {
  const texts = await byNumbers(
    reader,
    rows.map(({ seq }) => seq),
    (marks) =>
      select(TEXT, (list) => `SELECT ${list} FROM ledger_text t WHERE t.seq IN (${marks}) ORDER BY t.seq, t.name`),
  );
  return [...together(rows, texts)];
}

function* together(rows: readonly RowOf<typeof WHOLE>[], texts: readonly RowOf<typeof TEXT>[]): Generator<StoredRow> {
  const bySeq = Map.groupBy(texts, (item) => item.seq);
  for (const { seq, at, kind, subject_type, subject_key, plan, payload, hash } of rows) {
    const own = (bySeq.get(seq) ?? []).map(({ name, salt, content }) => ({ name, salt, content }));
    yield { seq, at, kind, subject_type, subject_key, plan, payload, hash, texts: own };
  }
}
