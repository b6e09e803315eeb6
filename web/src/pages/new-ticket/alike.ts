// Tickets whose title has most of the words that somebody has typed: it may have been written down before.

import type { Card } from "../../../../src/http/contract.ts";

const MOST = 4;
const LEAST_LETTERS = 4;

export function alike(cards: readonly Card[], title: string): readonly Card[] {
  const words = wordsOf(title);
  if (words.size === 0) return [];
  return cards
    .map((card) => ({ card, shared: [...wordsOf(card.title)].filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared >= Math.max(1, Math.ceil(words.size / 2)))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MOST)
    .map(({ card }) => card);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LEAST_LETTERS));
}
