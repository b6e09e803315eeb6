// The port behind which a board lives: reads by subject, and one commit. A board of our own keeps everything in a store.
// One on another tracker keeps its tickets there, and claims, ledger and unfinished writes in a store.

import type { Time } from "../../engine/facts.ts";
import type { Outcome, Plan } from "../commit/plan.ts";
import type { Claims } from "./claims.ts";
import type { Evidence } from "./evidence.ts";
import type { Keys } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { Mirrored } from "./mirror.ts";
import type { Past } from "./past.ts";
import type { Processes } from "./processes.ts";
import type { Pulls } from "./pulls.ts";
import type { Runs } from "./runs.ts";
import type { Sessions } from "./sessions.ts";
import type { Tickets } from "./tickets.ts";
import type { Workflows } from "./workflows.ts";

/** What a load balancer wants to know. */
export interface BoardHealth {
  /** Against what this program knows. */
  readonly schema: "current" | "newer" | "older";
  /** false: a replica, or a board that takes no more writes. */
  readonly writable: boolean;
}

/** Values by size, as a histogram adds them up. */
export interface Tallied {
  readonly bounds: readonly number[];
  /** For each bound, how many were not larger. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** What a store has counted since it was opened. */
export interface BoardMeasures {
  /** How long commits took, in seconds. */
  readonly commits: Tallied;
  /** How many plans went together; null: each goes alone. */
  readonly batches: Tallied | null;
  /** null: there is no server. */
  readonly connections: {
    readonly size: number;
    readonly open: number;
    readonly idle: number;
    readonly waiting: number;
  } | null;
}

export interface Board {
  readonly tickets: Tickets;
  readonly claims: Claims;
  readonly evidence: Evidence;
  readonly sessions: Sessions;
  readonly runs: Runs;
  readonly ledger: Ledger;
  readonly workflows: Workflows;
  readonly keys: Keys;
  readonly processes: Processes;
  /** How it was. */
  readonly past: Past;
  /** Where tickets live elsewhere; absent: what is here is all there is, and is never old. */
  readonly mirror?: Mirrored;
  /** Absent: nobody looks at pull requests for this board. */
  readonly pulls?: Pulls;
  now(): Promise<Time>;
  commit(plan: Plan): Promise<Outcome>;
  /**
   * The board to oneself: nobody else writes before it is over, so that what was read stays so. What is committed in it is
   * written together, or not at all. For short work. Absent: the board is not ours alone.
   */
  alone?<T>(use: (board: Board) => Promise<T>): Promise<T>;
  /** Calls back soon after anybody's commit. */
  watch(onChange: () => void): () => void;
  health(): Promise<BoardHealth>;
  measures(): BoardMeasures;
  close(): Promise<void>;
}
