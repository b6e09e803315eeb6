// The tickets that wait for this person: those that they put off are not among them.

import { useMemo } from "react";
import { useNow } from "../lib/clock.ts";
import { snoozedUntil, useSnoozes } from "../lib/snooze.ts";
import { showKey } from "../lib/words.ts";
import { standingOf } from "./newest.ts";
import { useNeeds } from "./queries.ts";

/** What each is called, by key; undefined: not known yet. One ticket may wait in several ways, and is one to look at. */
export function useWaiting(): ReadonlyMap<string, string> | undefined {
  const needs = useNeeds().data?.needs;
  const snoozes = useSnoozes();
  const now = useNow(30_000);
  return useMemo(
    () =>
      needs &&
      new Map(
        needs
          .filter(({ card }) => snoozedUntil(snoozes, card.key, standingOf(card), now) === null)
          .map(({ card }) => [card.key, `${showKey(card.key)} ${card.title}`]),
      ),
    [needs, snoozes, now],
  );
}
