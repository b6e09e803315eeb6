// The interactive board without a terminal: cards made up, and keys pressed one after the other.

import { press, type Key } from "../../../src/app/pages/console/keys.ts";
import { begin, boardRead } from "../../../src/app/pages/console/live.ts";
import type { ConsoleState, Effect } from "../../../src/app/pages/console/state.ts";
import type { BoardView } from "../../../src/app/pages/board-page.ts";
import type { Card, MoveView, NeedView, TicketPage } from "../../../src/app/pages/views.ts";
import { shipped } from "../../../src/workflows/shipped.ts";

const NOW = "2026-11-16T10:42:00.000Z";
const { workflow } = shipped("ticket");

export function card(number: number, state: string, more: Partial<Card> = {}): Card {
  return {
    key: String(number),
    number,
    title: `Title ${number}`,
    state,
    closed: workflow.states[state]?.terminal ?? false,
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
    enteredAt: NOW,
    updatedAt: NOW,
    version: 1,
    ...more,
  };
}

function read(cards: readonly Card[]) {
  const view: BoardView = { now: NOW, workflow, cards, closedCounts: [], refusedLastHour: 0 };
  const needs = cards
    .filter(({ state }) => workflow.states[state ?? ""]?.human)
    .map((one): NeedView => ({ kind: "state", since: one.enteredAt, card: one, lastWord: null, session: null }));
  return { view, needs, news: [] };
}

/** As the move page of a ticket in this state has it: every edge is legal. */
export function pageOf(number: number, state: string, more: Partial<TicketPage> = {}): TicketPage {
  const moves = Object.keys(workflow.states).map((to): MoveView => {
    const edge = workflow.edges.find((one) => one.from === state && one.to === to);
    const label = edge?.label ?? `Move to ${to}`;
    const bare = { takes: null, lacks: [], why: null, recovery: null, warnings: [] };
    return { ...bare, to, label, legal: edge !== undefined, override: !edge };
  });
  return {
    card: card(number, state),
    body: "",
    createdAt: NOW,
    children: [],
    blockedBy: [],
    blocks: [],
    parent: null,
    group: null,
    moves,
    lastWord: null,
    visits: [],
    timeline: [],
    olderBefore: null,
    comments: [],
    sessions: [],
    runs: [],
    evidence: null,
    lastClaim: null,
    ...more,
  };
}

/** A board, what was pressed on it, and what that asked for. */
export class TestConsole {
  state: ConsoleState;
  effects: readonly Effect[] = [];
  now = 1_000_000;

  constructor(cards: readonly Card[]) {
    this.state = begin(read(cards));
  }

  /** `text:hello` types; else the name of a key, or with `ctrl+` before it a letter. */
  press(...keys: readonly string[]): this {
    for (const name of keys) {
      const letters = name.startsWith("text:") ? Array.from(name.slice(5)) : null;
      for (const one of letters ?? [name]) this.#one(keyNamed(one, letters !== null));
    }
    return this;
  }

  paste(text: string): this {
    this.#one({ name: "paste", text, ctrl: false });
    return this;
  }

  /** Somebody else has done something. */
  board(cards: readonly Card[]): this {
    return this.take(boardRead(this.state, read(cards)));
  }

  take({ state, effects }: ReturnType<typeof press>): this {
    this.state = state;
    this.effects = effects;
    return this;
  }

  #one(key: Key): void {
    this.take(press(this.state, { key, now: this.now, page: { rows: 10, most: 100 } }));
  }
}

function keyNamed(name: string, isText: boolean): Key {
  if (name.startsWith("ctrl+")) return { name: "text", text: name.slice(5), ctrl: true };
  if (isText || name.length === 1) return { name: "text", text: name, ctrl: false };
  return { name: name as Key["name"], text: "", ctrl: false };
}
