// What was read of a ticket, as the engine wants to see it.

import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import type { App } from "../app.ts";
import type { Gathered } from "../evidence/gather.ts";
import { groupIn } from "../groups/group.ts";
import { withToken } from "../claims/token.ts";
import type { HandoffFacts } from "../ports/tickets.ts";

export async function snapshotOf(
  app: App,
  facts: HandoffFacts,
  claim: string | undefined,
  gathered: Gathered | null = null,
): Promise<HandoffSnapshot> {
  const { now, ticket, around, openBlockers } = facts;
  return {
    now,
    ticket: ticket && (await withToken(app, ticket, claim)),
    ...(around && ticket ? { group: groupIn(app.machine, around, ticket.key, "whole") } : {}),
    ...(openBlockers ? { openBlockers } : {}),
    ...(gathered ? { evidence: gathered.evidence } : {}),
  };
}
