// Evidence: what was said about commits, and what a decision by it has to know of a ticket.

import type { Fact, Hand } from "../../engine/evidence/fact.ts";
import type { Key, Time } from "../../engine/facts.ts";

export interface Evidence {
  /** Of one subject; `names`: only these. What was never spoken of is left out. */
  facts(subject: string, names?: readonly string[]): Promise<readonly KeptFact[]>;
  /** Of many subjects, whatever they are called; `name`: only this one. */
  factsOf(subjects: readonly string[], name?: string): Promise<readonly KeptFact[]>;
  /** Of this name, the last changed first. */
  named(name: string, limit: number): Promise<readonly KeptFact[]>;
  /** The last changed first. */
  list(limit: number): Promise<readonly KeptFact[]>;
  /** The tickets whose commit it is. */
  ticketsAt(commit: string): Promise<readonly HandedIn[]>;
  /** Open tickets with a commit, as many as this at the most. */
  openCommits(limit: number): Promise<readonly HandedIn[]>;
  /** The tickets that were closed last, as many as this at the most. */
  lastClosed(limit: number): Promise<readonly ClosedTicket[]>;
  /** The ticket's commit; null: there is no such ticket. */
  commitOf(key: Key): Promise<TicketCommit | null>;
  /** Everybody who moved a ticket or took it, in the order of the ledger. */
  steps(key: Key): Promise<readonly Step[]>;
  /** The commits that moves of these tickets have named, in the order of the ledger. */
  commitsNamed(keys: readonly Key[]): Promise<readonly { readonly key: Key; readonly commit: string }[]>;
  /** What links these tickets with others: parents, children and blockers, and since when. */
  links(keys: readonly Key[]): Promise<readonly TicketLink[]>;
  /** How many open tickets stand in each of these states. */
  openIn(states: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Those of which this source has said something that still counts. */
  factsBy(source: string): Promise<readonly KeptFact[]>;
}

export interface KeptFact extends Fact {
  readonly updatedAt: Time;
}

export interface TicketCommit {
  readonly head: string | null;
  readonly fork: string | null;
}

export interface HandedIn {
  readonly key: Key;
  readonly state: string | null;
  readonly head: string;
}

export interface TicketLink {
  readonly from: Key;
  readonly to: Key;
  readonly since: Time;
}

export interface ClosedTicket {
  readonly key: Key;
  readonly state: string | null;
  readonly head: string | null;
}

export interface Step {
  readonly hand: Hand;
  readonly from: string | null;
  readonly to: string | null;
  /** Went from one state to another. */
  readonly moved: boolean;
  /** Took or kept the ticket for itself. */
  readonly held: boolean;
  /** The commit that the move named. */
  readonly commit: string | null;
  readonly at: Time;
}
