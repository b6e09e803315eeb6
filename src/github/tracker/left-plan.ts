// A plan as the store keeps it while it is under way.

import type { Plan } from "../../app/commit/plan.ts";
import { formerSender } from "../../app/commit/sender.ts";
import type { SeenBefore } from "../write/races.ts";

export interface LeftPlan extends Plan {
  /** See `Traces`. */
  readonly sentAs: string | null;
  /** What its moves were decided by; an earlier version did not say. */
  readonly before?: readonly SeenBefore[];
}

/** What an earlier version left behind does not say who sent the request; its rows do. */
export function readLeft(body: string): LeftPlan {
  const left = JSON.parse(body) as LeftPlan;
  const [entry] = left.entries;
  if (!left.request || !entry) return left;
  return {
    ...left,
    request: { ...left.request, sender: left.request.sender ?? formerSender(left.request.tool, entry.by) },
  };
}
