// Who holds a ticket, and what a step does to its claim. Nothing here writes: an effect is data that the store carries
// out in the one conditional write that also moves the ticket.

import type { Machine } from "../workflow/compile.ts";
import { sameIdentity, type Actor, type ClaimFacts, type Identity, type Key, type Time } from "../facts.ts";
import { holds } from "./holds.ts";

export interface TicketFacts {
  readonly key: Key;
  readonly onBoard: boolean;
  /** null: on the board without a state. */
  readonly state: string | null;
  readonly claim: ClaimFacts | null;
  /** The newest fence that was ever given out for this ticket. */
  readonly fence: number;
  /** Whose claim the present one was taken over from. */
  readonly formerHolder: Identity | null;
  /** A lock state that was entered without a claim (a person dragged it there) counts as locked until then. */
  readonly reservedUntil: Time | null;
  /** What the token that came with the request is worth here. */
  readonly token: TokenWorth;
}

/** current: the live claim's. former: it was ours, and is no more. foreign: never given out for this ticket. */
export type TokenWorth = "none" | "current" | "former" | "foreign";

export type ClaimEffect =
  | { readonly type: "keep" }
  | { readonly type: "renew"; readonly expiresAt: Time }
  | {
      readonly type: "acquire";
      readonly holder: Identity;
      readonly fence: number;
      readonly expiresAt: Time;
      readonly takenFrom: Identity | null;
    }
  | { readonly type: "release"; readonly holder: Identity; readonly deposed: boolean }
  | { readonly type: "reserve"; readonly until: Time; readonly deposed: Identity | null };

/** What a handoff asks for, as far as a claim is concerned. */
export interface WantedStep {
  readonly target: string;
  readonly acquires: boolean;
}

export type CheckedClaim = { readonly ok: true; readonly effect: ClaimEffect; readonly expired: boolean } | ClaimDenied;

export interface ClaimDenied {
  readonly ok: false;
  readonly code: "claim_conflict" | "claim_lost";
  /** null: nobody holds it, or a person put it into a lock state by hand. */
  readonly claim: ClaimFacts | null;
  /** The caller has the holder's identity, but gave no token. */
  readonly yours: boolean;
  readonly reservedUntil: Time | null;
}

export function isLive(claim: ClaimFacts | null, now: Time): claim is ClaimFacts {
  return claim !== null && claim.expiresAt > now;
}

function isReserved(ticket: TicketFacts, now: Time): boolean {
  return ticket.claim === null && ticket.reservedUntil !== null && ticket.reservedUntil > now;
}

/** A live claim stands on it, or a person put it into a lock state less than a lease ago. */
export function isLocked(ticket: TicketFacts, now: Time): boolean {
  return isLive(ticket.claim, now) || isReserved(ticket, now);
}

export function checkClaim(
  machine: Machine,
  ticket: TicketFacts,
  wanted: WantedStep,
  actor: Actor,
  now: Time,
): CheckedClaim {
  const { claim } = ticket;
  const moves = ticket.state !== wanted.target;
  if (actor.kind === "person") return { ok: true, effect: personsEffect(machine, ticket, wanted, now), expired: false };

  const live = isLive(claim, now);
  const byToken = ticket.token === "current";
  const sameAgent = claim !== null && sameIdentity(claim.holder, actor.identity);
  if (ticket.token === "former" || ticket.token === "foreign") return lost(claim, sameAgent);

  if (live && !byToken) {
    // Several agents can share one identity, so taking a lock again by identity alone would let two in.
    if (wanted.acquires) return conflict(claim, sameAgent);
    if (!sameAgent) {
      const deposed = ticket.formerHolder !== null && sameIdentity(ticket.formerHolder, actor.identity);
      return deposed ? lost(claim, false) : conflict(claim, false);
    }
  }
  const held = claim !== null && holds(ticket, actor);
  const expired = held && !live;
  const expiresAt = now + leaseOf(machine, wanted.target) * 1000;

  if (wanted.acquires) {
    if (byToken && !moves) return { ok: true, effect: { type: "renew", expiresAt }, expired };
    if (isReserved(ticket, now) && !moves) {
      return {
        ok: false,
        code: "claim_conflict",
        claim: null,
        yours: false,
        reservedUntil: ticket.reservedUntil,
      };
    }
    const takenFrom = claim !== null && !held ? claim.holder : null;
    const effect = { type: "acquire", holder: actor.identity, fence: ticket.fence + 1, expiresAt, takenFrom } as const;
    return { ok: true, effect, expired: false };
  }
  if (moves) return { ok: true, effect: leavingEffect(machine, ticket, wanted, now, false), expired };
  return { ok: true, effect: held ? renewal(machine, ticket, claim, now) : { type: "keep" }, expired };
}

/** What any call by the holder does to the claim: it shows that they are alive. */
export function signOfLife(machine: Machine, ticket: TicketFacts, actor: Actor, now: Time): ClaimEffect {
  const { claim } = ticket;
  return isLive(claim, now) && holds(ticket, actor) ? renewal(machine, ticket, claim, now) : { type: "keep" };
}

/** The lease is made whole again once half of it is gone. */
function renewal(machine: Machine, ticket: TicketFacts, claim: ClaimFacts, now: Time): ClaimEffect {
  const lease = leaseOf(machine, ticket.state) * 1000;
  return claim.expiresAt - now < lease / 2 ? { type: "renew", expiresAt: now + lease } : { type: "keep" };
}

function leaseOf(machine: Machine, state: string | null): number {
  const known = state === null ? undefined : machine.states.get(state);
  return known?.leaseSeconds ?? machine.workflow.lease?.seconds ?? 0;
}

function personsEffect(machine: Machine, ticket: TicketFacts, wanted: WantedStep, now: Time): ClaimEffect {
  return ticket.state === wanted.target ? { type: "keep" } : leavingEffect(machine, ticket, wanted, now, true);
}

/** Any move ends the claim; one into a lock state without a claim reserves it for a lease, so that nobody else can claim it. */
function leavingEffect(
  machine: Machine,
  ticket: TicketFacts,
  wanted: WantedStep,
  now: Time,
  deposed: boolean,
): ClaimEffect {
  const holder = ticket.claim?.holder ?? null;
  if (machine.states.get(wanted.target)?.lock) {
    return { type: "reserve", until: now + leaseOf(machine, wanted.target) * 1000, deposed: deposed ? holder : null };
  }
  return holder === null ? { type: "keep" } : { type: "release", holder, deposed };
}

function conflict(claim: ClaimFacts, yours: boolean): CheckedClaim {
  return { ok: false, code: "claim_conflict", claim, yours, reservedUntil: null };
}

function lost(claim: ClaimFacts | null, yours: boolean): CheckedClaim {
  return { ok: false, code: "claim_lost", claim, yours, reservedUntil: null };
}
