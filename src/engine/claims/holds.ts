// Whether the caller holds the claim on a ticket. Every rule that asks this asks here.

import { sameIdentity, type Actor } from "../facts.ts";
import type { TicketFacts } from "./claims.ts";

/**
 * Live or expired. The token decides; without one, the caller's identity does. People hold no claims. A token that does
 * not fit is never overruled by the identity: several agents may share one.
 */
export function holds({ claim, token }: Pick<TicketFacts, "claim" | "token">, actor: Actor): boolean {
  if (claim === null || actor.kind === "person") return false;
  return token === "current" || (token === "none" && sameIdentity(claim.holder, actor.identity));
}
