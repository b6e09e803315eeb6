// The ledger from its first row to its last, with its texts, a page at a time.

import type { Reader, VerbatimRow } from "../driver.ts";
import { LEDGER_AFTER, TEXTS_BETWEEN } from "./queries.ts";
import { number, text } from "../rows.ts";

const PAGE = 500;

export type StoredRow = Omit<VerbatimRow, "changes">;

export async function* ledgerRows(reader: Reader): AsyncGenerator<StoredRow> {
  // Not from 0: a row with a number below that must show.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await reader.all(LEDGER_AFTER, [after, PAGE]);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const texts = await reader.all(TEXTS_BETWEEN, [number(first["seq"]), number(last["seq"])]);
    const bySeq = Map.groupBy(texts, (item) => number(item["seq"]));
    for (const row of rows) {
      const seq = number(row["seq"]);
      yield {
        seq,
        at: number(row["at"]),
        kind: text(row["kind"]),
        subject_type: text(row["subject_type"]),
        subject_key: text(row["subject_key"]),
        plan: text(row["plan"]),
        payload: text(row["payload"]),
        hash: text(row["hash"]),
        texts: (bySeq.get(seq) ?? []).map((item) => ({
          name: text(item["name"]),
          salt: item["salt"] === null ? null : text(item["salt"]),
          content: item["content"] === null ? null : text(item["content"]),
        })),
      };
    }
    after = number(last["seq"]);
  }
}
