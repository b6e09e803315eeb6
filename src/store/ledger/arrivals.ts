// How tickets came into the state that they are in.

import type { LedgerRow } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { toLedgerRow } from "../rows.ts";
import { LEDGER } from "./queries.ts";

/** The last row of each ticket that brought it into a state. */
export async function readArrivals(reader: Reader, keys: readonly Key[]): Promise<readonly LedgerRow[]> {
  const rows = await byKeys(
    reader,
    keys,
    (marks) => `SELECT ${LEDGER}, r.name, r.content FROM ledger l
      LEFT JOIN ledger_text r ON r.seq = l.seq AND r.name = 'reason'
      WHERE l.seq IN (
        SELECT MAX(seq) FROM ledger WHERE subject_type = 'ticket' AND subject_key IN (${marks})
          AND kind IN ('create', 'move', 'override', 'propagate') GROUP BY subject_key
      )`,
  );
  return rows.map((row) => {
    const { name, content } = row;
    const texts = typeof name === "string" ? [[name, typeof content === "string" ? content : null] as const] : [];
    return toLedgerRow(row, new Map(texts));
  });
}
