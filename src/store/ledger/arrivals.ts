// How tickets came into the state that they are in.

import type { LedgerRow } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { select } from "../select.ts";
import { toLedgerRow, TOLD_WITH_TEXT } from "./rows.ts";

/** The last row of each ticket that brought it into a state. */
export async function readArrivals(reader: Reader, keys: readonly Key[]): Promise<readonly LedgerRow[]> {
  const rows = await byKeys(reader, keys, (marks) =>
    select(
      TOLD_WITH_TEXT,
      (list) => `SELECT ${list} FROM ledger l
        LEFT JOIN ledger_text t ON t.seq = l.seq AND t.name = 'reason'
        WHERE l.seq IN (
          SELECT MAX(seq) FROM ledger WHERE subject_type = 'ticket' AND subject_key IN (${marks})
            AND kind IN ('create', 'move', 'override', 'propagate') GROUP BY subject_key
        )`,
    ),
  );
  return rows.map((row) => toLedgerRow(row, [row]));
}
