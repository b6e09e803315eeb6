// Rows of tickets, and what the application speaks of.

import { ESTIMATES, PRIORITIES, type GroupTicket } from "../../engine/facts.ts";
import { identityIn, lockIn } from "../../app/claims/columns.ts";
import { ticketCheck, type Check } from "../../app/commit/changes.ts";
import { ARCHIVED, CLOSED_AS, type BareTicket, type LinkedTicket, type Ticket } from "../../app/ports/tickets.ts";
import { columns, shape, text, type RowOf, type Selected } from "../select.ts";

/** See `BareTicket`. */
const bare = columns(
  "ticket",
  "t",
  "key",
  "state",
  "estimate",
  "parent",
  "version",
  "closed",
  "off_board",
  "fence",
  "claim_connection",
  "claim_agent",
  "claim_since",
  "claim_expires",
  "claim_digest",
  "former_connection",
  "former_agent",
  "reserved_until",
  "open_blockers",
  "children",
);
const withoutBody = {
  ...bare,
  ...columns(
    "ticket",
    "t",
    "number",
    "repo",
    "title",
    "labels",
    "priority",
    "parent_since",
    "created_at",
    "updated_at",
    "entered_at",
    "node_id",
    "closed_as",
    "issue_type",
    "milestone",
    "iteration",
    "head",
    "fork",
  ),
};
const LOCK = ["fence", "claim_connection", "claim_agent", "claim_since", "claim_expires", "reserved_until"] as const;
const linked = columns("ticket", "t", "key", "number", "repo", "title", "state", "closed");
/** A ticket and the version that a decision rests on. */
const version = columns("ticket", "t", "key", "version");

export const ticketCells = { ...withoutBody, ...columns("ticket", "t", "body") };
export const bareCells = bare;
export const groupCells = { ...linked, ...columns("ticket", "t", "estimate", "parent", "version", ...LOCK) };
export const blockerCells = { ...version, ...columns("ticket", "t", "closed") };
export const versionCells = version;

export const TICKET = shape(ticketCells);
/** Bodies may be long, and a board of thousands shows none. */
export const CARD = shape({ ...withoutBody, body: text("''") });
export const LINKED = shape(linked);
export const BLOCKER = shape(blockerCells);

type BareRow = Selected<typeof bareCells>;
type TicketRow = RowOf<typeof TICKET>;
type LinkedRow = RowOf<typeof LINKED>;
export type BlockerRow = RowOf<typeof BLOCKER>;
export type GroupRow = Selected<typeof groupCells>;

export function toTicket(row: TicketRow): Ticket {
  return {
    ...toBareTicket(row),
    ...nameOf(row),
    title: row.title,
    body: row.body,
    labels: JSON.parse(row.labels) as string[],
    priority: oneOf(PRIORITIES, row.priority),
    parentSince: row.parent_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    enteredAt: row.entered_at,
    nodeId: row.node_id,
    closedAs: oneOf(CLOSED_AS, row.closed_as),
    planning: { type: row.issue_type, milestone: row.milestone, iteration: row.iteration },
    head: row.head,
    fork: row.fork,
  };
}

export function toBareTicket(row: BareRow): BareTicket {
  return {
    ...lockIn(row),
    key: row.key,
    state: row.state,
    estimate: oneOf(ESTIMATES, row.estimate),
    parent: row.parent,
    version: row.version,
    closed: row.closed === 1,
    onBoard: row.off_board === null,
    archived: row.off_board === ARCHIVED,
    fence: row.fence,
    claimDigest: row.claim_digest,
    formerHolder: identityIn(row.former_connection, row.former_agent),
    openBlockers: row.open_blockers,
    childCount: row.children,
  };
}

export function toGroupTicket(row: GroupRow, blockedBy: readonly string[]): GroupTicket {
  return {
    ...toLinked(row),
    estimate: oneOf(ESTIMATES, row.estimate),
    parent: row.parent,
    blockedBy,
    ...lockIn(row),
    readable: true,
  };
}

export function toLinked(row: LinkedRow): LinkedTicket {
  return { ...nameOf(row), title: row.title, state: row.state, closed: row.closed === 1 };
}

export function openAmong(blockers: readonly BlockerRow[]): readonly string[] {
  return blockers.filter((blocker) => blocker.closed === 0).map((blocker) => blocker.key);
}

export function versionOf({ key, version }: Selected<typeof versionCells>): Check {
  return ticketCheck({ key, version });
}

function nameOf({ key, number, repo }: Pick<LinkedRow, "key" | "number" | "repo">) {
  return { key, number, ...(repo === "" ? {} : { repo }) };
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((candidate) => candidate === value) ?? null;
}
