// The board as columns: states that share a phase stand together, each with its tickets in the order of work.

import type { StateSpec } from "../../../engine/workflow/format.ts";
import type { BoardView } from "../board-page.ts";
import type { Card } from "../views.ts";

export interface Phase {
  readonly name: string;
  readonly states: readonly (readonly [string, StateSpec])[];
}

export interface Section {
  /** null: tickets whose state the workflow does not know. */
  readonly state: string | null;
  readonly spec: StateSpec;
  readonly cards: readonly Card[];
}

export interface BoardColumn {
  readonly name: string;
  readonly sections: readonly Section[];
  /** All of its tickets, from the top down. */
  readonly cards: readonly Card[];
}

/** What shows a part of the board alone. */
export interface BoardFilter {
  readonly text: string;
  /** Tickets whose texts have it, beside those whose cards do. */
  readonly found: ReadonlySet<string>;
  /** Only these; null: all. */
  readonly keys: ReadonlySet<string> | null;
}

export const STRAY = "In no state of the workflow";

/** A state without a phase is its own. Phases of closed tickets are left out. */
export function openPhases({ workflow }: Pick<BoardView, "workflow">): readonly Phase[] {
  return phasesOf(workflow).filter(({ states }) => states.some(([, { terminal }]) => !terminal));
}

function phasesOf(workflow: BoardView["workflow"]): readonly Phase[] {
  const byPhase = Map.groupBy(Object.entries(workflow.states), ([name, { phase }]) => phase ?? name);
  return [...byPhase].map(([name, states]) => ({ name, states }));
}

export function cardsIn({ cards }: Pick<BoardView, "cards">, state: string): readonly Card[] {
  return cards.filter((card) => card.state === state).toSorted(byUrgency);
}

/** Tickets whose state the workflow does not know: they are shown, or nobody would ever find them. */
export function strayCards({ cards, workflow }: Pick<BoardView, "cards" | "workflow">): readonly Card[] {
  return cards.filter(({ state }) => state === null || !Object.hasOwn(workflow.states, state));
}

/** How many somebody holds, and how many stand where a person decides. */
export function countsOf({ cards, workflow }: Pick<BoardView, "cards" | "workflow">): {
  readonly held: number;
  readonly waiting: number;
} {
  return {
    held: cards.filter(({ claim }) => claim && !claim.expired).length,
    waiting: cards.filter(({ state }) => state !== null && workflow.states[state]?.human).length,
  };
}

/** Every phase of open tickets, empty ones too: a column does not come and go. */
export function columnsOf(view: BoardView, filter: BoardFilter): readonly BoardColumn[] {
  const cards = view.cards.filter((card) => !card.closed && matches(card, filter));
  const byState = Map.groupBy(cards, ({ state }) => state);
  const columns = openPhases(view).map(({ name, states }) => {
    const sections = states.map(([state, spec]) => ({
      state,
      spec,
      cards: (byState.get(state) ?? []).toSorted(byUrgency),
    }));
    return { name, sections, cards: sections.flatMap((section) => section.cards) };
  });
  const lost = strayCards({ cards, workflow: view.workflow });
  if (lost.length === 0) return columns;
  return [...columns, { name: STRAY, sections: [{ state: null, spec: {}, cards: lost }], cards: lost }];
}

/** All words of the text stand on its card (number, title, state, labels, whoever holds it), or all in its texts. */
function matches(card: Card, { text, found, keys }: BoardFilter): boolean {
  if (keys !== null && !keys.has(card.key)) return false;
  if (found.has(card.key)) return true;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { key, title, state, labels, priority, claim, session } = card;
  const all = [`#${key}`, title, state, ...labels, priority, claim?.holder, session?.agent].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

function byUrgency(a: Card, b: Card): number {
  return (a.priority ?? "P9").localeCompare(b.priority ?? "P9") || a.number - b.number;
}
