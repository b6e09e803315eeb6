// All that the ledger says of one thing.

import type { App } from "../app.ts";
import type { LedgerRow, Subject } from "../commit/plan.ts";

/** Of what has more rows than this, the oldest are left out. */
const MOST_ROWS = 5_000;
const PAGE = 500;

/** The newest first. */
export async function wholeHistory({ board }: App, subject: Subject): Promise<readonly LedgerRow[]> {
  const rows: LedgerRow[] = [];
  while (rows.length < MOST_ROWS) {
    const page = await board.ledger.history(subject, PAGE, rows.at(-1)?.seq);
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  return rows;
}
