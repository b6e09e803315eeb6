// What was read of a ticket, as the engine wants to see it.

import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import type { App } from "../app.ts";
import { withToken } from "../claims/token.ts";
import type { HandoffFacts } from "../ports/tickets.ts";

export async function snapshotOf(app: App, facts: HandoffFacts, claim: string | undefined): Promise<HandoffSnapshot> {
  const { now, ticket, group, openBlockers } = facts;
  return {
    now,
    ticket: ticket && (await withToken(app, ticket, claim)),
    ...(group ? { group } : {}),
    ...(openBlockers ? { openBlockers } : {}),
  };
}
