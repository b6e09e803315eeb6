// Deciding a handoff: `(machine, snapshot, request) → decision`. Pure: what comes back is data, and nothing has happened.

import { auditComment } from "./audit-comment.ts";
import { readRequest, type ClearRequest, type HandoffRequest, type Unclear } from "./read-request.ts";
import { signOfLife, type ClaimEffect } from "../claims/claims.ts";
import type { CommitTaken } from "../evidence/commit.ts";
import { stateNamed, type Machine, type State } from "../workflow/compile.ts";
import { showKey, type Key } from "../facts.ts";
import {
  COMMIT,
  edgesOnTheWay,
  factsForGuards,
  guardSentence,
  together,
  type GuardResult,
  type WantedFacts,
} from "./guards.ts";
import { checkHandoff, type Allowed, type Denied, type HandoffSnapshot } from "./check-handoff.ts";
import type { Refusal } from "../refusal.ts";
import { explain } from "./refusals/explain.ts";
import { listed, quote } from "../words.ts";

export interface Handoff {
  readonly kind: "move" | "stay";
  readonly key: Key;
  readonly previousState: string | null;
  readonly newState: string;
  readonly changed: boolean;
  readonly intent: string | null;
  /** The caller's own word for the command; null when a person acts. */
  readonly command: string | null;
  readonly reason: string;
  readonly claim: ClaimEffect;
  /** What the guards saw: it goes into the ledger. */
  readonly guards: readonly GuardResult[];
  readonly override: boolean;
  /** The commit that the ticket's work is in from now on; null: as before. */
  readonly commit: CommitTaken | null;
  readonly warnings: readonly string[];
  readonly guidance: Guidance;
  /** The three lines for the ticket's readers; null for a stay, which stands in the ledger alone. */
  readonly comment: string | null;
}

export interface Guidance {
  readonly isLockState: boolean;
  readonly isTerminal: boolean;
  readonly requiresHumanAction: boolean;
  readonly allowedNextTransitions: readonly string[];
  readonly expectedByCommands: readonly string[];
  readonly note?: string;
}

/** A refused caller who holds the claim has still shown that it is alive. */
export interface RefusedHandoff extends Refusal {
  readonly claim: ClaimEffect;
  /** Of a guard that failed: what all guards on the way saw. */
  readonly guards?: readonly GuardResult[];
}

export type HandoffDecision = Handoff | RefusedHandoff;

/** Raised when the same facts can lead to another verdict than before: rows of the ledger name it. */
export const RULES = 1;

/** Which facts a decision on this request wants beside the ticket itself, so that a snapshot reads no more. */
export function factsFor(machine: Machine, request: HandoffRequest): WantedFacts {
  const wanted = readRequest(machine, request);
  if ("code" in wanted) return { group: false, blockers: false };
  const facts = factsForGuards(machine, wanted.target);
  // A commit that is named must be the ticket's, wherever it goes.
  if (request.commit === undefined || !machine.takesCommit) return facts;
  return { ...facts, evidence: together(facts.evidence, COMMIT) };
}

/** Whether the ticket takes a commit on the way that is asked for. */
export function takesCommit(machine: Machine, from: string | null, request: HandoffRequest): boolean {
  if (!machine.takesCommit) return false;
  const wanted = readRequest(machine, request);
  if ("code" in wanted) return false;
  const state = machine.states.get(from ?? machine.workflow.start);
  return edgesOnTheWay(machine, state, wanted.target).some(({ takes }) => takes !== undefined);
}

export function decide(machine: Machine, snapshot: HandoffSnapshot, request: HandoffRequest): HandoffDecision {
  const wanted = readRequest(machine, request);
  if ("code" in wanted) return refused(machine, snapshot, request, explain(machine, snapshot, request, wanted, null));
  const checked = checkHandoff(machine, snapshot, wanted, request.actor, request.fromState);
  if (checked.ok) return accepted(machine, request, wanted, checked);
  const refusal = refused(machine, snapshot, request, explain(machine, snapshot, request, checked, wanted));
  return checked.code === "guard_failed" ? { ...refusal, guards: checked.guards } : refusal;
}

