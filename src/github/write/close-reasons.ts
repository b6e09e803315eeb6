// A move that closes an issue says why, as GitHub shows it; the mirror has to say the same, or the next look would take it
// for somebody else's edit.

import type { Change } from "../../app/commit/changes.ts";
import type { Plan } from "../../app/commit/plan.ts";
import type { ClosedAs } from "../../app/ports/tickets.ts";
import type { Job } from "./jobs.ts";

export function withCloseReasons(plan: Plan, jobs: readonly Job[]): Plan {
  const reasons = new Map(jobs.map(({ key, effects }) => [key, reasonIn(effects)]));
  const told = (change: Change): Change => {
    if (change.table !== "ticket" || change.set === null || change.set.closed === undefined) return change;
    const reason = reasons.get(change.key.key);
    return reason === undefined ? change : { ...change, set: { ...change.set, closed_as: reason } };
  };
  return {
    ...plan,
    entries: plan.entries.map((entry) => (entry.changes ? { ...entry, changes: entry.changes.map(told) } : entry)),
  };
}

/** undefined: the issue is neither closed nor opened by it. */
function reasonIn(effects: Job["effects"]): ClosedAs | null | undefined {
  for (const effect of effects) {
    if (effect.kind === "close") return effect.completed ? "completed" : "not planned";
    if (effect.kind === "reopen") return null;
  }
  return undefined;
}
