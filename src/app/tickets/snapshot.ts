// What was read of a ticket, as the engine wants to see it.

import type { GivenCommit } from "../../engine/evidence/snapshot.ts";
import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { App, Caller } from "../app.ts";
import { claimFacts, rulesOf, standingFacts, type DecisionFacts } from "../commit/decision-facts.ts";
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

/** What the ledger keeps of it: what the rows before do not say. */
export function decisionFacts(
  machine: Machine,
  { actor, unnamed }: Caller,
  { commit }: HandoffRequest,
  { ticket, evidence }: HandoffSnapshot,
): DecisionFacts {
  return {
    rules: rulesOf(machine),
    ...(ticket ? claimFacts(ticket) : {}),
    ...standingFacts(actor),
    ...(unnamed ? { unnamed } : {}),
    ...commitFacts(commit, evidence?.given),
  };
}

function commitFacts(
  word: string | undefined,
  given: GivenCommit | undefined,
): Pick<DecisionFacts, "commit" | "others"> {
  if (word === undefined) return {};
  if (given?.kind !== "known")
    return { commit: given ?? { kind: "unknown", word: word.slice(0, 100), why: "partial" } };
  return { commit: given.commit, ...(given.others.length > 0 ? { others: given.others } : {}) };
}
