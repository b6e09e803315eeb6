// Tickets: where they stand, how they are linked, and what was said on them.

import type { ClaimFacts, Estimate, GroupTicket, Identity, Key, Priority, Time } from "../../engine/facts.ts";
import type { Verdict } from "../../engine/evidence/fact.ts";
import type { GroupScope } from "../../engine/groups/group.ts";
import type { WantedFacts } from "../../engine/tickets/guards.ts";
import type { PassedOver } from "../../engine/tickets/pick.ts";
import type { Check } from "../commit/changes.ts";
import type { LedgerRow } from "../commit/plan.ts";

export interface Tickets {
  /** What a ticket is called that somebody names: one elsewhere may have been called otherwise before. */
  nameNow(key: Key): Promise<Key>;
  get(key: Key, why?: Why): Promise<Ticket | null>;
  /** What one handoff wants to know, read in one go. */
  forHandoff(key: Key, wanted: WantedFacts, why?: Why): Promise<HandoffFacts>;
  /** Everything below a ticket, or the whole piece of the board that it is connected with. */
  group(key: Key, scope: GroupScope): Promise<GroupFacts | null>;
  /** Children with what decides whether they follow their parent. */
  children(key: Key): Promise<readonly ChildFacts[]>;
  /** What a reader of the ticket sees: its links, and what was said and done on it in its last so many rows. */
  withHistory(key: Key, rows: number): Promise<TicketWithHistory | null>;
  links(key: Key): Promise<TicketLinks>;
  /** Open and closed ones. */
  blockers(key: Key): Promise<readonly LinkedTicket[]>;
  comments(key: Key): Promise<readonly Comment[]>;
  list(filter: TicketFilter, limit: number, after: string | null): Promise<Page<Ticket>>;
  /** The first so many of what can be picked, in order, and how many there are. */
  pickable(wanted: WantedWork, limit: number): Promise<Pickable>;
  /** Why the others in this state are not among them: of the first `MOST_COUNTED` that are open, how many. */
  notPickable(wanted: WantedWork): Promise<NotPickable>;
  /** From a ticket over its open blockers to another: the keys on the way, or null where there is no way. */
  blockingPath(from: Key, to: Key): Promise<BlockingPath>;
  /** The ticket and everything above it, from the bottom up. */
  ancestors(key: Key): Promise<readonly Check[]>;
  nextNumber(): Promise<number>;
  cards(which: CardSelection): Promise<readonly CardFacts[]>;
  /** Those that wait for one of these. */
  waitingFor(keys: readonly Key[]): Promise<readonly Key[]>;
  /** All in these states, closed ones and those off the board too; by number. */
  standingIn(states: readonly string[]): Promise<readonly BareTicket[]>;
  countByState(): Promise<readonly { readonly state: string | null; readonly count: number }[]>;
}

/**
 * What a ticket is read for; absent: something is decided by it. "to show": on a tracker elsewhere, what is known is
 * enough while somebody else's write is under way, and nobody waits for it.
 */
export type Why = "to show";

export interface Ticket extends BareTicket {
  readonly number: number;
  /** Absent in the default repository. */
  readonly repo?: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly priority: Priority | null;
  readonly parentSince: Time | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  /** When it came into its state. */
  readonly enteredAt: Time;
  /** Of an issue elsewhere; null: it lives here, or its id was not seen yet. */
  readonly nodeId: string | null;
  /** Why it was closed elsewhere; null: it is open, or was closed by its state alone. */
  readonly closedAs: ClosedAs | null;
  readonly planning: Planning;
  /** The commit that the work is in, and where it forked off from its base; null: it has none. */
  readonly head: string | null;
  readonly fork: string | null;
}

/** What a team plans by where the ticket lives; null: it has none. */
export interface Planning {
  /** Bug, Feature, Task, or what else a team calls it. */
  readonly type: string | null;
  readonly milestone: string | null;
  readonly iteration: string | null;
}

export const PLANNING = ["type", "milestone", "iteration"] as const;

/** As much of it as there is. */
export function plannedFor({ planning }: Pick<Ticket, "planning">): Partial<Record<keyof Planning, string>> {
  return Object.fromEntries(PLANNING.flatMap((name) => (planning[name] === null ? [] : [[name, planning[name]]])));
}

export const CLOSED_AS = ["completed", "not planned", "duplicate"] as const;
export type ClosedAs = (typeof CLOSED_AS)[number];

/** `off_board` of a ticket whose card was archived. */
export const ARCHIVED = 2;

