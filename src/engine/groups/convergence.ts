// Whether a group has come together: every member that counts is at a state, or past it.

import type { Machine } from "../workflow/compile.ts";
import { distance } from "../graph/distances.ts";
import type { Group, GroupTicket, Key, TicketRef } from "../facts.ts";
import { hasReached, isGivenUp, nameOf, showState, stateOf } from "./members.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { targetOf } from "./targets.ts";

export interface Convergence {
  readonly converged: boolean;
  readonly targetState: string;
  readonly total: number;
  readonly ready: number;
  readonly blocking: readonly BlockingMember[];
  readonly recommendation: "proceed" | "wait" | "escalate";
  /** Where there are any: tickets that wait for each other in a ring. */
  readonly cycles?: readonly (readonly Key[])[];
  /** Where the group is larger than what was read of it: then it counts as not converged. */
  readonly truncated?: true;
}

export interface BlockingMember extends TicketRef {
  readonly title: string;
  readonly currentState: string;
  /** The fewest legal edges; null where there is no way. */
  readonly distanceToTarget: number | null;
}

export interface ConvergenceFacts {
  readonly met: boolean;
  readonly blocking: readonly { readonly key: Key; readonly state: string | null }[];
  readonly truncated: boolean;
}

export function convergenceOf(machine: Machine, group: Group, asked: Key, targetState: string): Convergence | Refusal {
  const target = targetOf(machine, targetState);
  if (isRefusal(target)) return target;
  const more = {
    ...(group.cycles.length > 0 ? { cycles: group.cycles } : {}),
    ...(group.truncated ? { truncated: true as const } : {}),
  };
  if (isAlone(group, asked)) {
    return { converged: true, targetState, total: 1, ready: 1, blocking: [], recommendation: "proceed", ...more };
  }
  const counted = group.members.filter((member) => !isGivenUp(machine, member));
  const late = counted.filter((member) => !isThere(machine, member, targetState));
  const converged = late.length === 0 && !group.truncated;
  const stuck = late.some((member) => needsPerson(machine, member, targetState));
  return {
    converged,
    targetState,
    total: counted.length,
    ready: counted.length - late.length,
    blocking: late.map((member) => ({
      ...nameOf(member),
      title: member.title,
      currentState: showState(machine, member),
      distanceToTarget: distanceOf(machine, member, targetState),
    })),
    recommendation: converged ? "proceed" : stuck ? "escalate" : "wait",
    ...more,
  };
}

/** The same rule for a guard and for the position of a group. */
export function convergenceFacts(machine: Machine, group: Group, key: Key, target: string): ConvergenceFacts {
  if (isAlone(group, key)) return { met: true, blocking: [], truncated: false };
  const late = group.members.filter((member) => !isGivenUp(machine, member) && !isThere(machine, member, target));
  return {
    met: late.length === 0 && !group.truncated,
    blocking: late.map((member) => ({ key: member.key, state: member.readable ? member.state : null })),
    truncated: group.truncated,
  };
}

/** A container with a single leaf is not alone: its leaf has to get there. */
function isAlone(group: Group, key: Key): boolean {
  return !group.truncated && group.members.length === 1 && group.members[0]?.key === key;
}

/** What was closed by hand holds nobody up. */
function isThere(machine: Machine, member: GroupTicket, target: string): boolean {
  return member.readable && (member.closed || hasReached(machine, member.state, target));
}

function needsPerson(machine: Machine, member: GroupTicket, target: string): boolean {
  const state = stateOf(machine, member);
  return !state || (state.human && state.order === null) || distance(machine, state.name, target) === null;
}

function distanceOf(machine: Machine, member: GroupTicket, target: string): number | null {
  const state = stateOf(machine, member);
  return state ? distance(machine, state.name, target) : null;
}
