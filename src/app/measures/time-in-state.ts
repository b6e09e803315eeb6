// How long a ticket stood where, and how often somebody was refused there: what its ledger rows add up to.

import { stamp, type Time } from "../../engine/facts.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { StayView } from "../pages/views.ts";

const ARRIVES = new Set<LedgerRow["kind"]>(["create", "move", "override", "propagate"]);

/** The rows in the order in which they were written. */
export function staysOf(rows: readonly LedgerRow[], now: Time): readonly StayView[] {
  const stays: { state: string; from: Time; until: Time | null; refusals: number }[] = [];
  for (const row of rows) {
    const { to } = row.data;
    const open = stays.at(-1);
    if (ARRIVES.has(row.kind) && typeof to === "string") {
      if (open) open.until = row.at;
      stays.push({ state: to, from: row.at, until: null, refusals: 0 });
    } else if (row.kind === "refuse" && open) {
      open.refusals += 1;
    }
  }
  return stays.map(({ state, from, until, refusals }) => ({
    state,
    from: stamp(from),
    until: until === null ? null : stamp(until),
    ms: Math.max(0, (until ?? now) - from),
    refusals,
  }));
}
