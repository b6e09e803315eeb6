// The port behind which tickets live: reads for a snapshot, and one commit. A board of our own keeps everything in a
// store; one on somebody else's tracker keeps tickets there, and claims, ledger and what is under way in a store.

import type { Group, Identity, Key, Time } from "../../engine/facts.ts";
import type { Needs } from "../../engine/tickets/guards.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { Keyring } from "./keys.ts";
import type { Change, ChangedTable, Check, LedgerRow, Outcome, Plan, Subject } from "../commit/plan.ts";
import type { ListedRun, Run } from "../runs/run.ts";
import type { Session, SessionFilter, SessionsOn } from "../sessions/session.ts";
import type { BareTicket, Comment, LinkedTicket, Page, Ticket, TicketFilter, TicketLinks } from "./ticket.ts";

export interface Board {
  readonly keys: Keyring;
  now(): Promise<Time>;
  /** Makes claim tokens; never leaves the store. */
  secret(): Promise<string>;

  ticket(key: Key): Promise<Ticket | null>;
  /** What one handoff wants to know, read in one go. */
  handoffFacts(key: Key, needs: Needs): Promise<HandoffFacts>;
  group(key: Key): Promise<GroupFacts | null>;
  /**
   * What a guard asks about. A ticket that was given a child is a container, and its group are the leaves below it; the
   * company that it kept before still counts here, or a child would be the way out of any group.
   */
  guardedGroup(key: Key): Promise<GroupFacts | null>;
  /** Children with what decides whether they follow their parent. */
  childrenOf(key: Key): Promise<readonly ChildFacts[]>;
  /** What somebody reads who opens a ticket: its links, and what was said and done on it in its last so many rows. */
  page(key: Key, rows: number): Promise<TicketPage | null>;
  links(key: Key): Promise<TicketLinks>;
  /** Open and closed ones. */
  blockersOf(key: Key): Promise<readonly LinkedTicket[]>;
  comments(key: Key): Promise<readonly Comment[]>;
  list(filter: TicketFilter, limit: number, after: string | null): Promise<Page<Ticket>>;
  /** The first so many of what can be picked, in order, and how many there are. */
  pickable(state: string, estimates: readonly string[], limit: number): Promise<PickFacts>;
  /** From a ticket over its open blockers to another: the keys on the way, or null where there is no way. */
  blockingWay(from: Key, to: Key): Promise<Way>;
  /** The ticket and everything above it, from the bottom up. */
  ancestors(key: Key): Promise<readonly Check[]>;
  nextNumber(): Promise<number>;
  claimsOf(holder: { connection: string }): Promise<readonly Ticket[]>;
  cards(which: CardSelection): Promise<readonly CardFacts[]>;
  /** Those that wait for one of these. */
  blockedBy(keys: readonly Key[]): Promise<readonly Key[]>;
  /** Of each ticket the last row that brought it into a state. */
  arrivals(keys: readonly Key[]): Promise<readonly LedgerRow[]>;
  refusedSince(time: Time): Promise<number>;
  run(key: string): Promise<Run | null>;
  /** The first so many, by what was done last. */
  runs(limit: number): Promise<readonly ListedRun[]>;

  session(id: string): Promise<Session | null>;
  /** The newest first. */
  sessions(filter: SessionFilter, limit: number): Promise<readonly Session[]>;
  sessionsOn(ticket: Key, holder: Identity): Promise<SessionsOn>;
  /** What happened to these, in the order of the ledger; texts stand in the newest so many rows of each. */
  sessionRows(ids: readonly string[], withTexts: number): Promise<readonly LedgerRow[]>;
  /** A sign of life, outside the ledger. */
  noteSeen(who: Identity): Promise<void>;

  /** How many tickets stand in each state. */
  stateCounts(): Promise<readonly { state: string | null; count: number }[]>;

  recorded(tool: string, subject: string, id: string): Promise<RecordedAnswer | null>;
  /** By the part that it plays: `ticket` for the workflow of tickets, whatever its own name is. */
  workflowInForce(part: string): Promise<WorkflowInForce | null>;
  workflow(hash: string): Promise<Workflow | null>;

  head(): Promise<Head>;
  ledger(after: number, limit: number): Promise<readonly LedgerRow[]>;
  history(subject: Subject, limit: number, before?: number): Promise<readonly LedgerRow[]>;
  /** The number of the last row before a time; 0: there is none. */
  rowBefore(time: Time): Promise<number>;
  /** Rows without author, text and hash: what measures are made of. */
  deeds(after: number, limit: number): Promise<readonly Deed[]>;
  /** What moved or held these, up to a row; in the order of the ledger for each of them. */
  deedsOn(type: Subject["type"], keys: readonly string[], upTo: number): Promise<readonly Deed[]>;
  /** How many rows there are of each kind, after one and up to another. */
  tally(after: number, upTo: number): Promise<readonly Tally[]>;
  claimCounts(): Promise<{ readonly live: number; readonly expired: number }>;

  /** The free text of one ledger row; null: there is no such row. */
  textsOf(seq: number): Promise<RowTexts | null>;

  commit(plan: Plan): Promise<Outcome>;
  /** Commits, and blanks these texts of a ledger row wherever the store keeps them. */
  redact(plan: Plan, seq: number, texts: readonly KeptText[]): Promise<Outcome>;
  /** Calls back soon after anybody's commit. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

export interface WorkflowInForce {
  readonly hash: string;
  readonly version: number;
  readonly workflow: Workflow;
}

export interface HandoffFacts {
  readonly now: Time;
  readonly ticket: BareTicket | null;
  readonly group?: Group;
  readonly openBlockers?: readonly Key[];
  /** The versions that these facts rest on, beside the ticket's own. */
  readonly relied: readonly Check[];
}

export interface GroupFacts {
  readonly group: Group;
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

export interface TicketPage {
  readonly now: Time;
  readonly ticket: Ticket;
  readonly links: TicketLinks;
  readonly comments: readonly Comment[];
  /** Moves and comments, the newest first, with their reasons. */
  readonly history: readonly LedgerRow[];
}

export interface PickFacts {
  readonly candidates: readonly Ticket[];
  /** Counted to `MOST_COUNTED`, and no further. */
  readonly total: number;
}

export const MOST_COUNTED = 101;

export interface Way {
  readonly path: readonly Key[] | null;
  readonly relied: readonly Check[];
}

export interface RecordedAnswer {
  readonly arguments: string;
  readonly answer: string;
  readonly seq: number;
}

export interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly at: Time;
}

export type Deed = Pick<LedgerRow, "seq" | "at" | "kind" | "subject" | "data">;

export interface Tally {
  readonly type: string;
  readonly kind: string;
  /** Of a refusal. */
  readonly code: string | null;
  readonly count: number;
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
  readonly shown: { readonly change: Change; readonly check: Check | null } | null;
}
