// What a ticket is by its children: work, a container, or finished.

import type { GroupTicket } from "../facts.ts";
import type { Machine } from "../workflow/compile.ts";
import { isGivenUp, isOver } from "./members.ts";

/**
 * `container`: it has an open child. `finished`: its children have all ended, and not all were given up, so that it only
 * waits to be closed. `work`: it has no children, or all of them were given up.
 */
export type TicketKind = "work" | "container" | "finished";

type Child = Pick<GroupTicket, "readable" | "closed" | "state">;

export function kindOf(machine: Machine, children: readonly Child[]): TicketKind {
  if (children.some((child) => !isOver(machine, child))) return "container";
  return children.some((child) => !isGivenUp(machine, child)) ? "finished" : "work";
}

/** The states of children that count as none: a store asks for work by them. */
export function givenUpStates(machine: Machine): readonly string[] {
  const states = [...machine.states.keys()];
  return states.filter((state) => isGivenUp(machine, { readable: true, state }));
}
