// The checks that need a ticket, in their order; the first that fails decides. They are cheap and free of prose, so that a
// refusal can try out what would be accepted instead of guessing.

import type { ClearRequest } from "./read-request.ts";
import { checkClaim, type ClaimDenied, type ClaimEffect, type TicketFacts } from "../claims/claims.ts";
import { checkCommit, type CommitDenied, type CommitTaken } from "../evidence/commit.ts";
import type { GuardedMove } from "../evidence/guards.ts";
import { subjectOfMove, type EvidenceFacts } from "../evidence/snapshot.ts";
import { isOnEvidence, type Machine, type State } from "../workflow/compile.ts";
import { carriesOn } from "../workflow/direction.ts";
import type { EdgeSpec } from "../workflow/format.ts";
import type { Actor, Estimate, Group, Key, Time } from "../facts.ts";
import {
  checkGuards,
  edgesOnTheWay,
  guardsOf,
  isUnmet,
  type GroupResult,
  type GuardResult,
  type PlacedGuard,
} from "./guards.ts";

export interface HandoffSnapshot {
  readonly now: Time;
  /** null: there is no such ticket. */
  readonly ticket: (TicketFacts & SizeFacts) | null;
  /** Read where `factsFor` asks for it. */
  readonly group?: Group;
  readonly openBlockers?: readonly Key[];
  /** Where it is decided again: what guards on other tickets saw then. */
  readonly known?: readonly GroupResult[];
  readonly evidence?: EvidenceFacts;
}

/** What makes a ticket too large for one agent, or nobody's work at all. No check asks for it: only what is suggested does. */
export interface SizeFacts {
  readonly estimate?: Estimate | null;
  readonly childCount?: number;
}

export interface Allowed {
  readonly ok: true;
  readonly kind: "move" | "stay";
  readonly from: string | null;
  readonly to: string;
  readonly claim: ClaimEffect;
  readonly guards: readonly GuardResult[];
  readonly unknownState: boolean;
  readonly leaseRanOut: boolean;
  readonly unexpected: boolean;
  /** A person went where no edge leads, or past a guard. */
  readonly overridden: boolean;
  /** The commit that the ticket's work is in from now on; null: as before. */
  readonly commit: CommitTaken | null;
  /** A commit was named that nothing asks for. */
  readonly idleCommit: boolean;
}

export type Denied =
  | { readonly ok: false; readonly code: "ticket_not_found" | "not_on_board" | "state_changed" }
  | ClaimDenied
  | { readonly ok: false; readonly code: "human_gate" | "terminal_state" | "invalid_transition" | "reject_goes_back" }
  | { readonly ok: false; readonly code: "unexpected_state" | "invalid_output" }
  | { readonly ok: false; readonly code: CommitDenied }
  | { readonly ok: false; readonly code: "guard_failed"; readonly guards: readonly GuardResult[] };

