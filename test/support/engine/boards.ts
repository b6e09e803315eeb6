// Boards for the tests of the group rules: the shipped ticket workflow, and tickets that say only what matters.

import ticketJson from "../../../workflows/ticket.json" with { type: "json" };
import { compile, type Machine } from "../../../src/engine/workflow/compile.ts";
import type { Group, GroupMember, GroupTicket, Key } from "../../../src/engine/facts.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";

export const TICKETS: Workflow = ticketJson as Workflow;
export const MACHINE: Machine = compile(TICKETS);

/** The shipped workflow, changed. */
export function machineWith(change: Partial<Workflow>): Machine {
  return compile({ ...TICKETS, ...change });
}

export function leaf(key: Key, facts: Partial<GroupTicket> = {}): GroupTicket {
  const at = key.lastIndexOf("#");
  return {
    key,
    number: Number(key.slice(at + 1)),
    ...(at < 0 ? {} : { repo: key.slice(0, at) }),
    title: `Ticket ${key}`,
    state: "Backlog",
    closed: false,
    estimate: null,
    parent: null,
    blockedBy: [],
    claim: null,
    reservedUntil: null,
    readable: true,
    ...facts,
  };
}

export function boardOf(...tickets: readonly GroupTicket[]): Map<Key, GroupTicket> {
  return new Map(tickets.map((ticket) => [ticket.key, ticket]));
}

/** A ticket as a member of a group that blocks nobody. */
export function member(ticket: GroupTicket, facts: Partial<GroupMember> = {}): GroupMember {
  return { ...ticket, finished: false, openBlockers: [], waitsFor: [], ...facts };
}

/** A group as it stands, in the given order. */
export function groupWith(...tickets: readonly GroupTicket[]): Group {
  return { members: tickets.map((ticket) => member(ticket)), cycles: [], truncated: false };
}

/** A group of tickets 1, 2, 3 … in the given states. */
export function inStates(...states: readonly (string | null)[]): Group {
  return groupWith(...states.map((state, index) => leaf(String(index + 1), { state })));
}

export const PIPELINE = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Done",
] as const;

export const STATES = [...PIPELINE, "Human Needed", "Canceled"] as const;
