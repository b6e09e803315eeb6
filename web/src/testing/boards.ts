// Boards for tests: the shipped workflows, and cards with only what matters said.

import session from "../../../workflows/session.json";
import ticket from "../../../workflows/ticket.json";
import type { BoardAnswer, Card, EventView, LiveEvent, SessionDetail, Workflow } from "../../../src/http/contract.ts";

export const ticketWorkflow = ticket as Workflow;
export const sessionWorkflow = session as Workflow;

export function makeCard(number: number, state: string | null, more: Partial<Card>): Card {
  return {
    number,
    key: String(number),
    title: `Ticket ${number}`,
    state,
    closed: false,
    priority: null,
    estimate: null,
    labels: [],
    parent: null,
    children: 0,
    openBlockers: [],
    claim: null,
    session: null,
    runs: [],
    chips: [],
    enteredAt: "2026-01-01T10:00:00.000Z",
    updatedAt: "2026-01-01T10:00:00.000Z",
    version: 1,
    ...more,
  };
}

export function makeBoard(cards: readonly Card[]): BoardAnswer {
  return {
    seq: 10,
    now: "2026-01-01T12:00:00.000Z",
    name: "test",
    tracker: "local",
    you: { role: "operator", name: "ann" },
    warnings: [],
    workflow: ticketWorkflow,
    cards,
    closedCounts: [{ state: "Done", count: 4 }],
    refusedLastHour: 0,
  };
}

export function makeRow(seq: number, kind: string, key: string): EventView {
  return {
    seq,
    at: "2026-01-01T12:00:00.000Z",
    kind,
    subject: { type: "ticket", key },
    who: "heron",
    person: false,
    via: "mcp",
    from: null,
    to: null,
    command: null,
    intent: null,
    code: null,
    texts: {},
    refusal: null,
    data: {},
  };
}

export function makeEvent(seq: number, kind: string, cards: readonly Card[]): LiveEvent {
  return { row: makeRow(seq, kind, cards[0]?.key ?? "1"), cards, session: null, run: null };
}

/** Open, heard of a moment ago, with nothing reported. */
export function makeSession(state: string, more: Partial<SessionDetail>): SessionDetail {
  const at = "2026-01-01T10:00:00.000Z";
  return {
    id: `session-${state}`,
    ticket: "1",
    title: null,
    agent: "heron",
    state,
    indicator: sessionWorkflow.states[state]?.indicator ?? null,
    outcome: null,
    startedAt: at,
    completedAt: null,
    since: at,
    ageMs: 0,
    seenAt: at,
    silent: false,
    disconnected: false,
    outOfOrder: 0,
    timeInState: [],
    history: [],
    entries: 0,
    claim: null,
    files: [],
    testResults: null,
    error: null,
    owned: true,
    ended: null,
    ...more,
  };
}