export function checkHandoff(
  machine: Machine,
  snapshot: HandoffSnapshot,
  wanted: ClearRequest,
  actor: Actor,
  fromState?: string | null,
): Allowed | Denied {
  const { ticket, now } = snapshot;
  if (!ticket) return { ok: false, code: "ticket_not_found" };
  if (!ticket.onBoard) return { ok: false, code: "not_on_board" };
  if (fromState !== undefined && fromState !== ticket.state) return { ok: false, code: "state_changed" };

  const claim = checkClaim(machine, ticket, wanted, actor, now);
  if (!claim.ok) return claim;

  // Without a state it counts as new. The start state, where it is then said to be, it is still to be given.
  const state = machine.states.get(ticket.state ?? machine.workflow.start);
  const isThere = state !== undefined && state.name === wanted.target && !state.terminal;
  const stays = isThere && ticket.state !== null;
  const override = actor.kind === "person" && actor.override === true;
  let overridden = false;
  if (state && !isThere) {
    if (state.gate === "enforce" && actor.kind === "agent") return { ok: false, code: "human_gate" };
    if (!state.next.includes(wanted.target)) {
      // An override to the state that it is in already would be a move to nowhere.
      if (!override || state.name === wanted.target) {
        return { ok: false, code: state.terminal ? "terminal_state" : "invalid_transition" };
      }
      overridden = true;
    } else if (wanted.intent && carriesOn(machine, state, wanted.intent, wanted.target))
      return { ok: false, code: "reject_goes_back" };
  }

  const unexpected = state !== undefined && wanted.expected && !expects(wanted, state);
  if (unexpected && machine.workflow.inputs !== "warn") return { ok: false, code: "unexpected_state" };
  if (wanted.command && !wanted.intent && !mayProduce(wanted, wanted.target))
    return { ok: false, code: "invalid_output" };

  const { evidence = NO_EVIDENCE } = snapshot;
  const edges = isThere ? [] : edgesOnTheWay(machine, state, wanted.target);
  const commit = checkCommit(edges, evidence, { key: ticket.key, actor });
  if (!commit.ok) {
    if (!override) return { ok: false, code: commit.code };
    overridden = true;
  }
  // Where no edge leads, an operator is told, and the ledger too, what the edges to that state would have asked for.
  const passed = overridden && edges.length === 0 && !isThere;
  const declared = passed ? evidenceGuards(machine, wanted.target) : guardsOf(edges);
  const guards =
    declared.length > 0
      ? checkGuards(machine, declared, snapshot, moveOf(machine, ticket.key, actor, evidence, edges))
      : [];
  if (guards.some(isUnmet)) {
    if (!override) return { ok: false, code: "guard_failed", guards };
    overridden = true;
  }
  return {
    ok: true,
    kind: stays ? "stay" : "move",
    from: ticket.state,
    to: wanted.target,
    claim: claim.effect,
    guards,
    unknownState: state === undefined,
    leaseRanOut: claim.expired,
    unexpected,
    overridden,
    commit: commit.ok ? commit.taken : null,
    idleCommit: commit.ok && commit.idle,
  };
}

/** Accepted; or, once the work is done, lacking nothing but what is then known about its commit. */
export function lacksEvidenceAtMost(checked: Allowed | Denied): boolean {
  if (checked.ok || checked.code === "commit_missing" || checked.code === "commit_unknown") return true;
  return (
    checked.code === "guard_failed" &&
    checked.guards.filter(isUnmet).every(({ type }) => type === "facts" || type === "untouched")
  );
}

const NO_EVIDENCE: EvidenceFacts = {};

/** What guards on evidence say of a move that was made elsewhere. */
export function judgeMove(
  machine: Machine,
  { key, from, to, actor }: { key: Key; from: string | null; to: string; actor: Actor },
  evidence: EvidenceFacts,
): readonly GuardResult[] {
  const edges = edgesOnTheWay(machine, machine.states.get(from ?? machine.workflow.start), to);
  const declared =
    edges.length > 0 ? guardsOf(edges).filter(({ guard }) => isOnEvidence(guard)) : evidenceGuards(machine, to);
  return checkGuards(machine, declared, {}, moveOf(machine, key, actor, evidence, edges));
}

function evidenceGuards(machine: Machine, target: string): readonly PlacedGuard[] {
  return guardsOf(edgesOnTheWay(machine, undefined, target)).filter(({ guard }) => isOnEvidence(guard));
}

function moveOf(
  machine: Machine,
  key: Key,
  actor: Actor,
  evidence: EvidenceFacts,
  edges: readonly EdgeSpec[],
): GuardedMove {
  const takes = edges.some((edge) => edge.takes !== undefined);
  return { key, actor, evidence, subject: subjectOfMove(key, evidence, takes), start: machine.workflow.start };
}

function expects(wanted: ClearRequest, state: State): boolean {
  return wanted.command !== null && (wanted.command.inputs.has(state.name) || wanted.command.lock === state.name);
}

export function mayProduce(wanted: ClearRequest, target: string): boolean {
  return wanted.command !== null && (wanted.command.outputs.has(target) || wanted.command.lock === target);
}
