// What must hold whenever something is written, whoever writes it and whatever happened before.

import { isRenewal } from "./rules.ts";
import { PERSON } from "./verbs.ts";
import { fenceOf, type Call, type Plan, type TicketRow } from "./world.ts";

export const LAWS = {
  oneHolder: "only the holder's writes are accepted, and with a token only the newest claim's",
  noLostUpdate: "what is written was decided on exactly the version that it replaces",
  fencesRise: "each claim has a fence of its own, one above the last",
  oneEffect: "a repeated request has one effect and one answer",
  standing: "a second token is for a claim that stands",
  liveIsHeld: "a live claim is given to nobody else",
  neverStuck: "from everywhere agents can bring the ticket on",
} as const;

export interface Written {
  readonly call: Call;
  readonly plan: Plan;
  readonly before: TicketRow;
  readonly after: TicketRow;
  /** The time by the clock in question. */
  readonly clock: number;
}

/** The laws that it breaks. */
export function brokenBy(write: Written): readonly string[] {
  const { plan, before, after } = write;
  const isStale = plan.saw.version !== before.version || after.version <= before.version;
  const fence = before.fence + (acquires(plan) ? 1 : 0);
  return [
    ...(isOfHolder(write) ? [] : [LAWS.oneHolder]),
    ...(takesWhatIsHeld(write) ? [LAWS.liveIsHeld] : []),
    ...(isStale ? [LAWS.noLostUpdate] : []),
    ...(after.fence === fence ? [] : [LAWS.fencesRise]),
  ];
}

function isOfHolder({ call, plan, before, after, clock }: Written): boolean {
  const holder = before.claim_connection;
  if (call.by === PERSON) return true;
  if (call.verb === "grace") return holder === call.by && Number(after.claim_expires) <= Number(before.claim_expires);
  if (call.token !== null) return holder !== null && fenceOf(call.token) === before.fence;
  if (isRenewal(plan)) return holder === call.by;
  return acquires(plan) || holder === call.by || !isLive(before, clock);
}

function takesWhatIsHeld({ plan, call, before, after, clock }: Written): boolean {
  if (!acquires(plan)) return false;
  // With its token a holder may take its own claim on; by its name alone, somebody else could.
  if (isLive(before, clock)) return call.token === null || fenceOf(call.token) !== before.fence;
  const reserved = before.claim_connection === null && before.reserved_until !== null && before.reserved_until > clock;
  return reserved && before.state === after.state;
}

function acquires({ set }: Plan): boolean {
  return set.claim_connection != null;
}

function isLive({ claim_connection: holder, claim_expires: expires }: TicketRow, clock: number): boolean {
  return holder !== null && expires !== null && expires > clock;
}
