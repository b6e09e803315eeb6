// How many tickets wait for this person: those that they put off are not counted.

import { useNow } from "../lib/clock.ts";
import { snoozedUntil, useSnoozes } from "../lib/snooze.ts";
import { standingOf } from "./newest.ts";
import { useNeeds } from "./queries.ts";

/** Their keys; undefined: not known yet. */
export function useWaiting(): ReadonlySet<string> | undefined {
  const needs = useNeeds().data?.needs;
  const snoozes = useSnoozes();
  const now = useNow(30_000);
  // One ticket may wait in several ways, and is one to look at.
  return (
    needs &&
    new Set(
      needs.flatMap(({ card }) => (snoozedUntil(snoozes, card.key, standingOf(card), now) === null ? card.key : [])),
    )
  );
}
