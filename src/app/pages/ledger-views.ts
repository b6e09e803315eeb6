// What the ledger's page shows: shapes, and nothing else.

import type { EventView } from "./views.ts";

/** A row that somebody looked for, in words. */
export interface LedgerRowView extends EventView {
  /** All of it but who did it: "impl #114 Plan in Review → In Progress". */
  readonly words: string;
  /** What happened alone: "Plan in Review → In Progress". */
  readonly deed: string;
  readonly difference: readonly DifferenceView[];
}

export interface DifferenceView {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What only those want who look closely. */
export interface RowProof {
  readonly hash: string;
  /** The hash of the row before it. */
  readonly after: string;
  /** How its author has shown who they are. */
  readonly proof: string | null;
}

/** What happened between two moments, in figures. */
export interface LedgerSummary {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly people: number;
  readonly agents: number;
  /** The most frequent first. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  /** Of sessions and leases. */
  readonly routine: number;
  readonly slotMs: number;
  readonly slots: readonly { readonly at: string; readonly rows: number; readonly refused: number }[];
}
