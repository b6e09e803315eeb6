// Where a person could take a ticket: every state of the workflow is tried out on one snapshot, and nothing is done.

import { decide, factsFor } from "../../engine/tickets/handoff.ts";
import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import type { Key } from "../../engine/facts.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { wantedTogether, type WantedEvidence } from "../../engine/tickets/guards.ts";
import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import { snapshotOf } from "./snapshot.ts";
import { gather, type Gathered } from "../evidence/gather.ts";
import type { HandoffFacts } from "../ports/tickets.ts";
import { noSuchTicket } from "../commit/refused.ts";
import type { MoveView } from "../pages/views.ts";

/** Never written anywhere: a person gives a reason of their own when they move it. */
const SOMEBODY = { kind: "person", name: "somebody" } as const;
const REASON = "to see whether it could be done";

export async function viewMoves(app: App, key: Key): Promise<readonly MoveView[] | Refusal> {
  const targets = [...app.machine.states.keys()];
  const wanted = targets.map((to) => factsFor(app.machine, ask(key, to, false)));
  const all = wantedTogether(wanted);
  const facts = await app.board.tickets.forHandoff(key, all, "to show");
  if (!facts.ticket) return noSuchTicket(key);
  const { state } = facts.ticket;
  const snapshot = await snapshotOf(app, facts, undefined, await gatherAll(app, facts, all.evidence));
  return targets.filter((to) => to !== state).map((to) => tryOut(app, snapshot, key, to));
}

function tryOut(app: App, snapshot: HandoffSnapshot, key: Key, to: string): MoveView {
  const decision = decide(app.machine, snapshot, ask(key, to, false));
  const from = snapshot.ticket?.state ?? null;
  const state = from === null ? undefined : app.machine.states.get(from);
  const label = state?.edges.find((edge) => edge.to === to)?.label ?? `Move to ${to}`;
  if (!isRefusal(decision)) {
    return { to, label, legal: true, override: false, why: null, recovery: null, warnings: decision.warnings };
  }
  const { what, recovery } = tell(decision, "web");
  return {
    to,
    label,
    legal: false,
    override: !state?.next.includes(to) && !isRefusal(decide(app.machine, snapshot, ask(key, to, true))),
    why: what,
    recovery,
    warnings: [],
  };
}

function ask(key: Key, toState: string, override: boolean): HandoffRequest {
  return { key, toState, reason: REASON, actor: { ...SOMEBODY, override } };
}

async function gatherAll(
  app: App,
  { ticket, now, observed }: HandoffFacts,
  wanted: WantedEvidence | undefined,
): Promise<Gathered | null> {
  if (!wanted || !ticket) return null;
  return gather(app, { actor: SOMEBODY, via: "" }, { key: ticket.key, now, wanted, observed, takes: false });
}
