// The ledger from its first row to its last, with its texts, a page at a time.

import type { Reader, VerbatimRow } from "../driver.ts";
import { TEXTS_BETWEEN, WHOLE_AFTER } from "./queries.ts";

const PAGE = 500;

export type StoredRow = Omit<VerbatimRow, "changes">;

export async function* ledgerRows(reader: Reader): AsyncGenerator<StoredRow> {
  // Not from 0: a row with a number below that must show.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await reader.read(WHOLE_AFTER, [after, PAGE]);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const texts = Map.groupBy(await reader.read(TEXTS_BETWEEN, [first.seq, last.seq]), (item) => item.seq);
    for (const { seq, at, kind, subject_type, subject_key, plan, payload, hash } of rows) {
      const own = (texts.get(seq) ?? []).map(({ name, salt, content }) => ({ name, salt, content }));
      yield { seq, at, kind, subject_type, subject_key, plan, payload, hash, texts: own };
    }
    after = last.seq;
  }
}