/** All that a decision about it asks for, and nothing that may be long. */
export interface BareTicket {
  readonly key: Key;
  readonly state: string | null;
  readonly estimate: Estimate | null;
  readonly parent: Key | null;
  readonly version: number;
  readonly closed: boolean;
  readonly onBoard: boolean;
  /** Its card was archived: it is not on the board. */
  readonly archived: boolean;
  readonly claim: ClaimFacts | null;
  /** Of the claim's first token; null: there is none, or this store did not give it out. */
  readonly claimDigest: string | null;
  readonly fence: number;
  /** Claim and fence are what another machine's lease says: no row here does. */
  readonly elsewhere?: true;
  readonly formerHolder: Identity | null;
  readonly reservedUntil: Time | null;
  readonly openBlockers: number;
  readonly childCount: number;
}

/** A ticket that another one points at. */
export interface LinkedTicket {
  readonly key: Key;
  readonly number: number;
  readonly repo?: string;
  readonly title: string;
  readonly state: string | null;
  readonly closed: boolean;
}

export interface TicketLinks {
  readonly parent: LinkedTicket | null;
  readonly children: readonly LinkedTicket[];
  readonly blockedBy: readonly LinkedTicket[];
  readonly blocks: readonly LinkedTicket[];
}

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly createdAt: Time;
}

export interface TicketFilter {
  readonly state?: string;
  readonly parent?: Key;
  readonly priority?: Priority;
  readonly label?: string;
  readonly type?: string;
  readonly milestone?: string;
  readonly iteration?: string;
  /** Part of the title. */
  readonly text?: string;
  /** Words that all stand in the title, the text, a comment or the reason of a move. */
  readonly anywhere?: string;
  readonly claimed?: boolean;
  readonly open?: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export interface HandoffFacts {
  readonly now: Time;
  readonly ticket: BareTicket | null;
  /** The piece of the board around it; a guard asks about its group. */
  readonly around?: GroupFacts;
  readonly openBlockers?: readonly Key[];
  /** What a tracker elsewhere shows of the ticket's commits, where evidence is asked for. */
  readonly observed?: readonly Observed[];
  /** The versions that these facts rest on, beside the ticket's own. */
  readonly relied: readonly Check[];
}

/** A fact as a tracker elsewhere shows it. */
export interface Observed {
  readonly commit: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly url?: string;
}

/** What a group is made of: see `groupOf`. */
export interface GroupFacts {
  readonly now: Time;
  readonly tickets: ReadonlyMap<Key, GroupTicket>;
  /** There is more, which was not read. */
  readonly cut: boolean;
  readonly relied: readonly Check[];
}

export interface ChildFacts {
  readonly ticket: Ticket;
  readonly openBlockers: readonly Key[];
  /** The versions of its blockers, open and closed: one may open again. */
  readonly relied: readonly Check[];
}

/**
 * By key; or all open ones and so many of the closed ones, the newest first; or the open ones in some states, with those
 * whose claim has run out.
 */
export type CardSelection =
  | { readonly keys: readonly Key[] }
  | { readonly closed: number }
  | { readonly waitingIn: readonly string[] };

export interface CardFacts {
  /** Without its body. */
  readonly ticket: Ticket;
  readonly blockers: readonly { readonly key: Key; readonly closed: boolean }[];
}

export interface TicketWithHistory {
  readonly now: Time;
  readonly ticket: Ticket;
  readonly links: TicketLinks;
  readonly comments: readonly Comment[];
  /** It is an item of some. */
  readonly inRuns: boolean;
  /** Moves and comments, the newest first, with their reasons. */
  readonly history: readonly LedgerRow[];
}

/** Which tickets somebody could work on. */
export interface WantedWork {
  readonly state: string;
  readonly estimates: readonly string[];
  /** Where all children of a ticket are in one of these states, it is work again. */
  readonly givenUp: readonly string[];
}

export interface Pickable {
  readonly candidates: readonly Ticket[];
  /** Counted to one more than `MOST_ALTERNATIVES`, unless more were asked for, and no further. */
  readonly total: number;
}

export type NotPickable = Pick<PassedOver, "tooLarge" | "blocked" | "held">;

export const MOST_COUNTED = 101;
/** Beside the one that is picked: nobody does anything else because of a longer queue. */
export const MOST_ALTERNATIVES = 20;

export interface BlockingPath {
  readonly path: readonly Key[] | null;
  readonly relied: readonly Check[];
}
