// What was read of a ticket, as the engine wants to see it.

import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import type { TicketFacts } from "../../engine/claims/claims.ts";
import type { App } from "../app.ts";
import { worthOf } from "../claims/token.ts";
import type { BareTicket, HandoffFacts } from "../ports/tickets.ts";

export async function snapshotOf(app: App, facts: HandoffFacts, claim: string | undefined): Promise<HandoffSnapshot> {
  const { now, ticket, group, openBlockers } = facts;
  return {
    now,
    ticket: ticket && (await withToken(app, ticket, claim)),
    ...(group ? { group } : {}),
    ...(openBlockers ? { openBlockers } : {}),
  };
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
