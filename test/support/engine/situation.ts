// A handoff's surroundings for tests: a ticket, an agent, a person, a time. Every field has a plain default.

import type { HandoffRequest } from "../../../src/engine/tickets/read-request.ts";
import type { TicketFacts } from "../../../src/engine/claims/claims.ts";
import { compile, type Machine } from "../../../src/engine/workflow/compile.ts";
import type { Actor, ClaimFacts, Group, GroupMember } from "../../../src/engine/facts.ts";
import type { HandoffSnapshot } from "../../../src/engine/tickets/check-handoff.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import ticketWorkflow from "../../../workflows/ticket.json" with { type: "json" };

export const TICKET_WORKFLOW = ticketWorkflow as Workflow;
export const TICKET: Machine = compile(TICKET_WORKFLOW);
export const NOW = Date.UTC(2026, 10, 15, 12);
export const MINUTE = 60_000;

export function agent(connection = "ann", commands?: readonly string[]): Actor {
  return { kind: "agent", identity: { connection, agent: null }, ...(commands ? { commands } : {}) };
}

export function person(override = false): Actor {
  return { kind: "person", name: "Maria", override };
}

export function claim(by = "ann", fields: Partial<ClaimFacts> = {}): ClaimFacts {
  const holder = { connection: by, agent: null };
  return { holder, fence: 1, since: NOW - MINUTE, expiresAt: NOW + 19 * MINUTE, ...fields };
}

export function ticketIn(state: string | null, fields: Partial<TicketFacts> = {}): TicketFacts {
  return {
    key: "7",
    onBoard: true,
    state,
    claim: null,
    fence: fields.claim?.fence ?? 0,
    formerHolder: null,
    reservedUntil: null,
    token: "none",
    ...fields,
  };
}

export function snapshotOf(ticket: HandoffSnapshot["ticket"], fields: Partial<HandoffSnapshot> = {}): HandoffSnapshot {
  return { now: NOW, ticket, group: groupOfOne("7", ticket?.state ?? null), openBlockers: [], ...fields };
}

export function ask(fields: Partial<HandoffRequest>): HandoffRequest {
  return { key: "7", reason: "because", actor: agent(), ...fields };
}

export function member(key: string, state: string | null, fields: Partial<GroupMember> = {}): GroupMember {
  return {
    key,
    number: Number(key),
    title: `ticket ${key}`,
    state,
    closed: false,
    estimate: null,
    parent: null,
    blockedBy: [],
    claim: null,
    reservedUntil: null,
    readable: true,
    finished: false,
    openBlockers: [],
    waitsFor: [],
    ...fields,
  };
}

export function group(...members: GroupMember[]): Group {
  return { members, cycles: [], truncated: false };
}

function groupOfOne(key: string, state: string | null): Group {
  return group(member(key, state));
}
