// The port behind which a board lives: reads by subject, and one commit. A board of our own keeps everything in a store.
// One on another tracker keeps its tickets there, and claims, ledger and unfinished writes in a store.

import type { Time } from "../../engine/facts.ts";
import type { Outcome, Plan } from "../commit/plan.ts";
import type { Claims } from "./claims.ts";
import type { Keys } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { Processes } from "./processes.ts";
import type { Runs } from "./runs.ts";
import type { Sessions } from "./sessions.ts";
import type { Tickets } from "./tickets.ts";
import type { Workflows } from "./workflows.ts";

export interface Board {
  readonly tickets: Tickets;
  readonly claims: Claims;
  readonly sessions: Sessions;
  readonly runs: Runs;
  readonly ledger: Ledger;
  readonly workflows: Workflows;
  readonly keys: Keys;
  readonly processes: Processes;
  now(): Promise<Time>;
  commit(plan: Plan): Promise<Outcome>;
  /** Calls back soon after anybody's commit. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}
