// What the HTTP API answers about the ledger; see contract.ts.

import type { LedgerRowView, LedgerSummary, RowProof } from "../app/pages/ledger-views.ts";

/** GET /api/ledger?after=SEQ&limit=N, and ?before=SEQ for the newest first; with filters. */
export interface LedgerAnswer {
  readonly head: number;
  readonly rows: readonly LedgerRowView[];
  /** Newest first: there may be more before this row; null: there are none. */
  readonly next: number | null;
  /** With `after`: the last row that was looked at. */
  readonly passed?: number;
}

/** GET /api/ledger/:seq */
export interface LedgerRowAnswer {
  readonly row: LedgerRowView;
  readonly proof: RowProof;
}

/** GET /api/ledger/summary?from=TIME&to=TIME */
export interface LedgerSummaryAnswer {
  readonly head: number;
  /** The time of the first row; null: there is none. */
  readonly began: string | null;
  readonly summary: LedgerSummary;
}
