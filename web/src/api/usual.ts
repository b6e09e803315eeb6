// How long tickets usually stand in each state, and which have stood there for longer.

import { useCallback, useEffect, useState } from "react";
import type { Card, Stats } from "../../../src/http/contract.ts";
import { useNow } from "../lib/clock.ts";
import { useStats, useUsualStats } from "./queries.ts";

/** The days that are looked at where nobody says which. */
export const USUAL_DAYS = 14;
/** The board is drawn first. */
const LATER_MS = 1_500;

/** `days`: of these, kept up to date; null: of the last two weeks, as they were some minutes ago at most. */
export function useIsOld(days: number | null): (card: Card) => boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  const about = useUsualStats(USUAL_DAYS, days === null && later).data;
  const exact = useStats(days ?? USUAL_DAYS, days !== null).data;
  const stats = (days === null ? about : exact)?.stats;
  const now = useNow(60_000);
  return useCallback((card: Card) => stats !== undefined && isOld(card, stats, now), [stats, now]);
}

/** Of a state that too few have left, nobody knows what is usual. */
function isOld({ state, closed, enteredAt }: Card, { tickets }: Stats, now: number): boolean {
  const usual = closed ? undefined : tickets.states.find((entry) => entry.state === state)?.p85Ms;
  return usual != null && now - Date.parse(enteredAt) > usual;
}
