// The rules that the protocol rests on. Each can be broken by itself, to show that the exploration would find it.

import { NOW, TICK, type Call, type Plan, type TicketRow } from "./world.ts";

export interface Rules {
  /** A plan is carried out only on the versions that it was decided on. */
  readonly versions: boolean;
  /** A token that is not the newest opens nothing. */
  readonly tokens: boolean;
  /** A claim runs out. */
  readonly leases: boolean;
  /** Each acquisition has a fence of its own. */
  readonly fences: boolean;
  /** Nobody takes what is held. */
  readonly holders: boolean;
  /** A sign of life does not bring back what was taken over. */
  readonly renewals: boolean;
  /** An answer is recorded with what it answers. */
  readonly requests: boolean;
  /** A second token is given for a claim that stands. */
  readonly seconds: boolean;
}

export const ALL_RULES: Rules = {
  versions: true,
  tokens: true,
  leases: true,
  fences: true,
  holders: true,
  renewals: true,
  requests: true,
  seconds: true,
};

const NEVER = NOW + 1000 * TICK;
const LONG_AGO = NOW - 1000 * TICK;

/** The row as the call gets to see it. */
export function seenBy(call: Call, row: TicketRow, rules: Rules): TicketRow {
  if (row.claim_connection === null) return row;
  if (!rules.leases) return { ...row, claim_expires: NEVER };
  if (!rules.holders && call.verb === "lock" && call.by !== row.claim_connection) {
    return { ...row, claim_expires: LONG_AGO };
  }
  return row;
}

/** The call as the product gets to see it where tokens are not looked at. */
export function takenFor(call: Call, fence: number | null): Call {
  return call.token === null || fence === null ? call : { ...call, token: fence };
}

/** Whether a plan that no longer fits is carried out all the same. */
export function isForced(plan: Plan, row: TicketRow, rules: Rules): boolean {
  return !rules.versions || (!rules.renewals && isRenewal(plan) && row.claim_connection !== plan.saw.holder);
}

/** What a plan writes. */
export function written(plan: Plan, rules: Rules): Partial<TicketRow> {
  if (!rules.renewals && isRenewal(plan)) return { ...plan.set, claim_connection: plan.saw.holder };
  if (rules.fences) return plan.set;
  const { fence: _, ...others } = plan.set;
  return others;
}

export function isRenewal({ set }: Plan): boolean {
  return set.claim_expires != null && set.claim_connection === undefined;
}
