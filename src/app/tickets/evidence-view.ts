// A ticket's evidence, as people and agents read it: its commit, what was said of it, and what each way on still lacks.

import { guardedWays, laterEdges, laterWays, type GuardedWay } from "../../engine/tickets/guarded-ways.ts";
import {
  factsForEdges,
  factsForWaysFrom,
  guardSentence,
  isOnGroup,
  wantedTogether,
  type GuardResult,
} from "../../engine/tickets/guards.ts";
import { wayTo } from "../../engine/tickets/refusals/guards.ts";
import { subjectOf } from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import { surfaceOf, type App, type Caller } from "../app.ts";
import { gather } from "../evidence/gather.ts";
import { viewFact } from "../evidence/list-facts.ts";
import type { EvidenceView, GuardView, WayView } from "../pages/evidence-views.ts";
import { snapshotOf } from "./snapshot.ts";

/** null: neither the workflow nor the ticket has anything to do with evidence, and nothing was read. */
export async function viewEvidence(
  app: App,
  caller: Caller,
  key: Key,
  head: string | null,
): Promise<EvidenceView | null> {
  if (!app.machine.asksForEvidence && head === null) return null;
  const { evidence } = app.board;
  const [facts, { missing }] = await Promise.all([
    evidence.facts(subjectOf(key, head)),
    viewWays(app, caller, key, false),
  ]);
  return { head, facts: facts.map((fact) => viewFact(app, fact)), missing };
}

export interface Ways {
  readonly missing: readonly WayView[];
  /** Those that come after the next step. */
  readonly later: readonly WayView[];
}

/** For each way out of the ticket's state: each guard, met or not, and how to get what is missing. */
export async function viewWays(app: App, caller: Caller, key: Key, withLater: boolean): Promise<Ways> {
  const bare = await app.board.tickets.forHandoff(key, { group: false, blockers: false });
  if (!bare.ticket) return { missing: [], later: [] };
  const { state } = bare.ticket;
  const later = withLater ? factsForEdges(laterEdges(app.machine, state)) : NOTHING;
  const wanted = wantedTogether([factsForWaysFrom(app.machine, state), { ...later, ...NOTHING }]);
  const facts =
    wanted.group || wanted.blockers || wanted.evidence ? await app.board.tickets.forHandoff(key, wanted) : bare;
  const { now, observed } = facts;
  const gathered = wanted.evidence
    ? await gather(app, caller, { key, now, wanted: wanted.evidence, observed, takes: false })
    : null;
  const snapshot = await snapshotOf(app, facts, undefined, gathered);
  const view = (way: GuardedWay): WayView => viewWay(app, caller, key, way);
  return {
    missing: guardedWays(app.machine, snapshot, key, caller.actor).map(view),
    later: withLater ? laterWays(app.machine, snapshot, key, caller.actor).map(view) : [],
  };
}

const NOTHING = { group: false, blockers: false };

function viewWay(app: App, caller: Caller, key: Key, { edge, guards }: GuardedWay): WayView {
  return {
    to: edge.to,
    label: edge.label ?? null,
    takes: edge.takes ?? null,
    met: guards.every(({ met, policy }) => met || policy === "warn"),
    guards: guards.map((guard) => viewGuard(app, caller, key, guard)),
  };
}

function viewGuard({ machine }: App, caller: Caller, ticket: Key, guard: GuardResult): GuardView {
  const { type, policy, met } = guard;
  const how = met || isOnGroup(guard) ? null : inWords(wayTo({ machine, ticket }, guard), surfaceOf(caller));
  return { type, policy, met, parts: partsOf(guard), what: met ? null : guardSentence(guard), how };
}

export function partsOf(guard: GuardResult): GuardView["parts"] {
  const { met } = guard;
  switch (guard.type) {
    case "facts":
      if (guard.waived && guard.unless !== null) return [{ words: guard.unless, met }];
      return guard.facts.map((fact) => ({ words: fact.name, met: fact.met }));
    case "rounds":
      return [{ words: `round ${Math.min(guard.gone + 1, guard.max)} of ${guard.max}`, met }];
    case "other_hands":
      return [{ words: guard.by === "person" ? "a person" : "other hands", met }];
    case "room":
      return [{ words: guard.there === null ? "room" : `room ${guard.there} of ${guard.max}`, met }];
    case "untouched":
      return [{ words: "paths", met }];
    case "group_convergence":
      return [{ words: "group", met }];
    case "no_open_blockers":
      return [{ words: "blockers", met }];
  }
}
