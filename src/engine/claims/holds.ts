// Whether the caller holds the claim on a ticket. Every rule that asks this asks here.

import { sameIdentity, type Actor, type Identity } from "../facts.ts";
import { doorOf, nameAt, type Door } from "../names.ts";
import { showName } from "../words.ts";
import type { TicketFacts } from "./claims.ts";

/**
 * Live or expired. The token decides; without one, the caller's identity does. People hold no claims. A token that does
 * not fit is never overruled by the identity: several agents may share one.
 */
export function holds({ claim, token }: Pick<TicketFacts, "claim" | "token">, actor: Actor): boolean {
  if (claim === null || actor.kind === "person") return false;
  return token === "current" || (token === "none" && sameIdentity(claim.holder, actor.identity));
}

const WAYS_IN: Readonly<Record<Door | "stdio", string>> = {
  token: "over HTTP, with a token",
  http: "over HTTP, without a token",
  stdio: "over stdio",
};

/** For an agent that may take another's claim for its own: why it is not. "" where nothing suggests it. */
export function sameNameElsewhere(holder: Identity, caller: Identity): string {
  if (sameIdentity(holder, caller)) return "";
  const [door, own] = [doorOf(holder.connection), doorOf(caller.connection)];
  if (door !== own && nameAt(holder.connection) === nameAt(caller.connection)) {
    return `You have the same name, but that claim was taken ${WAYS_IN[door ?? "stdio"]}, and you come ${WAYS_IN[own ?? "stdio"]}: a claim belongs to the kind of door that it was taken through.`;
  }
  if (holder.agent === null || holder.agent !== caller.agent || holder.connection === caller.connection) return "";
  return `You are called ${showName(holder.agent)} too, but on another connection, and that claim was not taken on yours.`;
}
