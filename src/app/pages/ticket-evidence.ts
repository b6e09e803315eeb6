// A ticket's evidence on its page: its commit, what was said of it, what each way on asks for, and what a person can give.

import { subjectOf, type Fact } from "../../engine/evidence/fact.ts";
import { judge } from "../../engine/evidence/met.ts";
import { stamp, type Key } from "../../engine/facts.ts";
import { attestLabel } from "../../engine/surfaces/web.ts";
import type { Surface } from "../../engine/surfaces/tell.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { App, Caller } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { checkDigests } from "../evidence/check-digest.ts";
import { askedIn, chipsOf } from "../evidence/chips.ts";
import { toEventView } from "../ledger/events.ts";
import type { KeptFact } from "../ports/evidence.ts";
import { viewFact } from "../evidence/list-facts.ts";
import { viewWays } from "../tickets/evidence-view.ts";
import type { TicketEvidence } from "./evidence-views.ts";

const MOST_OLDER = 5;

/** The page is the same for everybody who reads it: what each way asks is told as to a person who has not worked on it. */
const READER: Caller = { actor: { kind: "person", name: "somebody" }, via: "http" };

interface TicketWithHead {
  readonly key: Key;
  readonly state: string | null;
  readonly head: string | null;
}

/** `rows`: the ticket's history, the newest first. */
export async function viewTicketEvidence(
  app: App,
  ticket: TicketWithHead,
  rows: readonly LedgerRow[],
  surface: Surface,
): Promise<TicketEvidence | null> {
  const { key, head, state } = ticket;
  const { machine, board } = app;
  if (!machine.asksForEvidence && head === null) return null;
  const former = commitsBefore(rows, head);
  const [ways, at, kept] = await Promise.all([
    viewWays(app, { ...READER, surface }, key, true),
    board.evidence.commitOf(key),
    board.evidence.factsOf([subjectOf(key, head), ...former]),
  ]);
  const now = kept.filter(({ subject }) => subject === subjectOf(key, head));
  const older = former.map((commit) => ({ commit, facts: kept.filter(({ subject }) => subject === commit) }));
  const naming = rows.find(({ data }) => data["commit"] === head && head !== null);
  return {
    head,
    facts: now.map((fact) => viewFact(app, fact)),
    ...ways,
    fork: at?.fork ?? null,
    named: naming ? { who: toEventView(naming).who, at: stamp(naming.at) } : null,
    chips: chipsOf(askedIn(machine, state), now, checkDigests(machine), older),
    older: former.flatMap((commit) => passesAt(app, kept, commit)).slice(0, MOST_OLDER),
    attestable: attestableIn(machine).map((name) => ({ name, label: attestLabel(name) })),
  };
}

/** The commits that moves have named before the one of today, the newest first. */
export function commitsBefore(rows: readonly LedgerRow[], head: string | null): readonly string[] {
  const named = rows.flatMap(({ data }) => (typeof data["commit"] === "string" ? [data["commit"]] : []));
  return [...new Set(named)].filter((commit) => commit !== head);
}

function passesAt({ machine }: App, kept: readonly KeptFact[], commit: string): TicketEvidence["older"] {
  return kept
    .filter((fact) => fact.subject === commit && passes(machine, fact))
    .map((fact) => ({ name: fact.name, commit, at: stamp(fact.updatedAt) }));
}

function passes(machine: Machine, { name, said }: Fact): boolean {
  return judge(said, "witnessed", checkDigests(machine).get(name) ?? null).met;
}

/** What guards leave to people, and the review that other hands give. */
function attestableIn({ workflow }: Machine): readonly string[] {
  const guards = workflow.edges.flatMap((edge) => edge.guards ?? []).filter(({ policy }) => policy !== "off");
  const names = guards.flatMap((guard) => {
    if (guard.type === "other_hands") return ["review"];
    return (guard.type === "facts" || guard.type === "untouched") && guard.unless !== undefined ? [guard.unless] : [];
  });
  return [...new Set(names)];
}
