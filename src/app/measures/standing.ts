// The tickets that are open now: where they stand, since when, and whose lease is about to run out.

import { isLive } from "../../engine/claims/claims.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { showIdentity, stamp, type Time } from "../../engine/facts.ts";
import type { Ticket } from "../ports/tickets.ts";
import type { Spread, Stats, StateStats } from "../pages/views.ts";

const MOST_STANDING = 50;
const MOST_ENDING = 20;
const MOST_WAITING = 10;

/** What is left of a lease when a holder who is alive would have renewed it long ago. */
const ENDING_SHARE = 0.25;

/** States that tickets stand in: those of the workflow that are no end, and whatever else some of them are in. */
export function standingByState(
  machine: Machine,
  open: readonly Ticket[],
  spreads: ReadonlyMap<string, Spread>,
  none: Spread,
): readonly StateStats[] {
  const byState = Map.groupBy(oldestFirst(open), (ticket) => ticket.state);
  const known = [...machine.states.values()].filter((state) => !state.terminal).map((state) => state.name);
  const others = [...byState.keys(), ...spreads.keys()].flatMap((state) =>
    state === null || machine.states.has(state) ? [] : [state],
  );
  return [...known, ...new Set(others.toSorted())].map((state) => {
    const here = byState.get(state) ?? [];
    const standing = here.slice(0, MOST_STANDING).map(({ key, enteredAt }) => ({ key, since: stamp(enteredAt) }));
    return { state, ...(spreads.get(state) ?? none), now: here.length, standing };
  });
}

/** How many have stood in their state for longer than most did before them. */
export function countAging(open: readonly Ticket[], spreads: ReadonlyMap<string, Spread>, now: Time): number {
  return open.filter(({ state, enteredAt }) => {
    const usual = state === null ? null : (spreads.get(state)?.p85Ms ?? null);
    return usual !== null && now - enteredAt > usual;
  }).length;
}

export function countHeld(open: readonly Ticket[], now: Time): number {
  return open.filter(({ claim }) => claim !== null && isLive(claim, now)).length;
}

export function claimsEnding(machine: Machine, open: readonly Ticket[], now: Time): Stats["tickets"]["claimsEnding"] {
  return open
    .flatMap(({ key, state, claim }) => {
      if (!claim || !isLive(claim, now)) return [];
      const lease = machine.states.get(state ?? "")?.leaseSeconds ?? 0;
      if (claim.expiresAt - now > lease * 1000 * ENDING_SHARE) return [];
      return [{ key, holder: showIdentity(claim.holder), expiresAt: stamp(claim.expiresAt) }];
    })
    .toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
    .slice(0, MOST_ENDING);
}

/** Nobody's at the moment. A ticket with an open child is a container, and waits for it. */
export function oldestWaiting(open: readonly Ticket[], now: Time): Stats["tickets"]["oldestWaiting"] {
  const containers = new Set(open.map(({ parent }) => parent));
  return oldestFirst(open)
    .filter(({ key, claim }) => !containers.has(key) && !(claim && isLive(claim, now)))
    .slice(0, MOST_WAITING)
    .map(({ key, title, state, enteredAt }) => ({ key, title, state, since: stamp(enteredAt), ms: now - enteredAt }));
}

function oldestFirst(tickets: readonly Ticket[]): readonly Ticket[] {
  return tickets.toSorted((a, b) => a.enteredAt - b.enteredAt || a.number - b.number);
}
