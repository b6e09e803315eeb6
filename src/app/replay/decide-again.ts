// One verdict of the ledger, decided again: by the facts of its row and what the rows before it add up to. Under the rules
// that it was decided by, it comes out the same.

import { decideRelease } from "../../engine/claims/release.ts";
import type { ClaimEffect, TicketFacts } from "../../engine/claims/claims.ts";
import type { EvidenceFacts, GivenCommit } from "../../engine/evidence/snapshot.ts";
import { subjectOf, ticketSubject } from "../../engine/evidence/fact.ts";
import type { Actor, Time } from "../../engine/facts.ts";
import { isNameless } from "../../engine/names.ts";
import { isRefusal } from "../../engine/refusal.ts";
import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import { isOnGroup, type GuardResult, type WantedEvidence } from "../../engine/tickets/guards.ts";
import { factsFor, takesCommit, verdictOn } from "../../engine/tickets/handoff.ts";
import { codeOfGuards } from "../../engine/tickets/refusals/guards.ts";
import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { claimData, identityIn, lockIn } from "../claims/columns.ts";
import { changedSince } from "../claims/release.ts";
import type { DecisionFacts } from "../commit/decision-facts.ts";
import { canonicalJson, type Json } from "../commit/json.ts";
import { checkDigests } from "../evidence/check-digest.ts";
import { groupIn } from "../groups/group.ts";
import type { ChangingRow } from "../ports/ledger.ts";
import type { Fold, FoldedTicket } from "./fold.ts";

/** A row that holds a verdict, and what it rested on. */
export type DecidedRow = ChangingRow & { readonly facts: DecisionFacts };

export type Verdict =
  | {
      readonly ok: true;
      readonly kind: "move" | "stay" | "override" | "release";
      readonly to: string | null;
      /** As the ledger says it. */
      readonly claim: Json;
      readonly guards: readonly GuardResult[];
    }
  | { readonly ok: false; readonly code: string; readonly guards: readonly GuardResult[] };

/** null: the ticket as it was then is not remembered any more. */
export function decideAgain(machine: Machine, fold: Fold, row: DecidedRow): Verdict | null {
  const ticket = fold.ticket(row.subject.key, row.facts.version);
  if (!ticket && row.facts.version !== undefined) return null;
  if (!ticket) return { ok: false, code: "ticket_not_found", guards: [] };
  const actor = actorOf(row);
  // Every accepted verdict says its time: by its facts, or by what it changed.
  const now = row.facts.now ?? timeIn(row) ?? Number.NaN;
  return row.facts.asked === "release"
    ? releaseAgain(row, ticket, actor, now)
    : handoffAgain(machine, fold, row, ticket, actor, now);
}

/** The verdict that the row itself holds. */
export function verdictIn({ kind, data }: ChangingRow): Verdict {
  const guards = (data["guards"] ?? []) as unknown as readonly GuardResult[];
  if (kind === "refuse") return { ok: false, code: word(data["code"]) ?? "", guards };
  if (kind === "release") return { ok: true, kind, to: null, claim: null, guards };
  const to = data["to"];
  return {
    ok: true,
    kind: kind === "stay" || kind === "override" ? kind : "move",
    to: typeof to === "string" ? to : null,
    claim: data["claim"] ?? null,
    guards,
  };
}

/** All of it that has to come out the same. */
export function showVerdict(verdict: Verdict): string {
  if (!verdict.ok) return `refused: ${verdict.code}`;
  const { kind, to, claim } = verdict;
  const where = to === null ? "" : ` to ${JSON.stringify(to)}`;
  return `${kind}${where}${claim === null ? "" : `, claim ${canonicalJson(claim)}`}`;
}

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  return showVerdict(a) === showVerdict(b);
}

function releaseAgain(row: DecidedRow, ticket: FoldedTicket, actor: Actor, now: Time): Verdict {
  const { seen, holder } = row.facts;
  const held = factsOf(row, ticket);
  const decision = changedSince({ fromState: seen, holder }, held) ?? decideRelease(held, actor, now);
  if (isRefusal(decision)) return { ok: false, code: decision.code, guards: [] };
  return { ok: true, kind: "release", to: null, claim: null, guards: [] };
}

