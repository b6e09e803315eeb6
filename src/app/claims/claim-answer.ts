// A claim as its holder is told of it. Only they get its token, also when the same request comes again.

import type { ClaimEffect } from "../../engine/claims/claims.ts";
import { sameIdentity, showIdentity, stamp, type Identity, type Key } from "../../engine/facts.ts";
import type { App, Caller } from "../app.ts";
import type { BareTicket } from "../ports/tickets.ts";
import { makeToken } from "./token.ts";

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
export async function tokenFor(
  app: App,
  effect: ClaimEffect,
  key: Key,
  shown: string | undefined,
): Promise<string | undefined> {
  if (effect.type !== "acquire") return shown;
  return makeToken(await app.board.claims.secret(), key, effect.fence);
}

/** A recorded answer holds no token: the same one is made again, for the holder and nobody else. */
export async function withTokenAgain(
  app: App,
  { actor }: Caller,
  key: Key,
  claim: ClaimAnswer,
  holder: Identity,
): Promise<ClaimAnswer> {
  if (actor.kind === "person" || !sameIdentity(actor.identity, holder)) return claim;
  return { token: makeToken(await app.board.claims.secret(), key, claim.fence), ...claim };
}
