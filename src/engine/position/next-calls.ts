// What to call next for a group: the beginnings of all the work that is due, each tried on the same facts.

import type { Actor, Group, GroupMember, Time, TicketRef } from "../facts.ts";
import { asRetry } from "../tickets/suggestions.ts";
import { checkHandoff, type Allowed, type Denied, type HandoffSnapshot } from "../tickets/check-handoff.ts";
import { mayActAs, type CommandRequest } from "../tickets/read-request.ts";
import type { Command, Machine } from "../workflow/compile.ts";
import type { PositionSpec } from "../workflow/format.ts";
import { beginningsFor } from "./beginnings.ts";
import { nameOf } from "../groups/members.ts";

export interface NextCall extends TicketRef {
  /** The shown name. */
  readonly command: string;
  readonly intent?: string;
  readonly to_state?: string;
  /** The state that it leads to. */
  readonly to: string;
}

const MOST_CALLS = 5;

export interface RoomFacts {
  /** How many open tickets stand in each state that has room for so many; absent: no state has a limit. */
  readonly room?: ReadonlyMap<string, number>;
}

interface Around extends RoomFacts {
  readonly now: Time;
  readonly whole: Group;
}

export function nextCalls(
  machine: Machine,
  spec: PositionSpec,
  facts: Around & { readonly group: Group },
  actor: Actor,
): readonly NextCall[] {
  const { now, group } = facts;
  // What only waits to be closed comes first: others may wait for it.
  const inOrder = [...group.members.filter((member) => member.finished), ...group.members.filter((m) => !m.finished)];
  const calls: NextCall[] = [];
  for (const member of inOrder) {
    if (calls.length >= MOST_CALLS) break;
    calls.push(...acceptedCalls(machine, member, beginningsFor(machine, spec, member, now), facts, actor));
  }
  return calls.slice(0, MOST_CALLS);
}

/** Those of the requests that this caller may make, and that would be accepted now. */
export function acceptedCalls(
  machine: Machine,
  member: GroupMember,
  asks: readonly CommandRequest[],
  around: Around,
  actor: Actor,
  isFit: (checked: Allowed | Denied) => boolean = ({ ok }) => ok,
): readonly NextCall[] {
  const snapshot = snapshotOf(member, around);
  return asks
    .filter(({ command }) => mayCall(machine, actor, command))
    .filter((ask) => isFit(checkHandoff(machine, snapshot, ask, actor)))
    .map((ask) => callOf(member, ask));
}

function mayCall(machine: Machine, actor: Actor, command: Command): boolean {
  return actor.kind === "agent" && (!actor.commands || mayActAs(machine, actor.commands, command));
}

function callOf(member: GroupMember, ask: CommandRequest): NextCall {
  const { newState, ...call } = asRetry(ask);
  return { ...nameOf(member), ...call, to: newState };
}

/** All that the checks ask about a member; who held it before, and by which fence, makes no difference to them. */
function snapshotOf(member: GroupMember, { whole, now, room }: Around): HandoffSnapshot {
  const { key, state, claim, reservedUntil, openBlockers } = member;
  const fence = claim?.fence ?? 0;
  return {
    now,
    ticket: { key, onBoard: true, state, claim, fence, formerHolder: null, reservedUntil, token: "none" },
    group: whole,
    openBlockers,
    ...(room ? { evidence: { room } } : {}),
  };
}
