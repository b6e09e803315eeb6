// Which row is looked at. When a ticket leaves the list, the next one takes its place; but not under somebody who is
// deciding on it.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { silenceLetters } from "../../lib/keys.ts";
import type { Address } from "./address.ts";
import type { NeedRow } from "./rows.ts";

interface Chosen {
  /** With the one that somebody is deciding on, even if it waits no more. */
  readonly rows: readonly NeedRow[];
  readonly row: NeedRow | undefined;
  /** Whom the address asked for when the page was opened, and who does not wait. */
  readonly missing: string | null;
}

export function useChosen(waiting: readonly NeedRow[], deciding: boolean, address: Address): Chosen {
  const last = useRef<{ readonly row: NeedRow; readonly place: number } | null>(null);
  const before = last.current;
  const wanted = address.ticket ?? before?.row.card.key ?? null;
  const index = waiting.findIndex((row) => row.card.key === wanted);
  const held = index < 0 && deciding && before?.row.card.key === wanted ? before : null;
  // Those before it may have left the list, too.
  const kept = held && Math.min(held.place, waiting.length);
  const rows = held && kept !== null ? waiting.toSpliced(kept, 0, held.row) : waiting;
  const place = kept ?? (index >= 0 ? index : Math.min(before?.place ?? 0, rows.length - 1));
  const row = rows[place];
  last.current = row ? { row, place } : null;
  const shown = row?.card.key ?? null;
  const [missing] = useState(before === null && wanted !== null && index < 0 ? wanted : null);
  const follow = useEffectEvent((key: string | null) => {
    // Another ticket must not cover the list of somebody who came for this one.
    if (key === null || (missing !== null && wanted === missing && address.covers)) address.clear();
    else address.follow(key);
  });
  useEffect(() => {
    if (shown === wanted) return;
    // Not by the person's own choice: a letter that comes now is meant for the one before.
    if (wanted !== null) silenceLetters();
    follow(shown);
  }, [shown, wanted]);
  return { rows, row, missing };
}
