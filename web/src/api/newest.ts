// The newest look at a ticket: the live stream changes the board's cards at once, other answers are asked for again later.

import type { Card } from "../../../src/http/contract.ts";
import { usePast } from "../lib/past.ts";
import { useBoard } from "./queries.ts";

export function useNewestCard(known: Card): Card {
  const live = useBoard().data?.cards.find((card) => card.key === known.key);
  const past = usePast();
  return live && past === null && live.version > known.version ? live : known;
}

/** Changes with every move, also with one back to the same state. */
export function standingOf({ state, enteredAt }: Pick<Card, "state" | "enteredAt">): string {
  return `${state ?? ""} ${enteredAt}`;
}
