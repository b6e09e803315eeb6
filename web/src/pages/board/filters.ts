// Which cards are shown. The filters stand in the address, so that a view of the board can be sent to somebody.

import { useSearchParams } from "wouter";
import type { Card } from "../../../../src/http/contract.ts";
import { USUAL_DAYS } from "../../api/usual.ts";
import { showKey } from "../../lib/words.ts";

export interface Filters {
  readonly text: string;
  readonly priority: string | null;
  readonly type: string | null;
  readonly milestone: string | null;
  readonly iteration: string | null;
  /** Key of the parent. */
  readonly group: string | null;
  readonly agent: string | null;
  readonly held: boolean;
  readonly blocked: boolean;
  readonly state: string | null;
  readonly label: string | null;
  /** Longer in its state than is usual: of so many days. */
  readonly old: number | null;
}

/** What a team plans by where the tickets live. */
export const PLANNING = ["type", "milestone", "iteration"] as const;

const NAMES = [...PLANNING, "priority", "group", "agent", "held", "blocked", "state", "label", "old", "q"] as const;

export type FilterName = (typeof NAMES)[number];

export function useFilters(): readonly [Filters, (name: FilterName, value: string | null) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    text: params.get("q") ?? "",
    priority: params.get("priority"),
    type: params.get("type"),
    milestone: params.get("milestone"),
    iteration: params.get("iteration"),
    group: params.get("group"),
    agent: params.get("agent"),
    held: params.has("held"),
    blocked: params.has("blocked"),
    state: params.get("state"),
    label: params.get("label"),
    old: params.has("old") ? daysOf(params.get("old")) : null,
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
  const clear = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of NAMES) after.delete(name);
        return after;
      },
      { replace: true },
    );
  return [filters, set, clear];
}

export function isFiltering(filters: Filters): boolean {
  return filterCount(filters) > 0;
}

export function filterCount(filters: Filters): number {
  return Object.values(filters).filter((value) => value !== null && value !== "" && value !== false).length;
}

export interface Known {
  /** They have the words elsewhere. */
  readonly found: ReadonlySet<string>;
  /** They have stood in their state for longer than is usual there. */
  readonly isOld: (card: Card) => boolean;
}

export function filterCards(
  cards: readonly Card[],
  filters: Filters,
  { found, isOld }: Known = { found: new Set(), isOld: () => false },
): readonly Card[] {
  if (!isFiltering(filters)) return cards;
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter(
    (card) =>
      (filters.priority === null || card.priority === filters.priority) &&
      PLANNING.every((name) => filters[name] === null || card[name] === filters[name]) &&
      (filters.group === null || card.parent === filters.group || card.key === filters.group) &&
      (filters.agent === null || agentOf(card) === filters.agent) &&
      (!filters.held || card.claim !== null) &&
      (!filters.blocked || card.openBlockers.length > 0) &&
      (filters.state === null || card.state === filters.state) &&
      (filters.label === null || card.labels.includes(filters.label)) &&
      (filters.old === null || isOld(card)) &&
      (found.has(card.key) || matches(card, words)),
  );
}

function daysOf(text: string | null): number {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= 366 ? days : USUAL_DAYS;
}

export function agentOf(card: Card): string | null {
  return card.claim?.holder ?? card.session?.agent ?? null;
}

function matches(card: Card, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [
    showKey(card.key),
    card.title,
    card.state,
    agentOf(card),
    ...card.labels,
    ...PLANNING.map((name) => card[name]),
  ]
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
