// Rows that stay where they are while somebody reads or aims at them, whatever happens on the board meanwhile.

import { useState } from "react";
import type { Card } from "../../../../../src/http/contract.ts";

export interface HeldRows {
  /** What each shows is always new; only their order may be of before. */
  readonly rows: readonly Card[];
  /** Those that would no longer be among them. */
  readonly gone: ReadonlySet<string>;
  /** The list would look otherwise by now. */
  readonly changed: boolean;
  readonly added: number;
  readonly sortAgain: () => void;
}

/** `view`: what the person asked for; another one is shown at once. */
export function useHeldRows(
  sorted: readonly Card[],
  all: ReadonlyMap<string, Card>,
  view: string,
  held: boolean,
): HeldRows {
  const [kept, setKept] = useState({ view, cards: sorted });
  const follow = !held || kept.view !== view;
  if (follow && kept.cards !== sorted) setKept({ view, cards: sorted });
  if (follow || kept.cards === sorted || isSame(kept.cards, sorted)) {
    return { rows: sorted, gone: new Set(), changed: false, added: 0, sortAgain: () => undefined };
  }
  const now = new Map(sorted.map((card) => [card.key, card]));
  const before = new Set(kept.cards.map(({ key }) => key));
  return {
    rows: kept.cards.map((card) => now.get(card.key) ?? all.get(card.key) ?? card),
    gone: new Set([...before].filter((key) => !now.has(key))),
    changed: true,
    added: sorted.filter(({ key }) => !before.has(key)).length,
    sortAgain: () => setKept({ view, cards: sorted }),
  };
}

function isSame(a: readonly Card[], b: readonly Card[]): boolean {
  return a.length === b.length && a.every(({ key }, index) => key === b[index]?.key);
}
