// What a decided handoff writes: one row in the ledger, and what it changes on the ticket; and a row for each session that
// ends with it.

import type { Handoff, RefusedHandoff } from "../../engine/tickets/handoff.ts";
import type { CommitDenied } from "../../engine/evidence/commit.ts";
import { ticketSubject } from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import { isOnGroup } from "../../engine/tickets/guards.ts";
import { endingBy } from "../../engine/sessions/ending.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { claimColumns, claimData } from "../claims/columns.ts";
import { eachOnce, ticketChange, ticketCheck, type Check, type Columns } from "../commit/changes.ts";
import type { DecisionFacts } from "../commit/decision-facts.ts";
import type { Json } from "../commit/json.ts";
import type { Entry, Plan } from "../commit/plan.ts";
import { refusalTexts } from "../commit/refused.ts";
import { factCheck, factNamed } from "../evidence/fact-entry.ts";
import type { Gathered } from "../evidence/gather.ts";
import { reliedFacts, roomFor, sayingEntries, sharedFacts, takingCommit } from "../evidence/plan-parts.ts";
import type { BareTicket, HandoffFacts } from "../ports/tickets.ts";
import { endWithTickets } from "../sessions/end-with-ticket.ts";

export interface Brought {
  /** The one that a new holder is given. */
  readonly token?: string | undefined;
  /** null: nothing asked for evidence. */
  readonly gathered: Gathered | null;
  readonly decidedBy: DecisionFacts;
}

export async function acceptedPlan(
  app: App,
  caller: Caller,
  ticket: BareTicket,
  facts: HandoffFacts,
  decision: Handoff,
  { token, gathered, decidedBy }: Brought,
): Promise<Plan> {
  const { now } = facts;
  const moved = decision.kind === "move";
  const { claim } = decision;
  const claimedBy = claim.type === "acquire" ? claim.holder : null;
  const ending = endingBy(app.machine, moved ? decision.newState : null, claimedBy);
  const ended = await endWithTickets(app.board, new Map(ending ? [[ticket.key, ending]] : []), now, caller.via);
  const columns: Columns<"ticket"> = {
    ...(moved ? { state: decision.newState, entered_at: now, ...closing(app, ticket, decision.newState) } : {}),
    ...claimColumns(decision.claim, moved, now, token),
    ...(decision.commit ? { head: decision.commit.head, fork: decision.commit.fork } : {}),
  };
  const entry: Entry = {
    kind: decision.override ? "override" : decision.kind,
    subject: { type: "ticket", key: ticket.key },
    by: authorOf(caller),
    data: {
      from: decision.previousState,
      to: decision.newState,
      command: decision.command,
      intent: decision.intent,
      ...withClaim(claimData(decision.claim)),
      ...(decision.commit ? { commit: decision.commit.head } : {}),
      ...(decision.guards.length > 0 ? { guards: decision.guards as unknown as Json } : {}),
    },
    facts: { ...decidedBy, ...(Object.keys(columns).length === 0 ? { now } : {}) },
    texts: { reason: decision.reason },
    changes: ticketChange(ticket, columns, now),
    ...(decision.comment === null ? {} : { comment: decision.comment }),
  };
  const checks = [...workflowCheck(app), ticketCheck(ticket), ...facts.relied, ...ended.checks];
  if (!gathered) return { id: app.newId(), checks, entries: [...ended.entries, entry] };
  const said = sayingEntries(gathered, authorOf(caller), now);
  const taken = takingCommit(gathered, decision.commit, now);
  return {
    id: app.newId(),
    checks: eachOnce([
      ...checks,
      ...reliedFacts(decision.guards, gathered.stored),
      ...said.checks,
      ...taken.checks,
      ...sharedFacts(gathered),
    ]),
    room: roomFor(decision.guards),
    // The move comes last: its row's number is the answer's.
    entries: [...ended.entries, ...said.entries, { ...entry, changes: [...(entry.changes ?? []), ...taken.changes] }],
  };
}

