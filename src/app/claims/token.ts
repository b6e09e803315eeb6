// A claim's token is random, and the board keeps only its digest: what is not written down can't leak from a ledger, a
// backup or an export, and no copy of the data is enough to make one.

import { hash } from "node:crypto";
import type { TicketFacts, TokenWorth } from "../../engine/claims/claims.ts";
import type { App } from "../app.ts";
import type { BareTicket } from "../ports/tickets.ts";

/** It begins with the fence, so that a token of an earlier claim is known for one. */
export function newToken({ newId }: Pick<App, "newId">, fence: number): string {
  return `${fence}.${newId().replaceAll("-", "")}`;
}

export function digestOf(token: string): string {
  return hash("sha256", token);
}

/** With what the token that came with the call is worth. */
export async function withToken<T extends BareTicket>(
  app: App,
  ticket: T,
  claim: string | undefined,
): Promise<T & Pick<TicketFacts, "token">> {
  return { ...ticket, token: claim === undefined ? "none" : await worthOf(app, ticket, claim) };
}

async function worthOf(
  { board }: App,
  { key, claim, claimDigest, fence }: BareTicket,
  token: string,
): Promise<TokenWorth> {
  const given = Number(/^(\d{1,15})\./.exec(token)?.[1] ?? Number.NaN);
  if (!(given <= fence)) return "foreign";
  if (claim === null || given < fence) return "former";
  const digest = digestOf(token);
  // Nearly always it is the first one: further ones are looked up only where it is not.
  return digest === claimDigest || (await board.claims.hasToken(key, claim, digest)) ? "current" : "foreign";
}
