// A claim as its holder is told of it. Only they get a token, also when the same request comes again.

import type { ClaimEffect } from "../../engine/claims/claims.ts";
import { showIdentity, stamp, type Key } from "../../engine/facts.ts";
import type { App, Caller } from "../app.ts";
import type { BareTicket } from "../ports/tickets.ts";
import { digestOf, newToken } from "./token.ts";

export interface ClaimAnswer {
  /** Only in the answer to the holder. */
  readonly token?: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: string;
}

/** Without its token; null where the caller holds no claim after this. */
export function claimAnswer(effect: ClaimEffect, ticket: BareTicket | null): ClaimAnswer | null {
  if (effect.type === "acquire") {
    return { holder: showIdentity(effect.holder), fence: effect.fence, expiresAt: stamp(effect.expiresAt) };
  }
  if (effect.type !== "renew" || !ticket?.claim) return null;
  const { holder, fence } = ticket.claim;
  return { holder: showIdentity(holder), fence, expiresAt: stamp(effect.expiresAt) };
}

/** For a new holder, or for a caller that has shown the token: several agents may share the holder's identity. */
export function tokenFor(app: App, effect: ClaimEffect, shown: string | undefined): string | undefined {
  return effect.type === "acquire" ? newToken(app, effect.fence) : shown;
}

/**
 * A recorded answer holds no token, and the first one is known to nobody but its holder: the sender gets a further one,
 * which is as good. A sender without a name of its own gets none, because others share its space. Nor does anybody whose
 * claim has ended.
 */
export async function withTokenAgain(
  app: App,
  { actor, unnamed }: Caller,
  key: Key,
  claim: ClaimAnswer,
): Promise<ClaimAnswer> {
  if (actor.kind === "person" || unnamed) return claim;
  const token = newToken(app, claim.fence);
  return (await app.board.claims.addToken(key, claim.fence, digestOf(token))) ? { token, ...claim } : claim;
}
