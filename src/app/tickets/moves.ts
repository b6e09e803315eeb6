// Where a person could take a ticket: every state of the workflow is tried out on one snapshot, and nothing is done.

import { decide, factsFor } from "../../engine/tickets/handoff.ts";
import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import type { Key } from "../../engine/facts.ts";
import { tell, type Surface } from "../../engine/surfaces/tell.ts";
import { wantedTogether, type GuardResult, type WantedEvidence } from "../../engine/tickets/guards.ts";
import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import { partsOf } from "./evidence-view.ts";
import { snapshotOf } from "./snapshot.ts";
import { gather, type Gathered } from "../evidence/gather.ts";
import type { HandoffFacts } from "../ports/tickets.ts";
import { noSuchTicket } from "../commit/refused.ts";
import type { MoveView } from "../pages/views.ts";

/** Never written anywhere: a person gives a reason of their own when they move it. */
const SOMEBODY = { kind: "person", name: "somebody" } as const;
const REASON = "to see whether it could be done";

/** `surface`: in whose words it is said why not. */
export async function viewMoves(app: App, key: Key, surface: Surface = "web"): Promise<readonly MoveView[] | Refusal> {
  const targets = [...app.machine.states.keys()];
  const wanted = targets.map((to) => factsFor(app.machine, ask(key, to, false)));
  const all = wantedTogether(wanted);
  const facts = await app.board.tickets.forHandoff(key, all, "to show");
  if (!facts.ticket) return noSuchTicket(key);
  const { state } = facts.ticket;
  const snapshot = await snapshotOf(app, facts, undefined, await gatherAll(app, facts, all.evidence));
  return targets.filter((to) => to !== state).map((to) => tryOut(app, snapshot, key, to, surface));
}

function tryOut(app: App, snapshot: HandoffSnapshot, key: Key, to: string, surface: Surface): MoveView {
  const decision = decide(app.machine, snapshot, ask(key, to, false));
  const from = snapshot.ticket?.state ?? null;
  const state = from === null ? undefined : app.machine.states.get(from);
  const edge = state?.edges.find((one) => one.to === to);
  const label = edge?.label ?? `Move to ${to}`;
  const takes = edge?.takes ?? null;
  const view = { to, label, takes, override: false, why: null, recovery: null, lacks: [], warnings: [] };
  if (!isRefusal(decision)) return { ...view, legal: true, warnings: decision.warnings };
  // Which commit it is, the person says with the move; what it lacks is known only then.
  if (decision.code === "commit_missing") return { ...view, legal: true };
  const { what, recovery } = tell(decision, surface);
  const override = !isRefusal(decide(app.machine, snapshot, ask(key, to, true)));
  return { ...view, legal: false, override, why: what, recovery, lacks: lacksOf(decision) };
}

/** In a word or two each: what guards on the way are not met. */
function lacksOf({ facts: { guards } }: Refusal): readonly string[] {
  if (!Array.isArray(guards)) return [];
  return (guards as readonly GuardResult[]).flatMap(partsOf).flatMap(({ words, met }) => (met ? [] : words));
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
