// A claim's token is made from the store's secret, the ticket and the fence, and stored nowhere: what is not written
// down can't leak from a ledger, a backup or an export, and an answer that got lost can be given again.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { TicketFacts, TokenWorth } from "../../engine/claims/claims.ts";
import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { BareTicket } from "../ports/tickets.ts";

export function makeToken(secret: string, key: Key, fence: number): string {
  const proof = createHmac("sha256", secret).update(`${key}\n${fence}`).digest("base64url").slice(0, 27);
  return `${fence}.${proof}`;
}

function worthOf(
  token: string | undefined,
  secret: string,
  ticket: { readonly key: Key; readonly fence: number; readonly claim: object | null },
): TokenWorth {
  if (token === undefined) return "none";
  const fence = Number(/^(\d{1,15})\./.exec(token)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(fence) || !same(token, makeToken(secret, ticket.key, fence))) return "foreign";
  return ticket.claim !== null && fence === ticket.fence ? "current" : "former";
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** With what the token that came with the call is worth. */
export async function withToken<T extends BareTicket>(
  app: App,
  ticket: T,
  claim: string | undefined,
): Promise<T & Pick<TicketFacts, "token">> {
  const token = claim === undefined ? "none" : worthOf(claim, await app.board.claims.secret(), ticket);
  return { ...ticket, token };
}
