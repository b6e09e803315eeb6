// What an engine has to offer; everything above it is the same for both.

import type { Change, Outcome } from "../app/plan.ts";
import type { LedgerText, PreparedPlan } from "./ledger.ts";

export type Param = string | number | null;
export type Row = Record<string, string | number | null>;

export interface Driver {
  /** The text of `WITH RECURSIVE … reached(id)`, whose one parameter is a ticket's key; see `groupMembers`. */
  readonly reached: string;
  /** Reads. The text is one of ours, with `?` for each parameter; it is prepared once. */
  all(sql: string, params: readonly Param[]): Promise<Row[]>;
  /** Keeps the first secret that anybody brings, and answers with the one that is kept. */
  setSecret(secret: string): Promise<string>;
  /** All of it, or nothing. */
  commit(plan: PreparedPlan): Promise<Outcome>;
  /** Blanks text in the ledger, in one step with the row that says so. */
  redact(plan: PreparedPlan, texts: readonly { seq: number; name: string }[]): Promise<Outcome>;
  /** Lays ledger rows that came from elsewhere into the store as they are, and carries out their changes. */
  append(rows: readonly VerbatimRow[]): Promise<void>;
  /** Calls back soon after anybody has committed, this process included; at least once for each burst. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

/** A group that is larger is cut off, and counts as not converged. */
export const MOST_REACHED = 4_000;

/** A ledger row on its way between stores. */
export interface VerbatimRow {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly subject_type: string;
  readonly subject_key: string;
  readonly plan: string;
  readonly payload: string;
  readonly hash: string;
  readonly texts: readonly LedgerText[];
  /** With their free text in place. */
  readonly changes: readonly Change[];
}
