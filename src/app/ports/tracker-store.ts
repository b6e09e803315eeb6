// What a tracker elsewhere asks of the store beside it: a board that mirrors what the rules need of the tracker, and the
// unfinished writes, so that none is lost or done twice when a process dies.

import type { Key, Time } from "../../engine/facts.ts";
import type { Author, Outcome, Plan } from "../commit/plan.ts";
import type { Board } from "./board.ts";
import type { Pulls } from "./pulls.ts";

export interface TrackerStore extends Board {
  /** Whether machines share this store. Where they don't, claims have to be kept elsewhere too. */
  readonly shared: boolean;
  readonly pending: PendingWrites;
  readonly remotes: Remotes;
  readonly notes: Notes;
  readonly deliveries: Deliveries;
  readonly names: Names;
  readonly pulls: Pulls;
}

/** Which ticket an issue elsewhere is, whatever it is called there now. */
export interface Names {
  /** Of the tracker's ids that are known, the tickets. */
  byNode(ids: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  /** The ticket that had this name before; null: none had. */
  current(former: Key): Promise<Key | null>;
  /** The tickets of these titles that are on the board, with their ids. */
  titled(
    titles: readonly string[],
  ): Promise<readonly { readonly key: Key; readonly title: string; readonly node: string | null }[]>;
  /** Tickets whose id stands beside the mirror, and not in it yet. */
  withoutNode(): Promise<readonly { readonly key: Key; readonly body: string }[]>;
  /**
   * The ticket takes everything along: claim, history, links, comments, sessions, runs. Stale where somebody was faster,
   * a write is under way on it, or another ticket has the name.
   */
  rename(renaming: Renaming): Promise<Outcome>;
}

export interface Renaming {
  readonly from: Key;
  readonly to: Key;
  /** The tracker's new id, where it gave one; null: it is as it was. */
  readonly node: string | null;
  readonly by: Author;
}

/** Writes to the tracker that are not finished yet. Nobody else changes their tickets and sessions meanwhile. */
export interface PendingWrites {
  /** Records a plan as begun: its checks hold, and no other unfinished write touches its tickets. */
  begin(plan: Plan, pending: NewPending): Promise<Outcome>;
  /** Writes the plan's rows and ends the pending write in one step; stale where another process has finished it. */
  finish(plan: Plan, marker: string): Promise<Outcome>;
  /** Commits a plan that concerns the store alone; stale while a ticket or session that it changes has an unfinished write. */
  beside(plan: Plan): Promise<Outcome>;
  /** Extends the lease of one's own, or takes over an expired one; null: another process has. */
  prolong(pending: Pending, leaseMs: number): Promise<Pending | null>;
  on(subjects: readonly string[]): Promise<readonly Pending[]>;
  /** Those whose process died or gave up. */
  expired(limit: number): Promise<readonly Pending[]>;
  /** Whether there is one on a subject that begins so. */
  exists(prefix: string): Promise<boolean>;
  /** What became of a plan, by its id; null: it was not carried out. */
  carriedOut(plan: string): Promise<{ readonly seq: number; readonly at: Time } | null>;
}

/** What the store remembers of tickets on the tracker beside its mirror. */
export interface Remotes {
  get(keys: readonly Key[]): Promise<ReadonlyMap<Key, string>>;
  all(): Promise<ReadonlyMap<Key, string>>;
  set(key: Key, body: string): Promise<void>;
}

/** Outside the ledger: small things that the processes on one store share. */
export interface Notes {
  get(name: string): Promise<string | null>;
  /** Only where it still is what it was; null: not there. */
  replace(name: string, before: string | null, after: string): Promise<boolean>;
}

/** Outside the ledger: messages of the tracker that were taken. Those of the last days are known, 20,000 at the most. */
export interface Deliveries {
  /** false: it was taken before, by this process or by another. */
  remember(digest: string): Promise<boolean>;
}

export interface NewPending {
  readonly marker: string;
  /** Tickets, and names of things that must not be done twice at once. */
  readonly subjects: readonly string[];
  readonly body: string;
  readonly leaseMs: number;
}

export interface Pending {
  readonly marker: string;
  readonly subjects: readonly string[];
  readonly plan: string;
  readonly body: string;
  readonly expiresAt: Time;
}
