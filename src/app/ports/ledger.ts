// The ledger: every row that was ever written, and what it adds up to. Rows are written by `commit` alone.

import type { Key, Time } from "../../engine/facts.ts";
import type { Moment } from "../../engine/tickets/advance.ts";
import type { Change, ChangedTable, Check } from "../commit/changes.ts";
import type { DecisionFacts } from "../commit/decision-facts.ts";
import type { Author, EntryKind, LedgerRow, Outcome, Plan, RequestKey, Subject } from "../commit/plan.ts";

export interface Ledger {
  head(): Promise<Head>;
  after(seq: number, limit: number): Promise<readonly LedgerRow[]>;
  /** The newest first. */
  history(subject: Subject, limit: number, before?: number): Promise<readonly LedgerRow[]>;
  /** Who began it or moved it last; null: nobody did. */
  lastStep(subject: Subject): Promise<Author | null>;
  /** Of each ticket the last row that brought it into a state. */
  arrivals(keys: readonly Key[]): Promise<readonly LedgerRow[]>;
  /** When a ticket first came into one of these states; null: it never did. */
  firstArrival(key: Key, states: readonly string[]): Promise<Moment | null>;
  /** Of each of these, the row that linked it with a parent; absent where none is known. */
  linkedBy(parent: Key, children: readonly Key[]): Promise<ReadonlyMap<Key, number>>;
  /** The number of the last row before a time; 0: there is none. */
  rowBefore(time: Time): Promise<number>;
  refusedSince(time: Time): Promise<number>;
  /** The newest first, of the rows between two; all that are wanted are among them. */
  likely(span: Span, hints: RowHints, limit: number): Promise<readonly LedgerRow[]>;
  /** What these rows have set on the ticket that they are about, and what stood there before. */
  differences(seqs: readonly number[]): Promise<ReadonlyMap<number, readonly Difference[]>>;
  /** Who did what how often between two rows, by slots of time. */
  census(span: Span, slots: Slots): Promise<readonly Deeds[]>;
  /** Whole rows with what each changed, without their texts: what decisions are made of again. */
  changing(after: number, limit: number): Promise<readonly ChangingRow[]>;
  bareRows(after: number, limit: number): Promise<readonly BareRow[]>;
  /** What moved or held these, up to a row; in the order of the ledger for each of them. */
  bareRowsOn(type: Subject["type"], keys: readonly string[], upTo: number): Promise<readonly BareRow[]>;
  /** How many rows there are of each kind, after one and up to another. */
  tally(after: number, upTo: number): Promise<readonly Tally[]>;
  /** The answer to a request that was accepted before. */
  recorded(request: RequestKey): Promise<RecordedAnswer | null>;
  /** Forgets the oldest answers from before a time, but for senders that fit these patterns; how many there were. */
  forgetRequests(before: Time, lasting: readonly string[], most: number): Promise<number>;
  /** The free text of one row; null: there is no such row. */
  texts(seq: number): Promise<RowTexts | null>;
  /** Commits, and blanks these texts of a row wherever the store keeps them. */
  redact(plan: Plan, seq: number, texts: readonly KeptText[]): Promise<Outcome>;
}

/** More rows than anything has: for whoever reads all that was written about one thing. */
export const ALL_ROWS = 1_000_000;

export interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly at: Time;
}

/** The rows after one and before another. */
export interface Span {
  readonly after: number;
  readonly before: number;
}

/** What a row has to have to be wanted, as far as a store can tell without reading it; who reads it has the last word. */
export interface RowHints {
  readonly kinds?: readonly EntryKind[] | undefined;
  /** Names and states that stand somewhere in it, in any case. */
  readonly mentions?: readonly string[] | undefined;
  /** A word in one of its texts, in any case. */
  readonly word?: string | undefined;
}

/** One field of a ticket. A text that was redacted is null, as is what was not there. */
export interface Difference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Slots {
  readonly from: Time;
  readonly ms: number;
}

export interface Deeds {
  readonly by: Author;
  readonly kind: EntryKind;
  readonly type: Subject["type"];
  readonly slot: number;
  readonly count: number;
}

/** Without author, text and hash: what measures are made of. */
export type BareRow = Pick<LedgerRow, "seq" | "at" | "kind" | "subject" | "data">;

/** Free text in a change is the name of a text. */
export interface ChangingRow extends Omit<LedgerRow, "texts" | "hash"> {
  readonly facts?: DecisionFacts;
  readonly changes: readonly Change[];
}

export interface Tally {
  readonly type: string;
  readonly kind: string;
  /** Of a refusal. */
  readonly code: string | null;
  readonly count: number;
}

export interface RecordedAnswer {
  readonly arguments: string;
  readonly answer: string;
  readonly seq: number;
}

export interface RowTexts {
  readonly subject: Subject;
  readonly texts: readonly KeptText[];
}

export interface KeptText {
  readonly name: string;
  /** null: redacted. */
  readonly content: string | null;
  /** Which table the row put it into; null: it stands in the ledger alone. */
  readonly table: ChangedTable | null;
  /** Where it is still to be seen, and what takes it out of sight. */
  readonly shown: { readonly change: Change; readonly check: VersionBehind | null } | null;
}

/** The version that changes with a text: a ticket's own, or that of the run that the text belongs to. */
export type VersionBehind = Check & { readonly table: "ticket" | "run" };
