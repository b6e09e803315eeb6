// The columns of the list, and the order that each of them makes.

import type { Card, Workflow } from "../../../../../src/http/contract.ts";
import { lineOf } from "../../../lib/line.ts";
import { ESTIMATES, PRIORITIES } from "../../ticket/edit/values.ts";
import { agentOf } from "../filters.ts";

export interface Order {
  readonly by: Sort;
  readonly down: boolean;
}

export const COLUMNS = [
  { sort: "key", name: "Ticket" },
  { sort: "title", name: "Title" },
  { sort: "state", name: "State" },
  { sort: "age", name: "In state for" },
  { sort: "priority", name: "Priority" },
  { sort: "estimate", name: "Estimate" },
  { sort: "holder", name: "Held by" },
  { sort: "labels", name: "Labels" },
  { sort: "changed", name: "Changed" },
] as const;

export type Sort = (typeof COLUMNS)[number]["sort"];

export function isSort(word: string | null): word is Sort {
  return COLUMNS.some(({ sort }) => sort === word);
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What has nothing to sort by comes last, either way. */
export function sortCards(cards: readonly Card[], { by, down }: Order, workflow: Workflow): readonly Card[] {
  const value = valueOf(by, workflow);
  const worth = new Map(cards.map((card) => [card, value(card)]));
  const way = down ? -1 : 1;
  return cards.toSorted((a, b) => {
    const [one, other] = [worth.get(a) ?? null, worth.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || inOrder(a, b);
    return way * compare(one, other) || inOrder(a, b);
  });
}

type Value = string | number | null;

function valueOf(by: Sort, workflow: Workflow): (card: Card) => Value {
  switch (by) {
    case "key":
      return (card) => card.key;
    case "title":
      return (card) => card.title;
    case "state": {
      const places = new Map(lineOf(workflow).states.map((state, index) => [state, index]));
      return (card) => (card.state === null ? -1 : (places.get(card.state) ?? -1));
    }
    case "age":
      return (card) => -Date.parse(card.enteredAt);
    case "changed":
      return (card) => -Date.parse(card.updatedAt);
    case "priority":
      return (card) => placeIn(PRIORITIES, card.priority);
    case "estimate":
      return (card) => placeIn(ESTIMATES, card.estimate);
    case "holder":
      return agentOf;
    case "labels":
      return (card) => card.labels.toSorted(collator.compare)[0] ?? null;
  }
}

function placeIn(words: readonly string[], word: string | null): Value {
  if (word === null) return null;
  const place = words.indexOf(word);
  return place < 0 ? words.length : place;
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** As agents pick: the most urgent first, then the lowest number. */
function inOrder(a: Card, b: Card): number {
  return (a.priority ?? "P9").localeCompare(b.priority ?? "P9") || collator.compare(a.key, b.key);
}
