// Pull requests elsewhere that belong to tickets, as they were last seen. They stand outside the ledger: what follows from
// one is a row, what is shown of it is not.

import type { Key, Time } from "../../engine/facts.ts";
import type { PullRequest } from "../pages/pull-views.ts";
import type { MergedElsewhere } from "./mirror.ts";
import type { Observed } from "./tickets.ts";

/** So many of a ticket's are kept and shown; of the others there is a number. */
export const MOST_PULLS = 5;

/** With what it takes to follow it. */
export interface KeptPull extends PullRequest {
  /** GitHub's own id. */
  readonly id: string;
  readonly head: string;
  readonly branch: string;
  readonly base: string;
  /** The branch that its repository's work goes into, as GitHub says. */
  readonly defaultBase: string | null;
  /** It is in the ticket's own repository: others' merges say nothing of its work. */
  readonly own: boolean;
  readonly mergedBy: { readonly login: string; readonly isPerson: boolean } | null;
}

export interface TicketPulls {
  readonly total: number;
  /** Open ones first, then the newest first; at most `MOST_PULLS`. */
  readonly pulls: readonly KeptPull[];
  /** Where tickets live here: what the pull requests show of its commit, as of the last look. */
  readonly observed?: readonly Observed[];
}

export interface Pulls {
  of(keys: readonly Key[]): Promise<ReadonlyMap<Key, TicketPulls>>;
  /** Tickets with an open one, in the order of their keys, after this key. */
  open(after: Key, limit: number): Promise<ReadonlyMap<Key, TicketPulls>>;
  /** Of those that were changed after this moment: which, and when the last was. */
  changedAfter(at: Time): Promise<{ readonly keys: readonly Key[]; readonly at: Time }>;
  /** null: it has none any more. */
  set(key: Key, pulls: TicketPulls | null): Promise<void>;
  /** Where tickets live here, and their pull requests on GitHub; absent: the look at the tickets brings them. */
  readonly remote?: PullRemote;
}

/** The repository that the pull requests of a board of our own are in. */
export interface PullRemote {
  /** Its address in a browser, without a slash at its end. */
  readonly url: string;
  /** Somebody is looking, until what it answers with is called: there is a look every few seconds meanwhile. */
  attend(): () => void;
  /** Told after a look of each ticket whose work was merged: once for each commit, or each pull request. */
  follow(act: (merged: MergedElsewhere) => Promise<unknown>): void;
}
