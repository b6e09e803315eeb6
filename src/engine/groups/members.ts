// What the group rules ask of one ticket.

import type { Machine, State } from "../workflow/compile.ts";
import type { GroupTicket, TicketRef } from "../facts.ts";

/** How a ticket is shown that has no state, or one that the workflow does not know. */
const UNKNOWN_STATE = "unknown";

/** By number, then by repository, the default one first. */
export function compareTickets(a: TicketRef, b: TicketRef): number {
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  if (a.repo === b.repo) return 0;
  if (a.repo === undefined) return -1;
  if (b.repo === undefined) return 1;
  return a.repo < b.repo ? -1 : 1;
}

export function nameOf(ticket: TicketRef): TicketRef {
  return ticket.repo === undefined ? { number: ticket.number } : { number: ticket.number, repo: ticket.repo };
}

/** undefined: no state, one that the workflow does not know, or a ticket that could not be read. */
export function stateOf(machine: Machine, ticket: Pick<GroupTicket, "readable" | "state">): State | undefined {
  return ticket.readable && ticket.state !== null ? machine.states.get(ticket.state) : undefined;
}

export function showState(machine: Machine, ticket: GroupTicket): string {
  return stateOf(machine, ticket)?.name ?? UNKNOWN_STATE;
}

/** At or past the target in pipeline order; never for a state outside it. */
export function hasReached(machine: Machine, state: string | null, target: string): boolean {
  const order = state === null ? undefined : machine.states.get(state)?.order;
  const wanted = machine.states.get(target)?.order;
  return order !== undefined && order !== null && wanted !== undefined && wanted !== null && order >= wanted;
}

/** Nothing is left to do on it. A ticket that was closed by hand is over, whatever its state still says. */
export function isOver(machine: Machine, ticket: Pick<GroupTicket, "readable" | "state" | "closed">): boolean {
  return ticket.readable && (ticket.closed || stateOf(machine, ticket)?.terminal === true);
}

/** Ended outside the pipeline order: given up, so nobody waits for it. */
export function isGivenUp(machine: Machine, ticket: Pick<GroupTicket, "readable" | "state">): boolean {
  const state = stateOf(machine, ticket);
  return state !== undefined && state.terminal && state.order === null;
}
