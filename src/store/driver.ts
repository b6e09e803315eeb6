// What an engine has to offer; everything above it is the same for both.

import type { BoardMeasures } from "../app/ports/board.ts";
import type { Head } from "../app/ports/ledger.ts";
import type { GroupScope } from "../engine/groups/group.ts";
import type { Change } from "../app/commit/changes.ts";
import type { Outcome, RequestRecord } from "../app/commit/plan.ts";
import type { LedgerText, PreparedPlan } from "./ledger/prepare.ts";
import type { Select } from "./select.ts";

export type Param = string | number | null;
/** By name. */
export type Row = Record<string, string | number | null>;

export interface Ask<Found> {
  readonly select: Select<Found>;
  readonly params: readonly Param[];
}

export interface Reader {
  /** Reads. The text is prepared once. */
  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]>;
  /** A text of ours by itself, with `?` for each parameter: one that writes, or whose rows are looked at by name. */
  all(sql: string, params: readonly Param[]): Promise<Row[]>;
}

export interface Driver extends Reader {
  /** Several reads that are one question: where a transaction costs nothing they see the same moment. */
  together<Found extends readonly unknown[]>(asks: {
    readonly [I in keyof Found]: Ask<Found[I]>;
  }): Promise<{ [I in keyof Found]: Found[I][] }>;
  /** The text of `WITH RECURSIVE … reached(id)`, whose one parameter is a ticket's key; see `groupMembers`. */
  readonly reached: Readonly<Record<GroupScope, string>>;
  /** The text of an expression: what stands there in the payload of the ledger row `l`, as text; objects as JSON. */
  readonly payload: (...path: readonly string[]) => string;
  /** The store as it is at the first read, for as long as this runs, whatever others write meanwhile. */
  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T>;
  /** All of it, or nothing. */
  commit(plan: PreparedPlan): Promise<Outcome>;
  /**
   * Reads and commits while nobody else writes: whoever wants to waits until it is over. All that it commits is written
   * together, and nothing of it where `use` fails. Absent where nothing is written.
   */
  alone?<T>(use: (store: Alone) => Promise<T>): Promise<T>;
  /** Blanks text in the ledger and in recorded answers, in one step with the row that says so. */
  redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome>;
  /** Fills an empty store from elsewhere in one transaction: if `fill` fails, it is as empty as before. */
  load(fill: (loader: Loader) => Promise<void>): Promise<void>;
  /**
   * Copies the store into a new file, as it is at one moment, and answers with the copy's head; absent where the engine
   * has its own tools for that.
   */
  backup?(to: string): Promise<Head>;
  /** What belongs to the schema and is not there, or is not as it was made, in words; none: it is whole. */
  missing(): Promise<readonly string[]>;
  /** Which schema is there, and whether writes are taken. */
  health(): Promise<{ readonly schema: number; readonly known: number; readonly writable: boolean }>;
  /** How it does; absent where there is nothing to tell. */
  measures?(): Pick<BoardMeasures, "connections" | "batches">;
  /** Takes no more writes, and says where the board went; absent where the engine has roles for that. */
  seal?(where: string): Promise<void>;
  /** Calls back soon after anybody has committed, this process included; at least once for each burst. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

/** A store that nobody else writes to. */
export interface Alone extends Reader {
  commit(plan: PreparedPlan): Promise<Outcome>;
}

/** A group that is larger is cut off, and counts as not converged. */
export const MOST_REACHED = 4_000;

/** A text of the ledger that is to go. */
export interface Blank {
  readonly seq: number;
  readonly name: string;
  /** How it stands in recorded answers, which repeat what was said, and what is to stand there instead. */
  readonly recorded: { readonly from: string; readonly to: string };
}

export interface Loader {
  /** Lays ledger rows into the store as they are, and carries out their changes. */
  append(rows: readonly VerbatimRow[]): Promise<void>;
  record(requests: readonly VerbatimRequest[]): Promise<void>;
}

export interface VerbatimRequest extends RequestRecord {
  readonly seq: number;
  readonly at: number;
}

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