function handoffAgain(
  machine: Machine,
  fold: Fold,
  row: DecidedRow,
  ticket: FoldedTicket,
  actor: Actor,
  now: Time,
): Verdict {
  const request = requestIn(row, actor);
  const wanted = factsFor(machine, request);
  const { key } = row.subject;
  const known = guardsIn(row).filter(isOnGroup);
  const around = wanted.group ? fold.around(key, MOST_REACHED) : null;
  const snapshot: HandoffSnapshot = {
    now,
    ticket: factsOf(row, ticket),
    known,
    ...(around ? { group: groupIn(machine, around, key, "whole") } : {}),
    ...(wanted.blockers ? { openBlockers: fold.openBlockers(key) } : {}),
    ...(wanted.evidence ? { evidence: evidenceFor(machine, fold, row, ticket, request, wanted.evidence) } : {}),
  };
  const verdict = verdictOn(machine, snapshot, request);
  if ("code" in verdict) {
    if (verdict.code !== "guard_failed") return { ok: false, code: verdict.code, guards: [] };
    return { ok: false, code: codeOfGuards(verdict.guards), guards: verdict.guards };
  }
  const { kind, to, overridden, claim, guards } = verdict;
  return { ok: true, kind: overridden ? "override" : kind, to, claim: claimData(claim satisfies ClaimEffect), guards };
}

/** As many tickets as a store reads of a group. */
const MOST_REACHED = 4_000;

function evidenceFor(
  machine: Machine,
  fold: Fold,
  row: DecidedRow,
  { head, state }: FoldedTicket,
  request: HandoffRequest,
  wanted: WantedEvidence,
): EvidenceFacts {
  const { key } = row.subject;
  const given = givenIn(row.facts);
  const takes = takesCommit(machine, state, request);
  const counted = takes && given?.kind === "known" ? given.commit : subjectOf(key, head);
  const others = given?.kind === "known" ? given.others.map((other) => other.head) : [];
  const subjects = [...new Set([counted, subjectOf(key, head), ticketSubject(key), ...others])];
  return {
    head: wanted.facts ? head : null,
    ...(given ? { given } : {}),
    ...(wanted.facts ? { facts: fold.factsOf(subjects), checks: checkDigests(machine) } : {}),
    ...(wanted.steps ? { steps: fold.stepsOf(key) } : {}),
    ...(wanted.room.length > 0 ? { room: roomAt(fold, row, wanted.room) } : {}),
    nameless: row.facts.unnamed === true || (request.actor.kind === "agent" && isNameless(request.actor.identity)),
  };
}

/** As it was counted then, where it was. */
function roomAt(fold: Fold, row: DecidedRow, states: readonly string[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  for (const guard of guardsIn(row)) {
    if (guard.type === "room" && guard.there !== null) seen.set(guard.state, guard.there);
  }
  return new Map(states.map((state) => [state, seen.get(state) ?? fold.openIn(state)]));
}

function guardsIn({ data, facts }: DecidedRow): readonly GuardResult[] {
  return facts.guards ?? ((data["guards"] ?? []) as unknown as readonly GuardResult[]);
}

function givenIn({ commit, others = [] }: DecisionFacts): GivenCommit | null {
  if (commit === undefined) return null;
  return typeof commit === "string" ? { kind: "known", commit, fork: null, others } : commit;
}

function requestIn({ subject, kind, data, facts }: DecidedRow, actor: Actor): HandoffRequest {
  const { commit } = facts;
  const [intent, to] = [word(data["intent"]), word(data["to"])];
  const named = commit === undefined ? {} : { commit: typeof commit === "string" ? commit : commit.word };
  const base = { key: subject.key, actor, command: word(data["command"]), intent, ...named };
  if (kind !== "refuse") return { ...base, reason: REASON, toState: intent === undefined ? to : undefined };
  return {
    ...base,
    reason: facts.blank ? "" : REASON,
    toState: to,
    ...("seen" in facts ? { fromState: facts.seen } : {}),
  };
}

/** What it said is nobody's business here: that it said something is. */
const REASON = "given";

function actorOf({ by, facts }: DecidedRow): Actor {
  if (by.person !== undefined) return { kind: "person", name: by.person, override: facts.override === true };
  const identity = { connection: by.connection ?? "", agent: by.agent ?? null };
  return { kind: "agent", identity, ...(facts.commands ? { commands: facts.commands } : {}) };
}

function factsOf({ subject, facts }: DecidedRow, ticket: FoldedTicket): TicketFacts {
  return {
    ...lockIn(ticket),
    key: subject.key,
    onBoard: ticket.off_board === null,
    state: ticket.state,
    fence: ticket.fence,
    formerHolder: identityIn(ticket.former_connection, ticket.former_agent),
    token: facts.token ?? "none",
    ...facts.lease,
  };
}

/** When it was decided, by what the row itself sets on the ticket. */
function timeIn({ subject, changes }: ChangingRow): Time | null {
  for (const change of changes) {
    if (change.table !== "ticket" || change.key.key !== subject.key) continue;
    if (change.set?.updated_at !== undefined) return change.set.updated_at;
  }
  return null;
}

function word(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
