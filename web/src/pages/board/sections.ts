// The board's cards, sorted into the sections of a workflow.

import type { BoardAnswer, Card, Workflow } from "../../../../src/http/contract.ts";
import { lineOf } from "../../lib/line.ts";

export interface Section {
  /** null: on the board without a state that the workflow knows. */
  readonly state: string | null;
  /** queue: agents pick from it; held: one holder each; human: waits for a person; end: nothing comes after. */
  readonly kind: "queue" | "held" | "human" | "end";
  readonly cards: readonly Card[];
  /** How many there are; of closed tickets only the newest are here. */
  readonly total: number;
}

export function makeSections(
  board: BoardAnswer,
  cards: readonly Card[],
  filtered: boolean,
): Map<string | null, Section> {
  const { workflow } = board;
  const grouped = Map.groupBy(cards, (card) =>
    card.state !== null && card.state in workflow.states ? card.state : null,
  );
  const closed = new Map(board.closedCounts.map((entry) => [entry.state, entry.count]));
  const sections = new Map<string | null, Section>();
  for (const state of lineOf(workflow).states) {
    const own = grouped.get(state) ?? [];
    const kind = kindOf(workflow, state);
    const total = kind === "end" && !filtered ? Math.max(closed.get(state) ?? 0, own.length) : own.length;
    sections.set(state, { state, kind, cards: own.toSorted(ORDER[kind]), total });
  }
  const stateless = grouped.get(null);
  if (stateless) {
    sections.set(null, { state: null, kind: "queue", cards: stateless.toSorted(ORDER.queue), total: stateless.length });
  }
  return sections;
}

function kindOf(workflow: Workflow, state: string): Section["kind"] {
  const spec = workflow.states[state];
  if (spec?.terminal) return "end";
  if (spec?.human) return "human";
  // A state that a command locks into holds its tickets, whether or not it is flagged.
  const locks = Object.values(workflow.commands ?? {}).some((command) => command.lock === state);
  return spec?.lock || locks ? "held" : "queue";
}

type Order = (a: Card, b: Card) => number;

/** As agents pick: the most urgent first, then the lowest number. */
const byPick: Order = (a, b) => rank(a) - rank(b) || a.number - b.number || (a.key < b.key ? -1 : 1);
const byAge: Order = (a, b) => a.enteredAt.localeCompare(b.enteredAt) || byPick(a, b);
const byNewest: Order = (a, b) => b.enteredAt.localeCompare(a.enteredAt) || byPick(a, b);

const ORDER: Readonly<Record<Section["kind"], Order>> = {
  queue: byPick,
  held: (a, b) => Number(a.claim === null) - Number(b.claim === null) || byPick(a, b),
  human: byAge,
  end: byNewest,
};

function rank(card: Card): number {
  return card.priority === null ? 9 : Number(card.priority.slice(1));
}
