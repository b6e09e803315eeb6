// Sessions: one agent at work on one ticket.

import type { ClaimFacts, Identity, Key, Time } from "../../engine/facts.ts";
import type { LedgerRow } from "../commit/plan.ts";

export interface Sessions {
  get(id: string): Promise<Session | null>;
  /** The newest first. */
  list(filter: SessionFilter, limit: number): Promise<readonly Session[]>;
  on(ticket: Key, holder: Identity): Promise<SessionsOn>;
  /** What happened to these, in the order of the ledger; texts stand in the newest so many rows of each. */
  rows(ids: readonly string[], withTexts: number): Promise<readonly LedgerRow[]>;
  /** A sign of life, outside the ledger. */
  noteSeen(who: Identity): Promise<void>;
}

export interface Session {
  readonly id: string;
  readonly ticket: Key;
  readonly holder: Identity;
  readonly state: string;
  readonly outcome: string | null;
  readonly startedAt: Time;
  readonly completedAt: Time | null;
  readonly enteredAt: Time;
  /** The last sign of life: of the session itself, or while it is open any call by its agent. */
  readonly seenAt: Time;
  readonly disconnectedAt: Time | null;
  readonly version: number;
  /** Of the ticket; null where that is gone. */
  readonly title: string | null;
  /** The claim on the ticket, which may be another agent's. */
  readonly claim: ClaimFacts | null;
}

export interface SessionFilter {
  readonly open?: true;
  readonly tickets?: readonly Key[];
  readonly connection?: string;
  /** null: those of a connection that named no agent. */
  readonly agent?: string | null;
  /** Open, or ended at this time or later. */
  readonly endedSince?: Time;
  readonly endedBefore?: Time;
  /** Begun at this time or before. */
  readonly startedBefore?: Time;
  /** How its id begins. */
  readonly idPrefix?: string;
  /** Its client went away then or before, and nothing was heard of its agent since. */
  readonly disconnectedBefore?: Time;
  /** Nothing was heard of it since, nor of its agent. */
  readonly seenBefore?: Time;
}

/** What an agent has had on a ticket: a new session needs to know. */
export interface SessionsOn {
  readonly open: Session | null;
  readonly count: number;
}