/** The verdict alone, without a word for anybody. */
export function verdictOn(
  machine: Machine,
  snapshot: HandoffSnapshot,
  request: HandoffRequest,
): Allowed | Denied | Unclear {
  const wanted = readRequest(machine, request);
  return "code" in wanted ? wanted : checkHandoff(machine, snapshot, wanted, request.actor, request.fromState);
}

function accepted(machine: Machine, request: HandoffRequest, wanted: ClearRequest, allowed: Allowed): Handoff {
  const intent = wanted.intent?.name ?? null;
  const changed = allowed.kind === "move";
  return {
    kind: allowed.kind,
    key: request.key,
    previousState: allowed.from,
    newState: allowed.to,
    changed,
    intent,
    command: request.actor.kind === "person" ? null : (request.command ?? null),
    reason: request.reason,
    claim: allowed.claim,
    guards: allowed.guards,
    override: allowed.overridden,
    commit: allowed.commit,
    warnings: warningsOf(request, wanted, allowed),
    guidance: guidanceFor(stateNamed(machine, allowed.to), allowed.claim),
    comment: changed ? commentFor(request, wanted, allowed) : null,
  };
}

function refused(
  machine: Machine,
  snapshot: HandoffSnapshot,
  request: HandoffRequest,
  refusal: Refusal,
): RefusedHandoff {
  const { ticket, now } = snapshot;
  return { ...refusal, claim: ticket ? signOfLife(machine, ticket, request.actor, now) : { type: "keep" } };
}

function warningsOf(request: HandoffRequest, wanted: ClearRequest, allowed: Allowed): readonly string[] {
  const warnings: string[] = [];
  const key = showKey(request.key);
  if (allowed.from === null) warnings.push(`${key} had no state: it counted as a new ticket.`);
  else if (allowed.unknownState) {
    const was = `was in ${quote(allowed.from)}, which this workflow does not know`;
    warnings.push(`${key} ${was}: the graph could not be checked, and the move was allowed.`);
  }
  if (allowed.leaseRanOut) warnings.push(`Your lease on ${key} had run out; nobody had taken it, so it still counted.`);
  if (allowed.unexpected && wanted.command) {
    warnings.push(`${wanted.command.shown} expects ${listed(wanted.command.inputs)}; ${key} was in "${allowed.from}".`);
  }
  if (allowed.idleCommit) warnings.push(`The commit was not kept: nothing on this way asks for one.`);
  for (const guard of allowed.guards) {
    if (!guard.met)
      warnings.push(`${guardSentence(guard)} ${allowed.overridden ? "Overridden." : "Allowed all the same."}`);
  }
  return warnings;
}

function guidanceFor(state: State, claim: ClaimEffect): Guidance {
  const note = noteFor(claim, state);
  return {
    isLockState: state.lock,
    isTerminal: state.terminal,
    requiresHumanAction: state.human,
    allowedNextTransitions: state.next,
    expectedByCommands: state.expectedBy,
    ...(note === null ? {} : { note }),
  };
}

function noteFor(claim: ClaimEffect, state: State): string | null {
  if (claim.type === "acquire" || claim.type === "renew") {
    return "The ticket is claimed exclusively for you. Keep the claim's token: the next handoffs on this ticket need it.";
  }
  if (state.lock) return "The ticket is locked: it is claimed exclusively by whoever works on it.";
  if (state.terminal) return "This is a terminal state: no transition leads out of it.";
  if (state.gate === "enforce") return "A person acts first: agents can't move the ticket out of this state.";
  if (state.human) return "A person acts first: this state waits for somebody's judgement.";
  return null;
}

function commentFor(request: HandoffRequest, wanted: ClearRequest, allowed: Allowed): string {
  const { actor, reason } = request;
  return auditComment({
    from: allowed.from,
    to: allowed.to,
    how: wanted.intent ? `intent: ${wanted.intent.name}` : allowed.overridden ? "override" : null,
    who:
      actor.kind === "person"
        ? { label: "Person", name: actor.name }
        : { label: "Command", name: wanted.command?.shown ?? "" },
    reason,
  });
}
