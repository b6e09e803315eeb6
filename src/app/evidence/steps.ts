// Who has done what on a ticket, as its rows of the ledger tell it.

import type { Step } from "../ports/evidence.ts";
import type { LedgerRow } from "../commit/plan.ts";

/** The kinds of rows that are steps. */
export const STEP_KINDS = ["move", "stay", "override", "propagate", "undo"] as const satisfies LedgerRow["kind"][];

/** What a step's row says of it. */
export type StepRow = Pick<LedgerRow, "kind" | "at" | "by"> & { readonly data: unknown };

interface StepData {
  readonly from?: string | null;
  readonly to?: string | null;
  readonly commit?: string;
  readonly claim?: { readonly type: string };
}

/** A move that was undone was no step: it takes up no round, and makes nobody's hands. Nothing stands between the two. */
export function addStep(steps: Step[], row: StepRow): void {
  if (row.kind === "undo") steps.pop();
  else steps.push(stepOf(row));
}

function stepOf({ kind, at, by, data }: StepRow): Step {
  const { connection, agent = null, person = null } = by;
  const { from = null, to = null, commit = null, claim } = data as StepData;
  return {
    hand: { person, identity: connection === undefined ? null : { connection, agent } },
    from,
    to,
    moved: kind !== "stay",
    held: claim?.type === "acquire" || claim?.type === "renew",
    commit,
    at,
  };
}
