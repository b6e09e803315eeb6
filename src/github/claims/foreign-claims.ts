// A claim that another machine holds, laid over what this store knows of the ticket.

import type { BareTicket } from "../../app/ports/tickets.ts";
import type { Time } from "../../engine/facts.ts";
import type { ClaimRefs } from "./claim-refs.ts";
import type { Look } from "../read/look.ts";

export function withForeignClaim<T extends BareTicket>(
  refs: ClaimRefs | null,
  ticket: T,
  { claim }: Look,
  now: Time,
): T {
  const lease = claim?.lease ?? null;
  if (!refs?.isForeign(lease)) return ticket;
  // The fence rises over all stores, so that nobody's old token fits a new claim.
  const fence = Math.max(ticket.fence, lease.fence);
  if (lease.expiresAt <= now) return { ...ticket, fence, elsewhere: true };
  const holder = { connection: lease.holder, agent: null };
  const foreign = { holder, fence, since: lease.since, expiresAt: lease.expiresAt };
  // Its tokens are known to that machine alone.
  return { ...ticket, fence, claim: foreign, claimDigest: null, elsewhere: true };
}
