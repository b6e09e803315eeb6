// Which cards are shown. The filters stand in the address, so that a view of the board can be sent to somebody.

import { useSearchParams } from "wouter";
import type { Card } from "../../../../src/http/contract.ts";
import { showKey } from "../../lib/words.ts";

export interface Filters {
  readonly text: string;
  readonly priority: string | null;
  /** Key of the parent. */
  readonly group: string | null;
  readonly agent: string | null;
  readonly held: boolean;
  readonly blocked: boolean;
}

export type FilterName = "priority" | "group" | "agent" | "held" | "blocked" | "q";

export function useFilters(): readonly [Filters, (name: FilterName, value: string | null) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    text: params.get("q") ?? "",
    priority: params.get("priority"),
    group: params.get("group"),
    agent: params.get("agent"),
    held: params.has("held"),
    blocked: params.has("blocked"),
  };
  const set = (name: FilterName, value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [filters, set, () => setParams({}, { replace: true })];
}

export function isFiltering(filters: Filters): boolean {
  const { text, priority, group, agent, held, blocked } = filters;
  return text !== "" || priority !== null || group !== null || agent !== null || held || blocked;
}

/** `found`: they have the words elsewhere. */
export function filterCards(
  cards: readonly Card[],
  filters: Filters,
  found: ReadonlySet<string> = new Set(),
): readonly Card[] {
  if (!isFiltering(filters)) return cards;
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter(
    (card) =>
      (filters.priority === null || card.priority === filters.priority) &&
      (filters.group === null || card.parent === filters.group || card.key === filters.group) &&
      (filters.agent === null || agentOf(card) === filters.agent) &&
      (!filters.held || card.claim !== null) &&
      (!filters.blocked || card.openBlockers.length > 0) &&
      (found.has(card.key) || matches(card, words)),
  );
}

export function agentOf(card: Card): string | null {
  return card.claim?.holder ?? card.session?.agent ?? null;
}

function matches(card: Card, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [showKey(card.key), card.title, card.state, agentOf(card), ...card.labels].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}
