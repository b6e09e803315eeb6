// What a tracker elsewhere asks of the store beside it: a board that mirrors what the rules need of the tracker, and the
// writes that are under way, so that none is lost or done twice, whoever dies meanwhile.

import type { Key, Time } from "../../engine/facts.ts";
import type { Board } from "./board.ts";
import type { Outcome, Plan } from "../commit/plan.ts";

export interface TrackerStore extends Board {
  /** Whether machines share this store. Where they don't, claims have to be kept elsewhere too. */
  readonly shared: boolean;

  /**
   * Sets a plan down as under way: its checks hold, and nothing of anybody else is under way on its tickets. From then on
   * nobody changes these until it is finished.
   */
  begin(plan: Plan, pending: NewPending): Promise<Outcome>;
  /** The plan's rows, and what was under way is no more, in one step; stale where somebody else has finished it. */
  finish(plan: Plan, marker: string): Promise<Outcome>;
  /** A plan that concerns the store alone; stale while something is under way on a ticket that it changes. */
  beside(plan: Plan): Promise<Outcome>;
  /** Holds on to what is under way, or takes over what was left lying; null: somebody else has. */
  prolong(pending: Pending, leaseMs: number): Promise<Pending | null>;
  pendingOn(subjects: readonly string[]): Promise<readonly Pending[]>;
  /** What was left lying. */
  expired(limit: number): Promise<readonly Pending[]>;
  /** Whether a subject that begins so is under way. */
  isUnderWay(prefix: string): Promise<boolean>;
  /** What became of a plan, by its id; null: it was not carried out. */
  carriedOut(plan: string): Promise<{ readonly seq: number; readonly at: Time } | null>;

  remotes(keys: readonly Key[]): Promise<ReadonlyMap<Key, string>>;
  noteRemote(key: Key, body: string): Promise<void>;
  /** Outside the ledger: small things that the processes on one store share. */
  note(name: string): Promise<string | null>;
  /** Only where it still is what it was; null: not there. */
  keepNote(name: string, before: string | null, after: string): Promise<boolean>;
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
