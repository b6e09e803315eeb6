// How long a ticket was in each state, and how often a call was refused there: what its ledger rows add up to.

import { stamp, type Time } from "../../engine/facts.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { VisitView } from "../pages/views.ts";
import { ARRIVES } from "./life.ts";

/** The rows in the order in which they were written. */
export function visitsOf(rows: readonly LedgerRow[], now: Time): readonly VisitView[] {
  const visits: { state: string; from: Time; until: Time | null; refusals: number }[] = [];
  for (const row of rows) {
    const { to } = row.data;
    const open = visits.at(-1);
    if (ARRIVES.has(row.kind) && typeof to === "string") {
      if (open) open.until = row.at;
      visits.push({ state: to, from: row.at, until: null, refusals: 0 });
    } else if (row.kind === "refuse" && open) {
      open.refusals += 1;
    }
  }
  return visits.map(({ state, from, until, refusals }) => ({
    state,
    from: stamp(from),
    until: until === null ? null : stamp(until),
    ms: Math.max(0, (until ?? now) - from),
    refusals,
  }));
}