/** What was asked of a handoff. */
export interface Asked {
  readonly command?: string | undefined;
  readonly intent?: string | undefined;
  readonly toState?: string | undefined;
  /** null: they saw it without a state. */
  readonly fromState?: string | null | undefined;
  readonly reason: string;
}

/** A refused call by the holder still renews the lease. */
export function refusalPlan(
  app: App,
  caller: Caller,
  asked: Asked,
  ticket: BareTicket,
  facts: HandoffFacts,
  refusal: RefusedHandoff,
  { gathered, decidedBy }: Omit<Brought, "token">,
): Plan {
  const columns = claimColumns(refusal.claim, false, facts.now);
  const renews = Object.keys(columns).length > 0;
  const entry: Entry = {
    kind: "refuse",
    subject: { type: "ticket", key: ticket.key },
    by: authorOf(caller),
    data: {
      code: refusal.code,
      from: ticket.state,
      command: short(asked.command),
      intent: short(asked.intent),
      to: short(asked.toState),
      ...withClaim(claimData(refusal.claim)),
    },
    facts: refusedBy(decidedBy, asked, ticket, facts, refusal),
    texts: refusalTexts(caller, refusal, asked.reason),
    changes: ticketChange(ticket, columns, facts.now),
  };
  // A refusal changes nothing, so the ticket may have changed since. A renewal changes it; and what guards saw has to stand.
  const onFacts = refusal.guards !== undefined || ON_COMMIT.has(refusal.code);
  const checks = [...workflowCheck(app), ...(renews || onFacts ? [ticketCheck(ticket)] : [])];
  if (!gathered) return { id: app.newId(), checks, entries: [entry] };
  const said = sayingEntries(gathered, authorOf(caller), facts.now);
  const relied = onFacts ? refusedOn(app, ticket.key, refusal, gathered) : [];
  return {
    id: app.newId(),
    checks: eachOnce([...checks, ...said.checks, ...relied]),
    entries: [...said.entries, entry],
  };
}

const ON_COMMIT: ReadonlySet<string> = new Set([
  "commit_missing",
  "commit_unknown",
  "commit_changed",
  "commit_taken",
] satisfies CommitDenied[]);

/** What was said, and what might have been said instead: a waiver that comes meanwhile would have let it pass. */
function refusedOn({ machine }: App, key: Key, { guards = [] }: RefusedHandoff, gathered: Gathered): readonly Check[] {
  const { stored } = gathered;
  const waivers = machine.workflow.edges.flatMap(({ guards: on = [] }) =>
    on.flatMap((guard) => ("unless" in guard && guard.unless !== undefined ? [guard.unless] : [])),
  );
  return [
    ...stored.map(factCheck),
    ...reliedFacts(guards, stored),
    ...sharedFacts(gathered),
    ...waivers.map((name) => factCheck(factNamed(stored, ticketSubject(key), name))),
  ];
}

function refusedBy(
  decidedBy: DecisionFacts,
  { reason, fromState }: Asked,
  { version }: BareTicket,
  { now }: HandoffFacts,
  { guards = [] }: RefusedHandoff,
): DecisionFacts {
  // Of other tickets: the rest is what rows before it say of this one.
  const seen = guards.filter((guard) => isOnGroup(guard) || guard.type === "room");
  return {
    ...decidedBy,
    now,
    version,
    ...(fromState === undefined ? {} : { seen: fromState }),
    ...(reason.trim() === "" ? { blank: true as const } : {}),
    ...(seen.length > 0 ? { guards: seen } : {}),
  };
}

/** Set only where it changes: indexes over open and closed tickets would be written for nothing. */
export function closing(app: App, ticket: BareTicket, state: string): Columns<"ticket"> {
  const closed = app.machine.states.get(state)?.terminal === true;
  return closed === ticket.closed ? {} : { closed: closed ? 1 : 0 };
}

function withClaim(data: Json): Record<string, Json> {
  return data === null ? {} : { claim: data };
}

/** The ledger keeps what was asked, cut to a length. */
function short(word: string | undefined): string | null {
  return word === undefined ? null : word.slice(0, 100);
}
