// Links between tickets as rows of a tree: a blocked ticket stands below the first that blocks it.

import type { LinkedCard } from "../../../../src/http/contract.ts";

export interface Branch {
  readonly card: LinkedCard;
  readonly depth: number;
}

const DEEPEST = 4;

export function layTree(cards: readonly LinkedCard[]): readonly Branch[] {
  const keys = new Set(cards.map((card) => card.key));
  const under = Map.groupBy(cards, (card) => card.blockedBy.find((blocker) => keys.has(blocker)) ?? null);
  const laid: Branch[] = [];
  const seen = new Set<string>();
  const lay = (card: LinkedCard, depth: number): void => {
    if (seen.has(card.key)) return;
    seen.add(card.key);
    laid.push({ card, depth: Math.min(depth, DEEPEST) });
    for (const blocked of under.get(card.key) ?? []) lay(blocked, depth + 1);
  };
  for (const card of under.get(null) ?? []) lay(card, 0);
  // What waits in a circle hangs below nothing that stands.
  for (const card of cards) lay(card, 0);
  return laid;
}
