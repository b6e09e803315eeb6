// The checks that need a ticket, in their order; the first that fails is the verdict. Cheap and free of prose, so that a
// refusal can try out what would be accepted instead of guessing.

import type { Ask } from "./read-request.ts";
import { judgeClaim, type ClaimDenied, type ClaimEffect, type TicketFacts } from "../claims/claims.ts";
import { guardsBetween, type Machine, type State } from "../workflow/compile.ts";
import type { Actor, Group, Key, Time } from "../facts.ts";
import { judgeGuards, type GuardResult } from "./guards.ts";

export interface HandoffSnapshot {
  readonly now: Time;
  /** null: there is no such ticket. */
  readonly ticket: TicketFacts | null;
  /** Read where `needs` asks for it. */
  readonly group?: Group;
  readonly openBlockers?: readonly Key[];
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
}

export type Denied =
  | { readonly ok: false; readonly code: "ticket_not_found" | "not_on_board" | "state_changed" }
  | ClaimDenied
  | { readonly ok: false; readonly code: "human_gate" | "terminal_state" | "invalid_transition" }
  | { readonly ok: false; readonly code: "unexpected_state" | "invalid_output" }
  | { readonly ok: false; readonly code: "guard_failed"; readonly guards: readonly GuardResult[] };

export type Verdict = Allowed | Denied;

export function judge(
  machine: Machine,
  snapshot: HandoffSnapshot,
  ask: Ask,
  actor: Actor,
  fromState?: string | null,
): Verdict {
  const { ticket, now } = snapshot;
  if (!ticket) return { ok: false, code: "ticket_not_found" };
  if (!ticket.onBoard) return { ok: false, code: "not_on_board" };
  if (fromState !== undefined && fromState !== ticket.state) return { ok: false, code: "state_changed" };

  const claim = judgeClaim(machine, ticket, ask, actor, now);
  if (!claim.ok) return claim;

  const state = ticket.state === null ? undefined : machine.states.get(ticket.state);
  const stays = state !== undefined && state.name === ask.target && !state.terminal;
  const override = actor.kind === "person" && actor.override === true;
  let overridden = false;
  if (state && !stays) {
    if (state.gate === "enforce" && actor.kind === "agent") return { ok: false, code: "human_gate" };
    if (!state.next.includes(ask.target)) {
      // An override to the state that it is in already would be a move to nowhere.
      if (!override || state.name === ask.target) {
        return { ok: false, code: state.terminal ? "terminal_state" : "invalid_transition" };
      }
      overridden = true;
    }
  }

  const unexpected = state !== undefined && ask.expected && !expects(ask, state);
  if (unexpected && machine.workflow.inputs !== "warn") return { ok: false, code: "unexpected_state" };
  if (ask.command && !ask.intent && !mayProduce(ask, ask.target)) return { ok: false, code: "invalid_output" };

  const declared = state && !stays ? guardsBetween(machine, state.name, ask.target) : [];
  const guards = declared.length > 0 ? judgeGuards(machine, declared, snapshot, ticket.key) : [];
  if (guards.some((guard) => !guard.met && guard.policy === "enforce")) {
    if (!override) return { ok: false, code: "guard_failed", guards };
    overridden = true;
  }
  return {
    ok: true,
    kind: stays ? "stay" : "move",
    from: ticket.state,
    to: ask.target,
    claim: claim.effect,
    guards,
    unknownState: state === undefined,
    leaseRanOut: claim.expired,
    unexpected,
    overridden,
  };
}

function expects(ask: Ask, state: State): boolean {
  return ask.command !== null && (ask.command.inputs.has(state.name) || ask.command.lock === state.name);
}

export function mayProduce(ask: Ask, target: string): boolean {
  return ask.command !== null && (ask.command.outputs.has(target) || ask.command.lock === target);
}
