// What is due on one ticket, for one caller: the calls that begin its next work or, where they have it in hand, the calls
// that hand it on; and what keeps them from both.

import { isLive, isLocked } from "../claims/claims.ts";
import { sameIdentity, showIdentity, type Actor, type Group, type GroupMember, type Key, type Time } from "../facts.ts";
import { isOver, stateOf } from "../groups/members.ts";
import { requestByIntent, type CommandRequest } from "../tickets/read-request.ts";
import { commandsDue } from "../tickets/turn.ts";
import type { Machine } from "../workflow/compile.ts";
import type { PositionSpec } from "../workflow/format.ts";
import { phaseFor } from "./beginnings.ts";
import { lacksEvidenceAtMost } from "../tickets/check-handoff.ts";
import { acceptedCalls, nextCalls, type NextCall, type RoomFacts } from "./next-calls.ts";

export interface TicketDue {
  /** The step of the workflow's position that comes next for it; null: none does. */
  readonly step: string | null;
  /** The calls that begin the work; each was tried. */
  readonly begin: readonly NextCall[];
  /** The calls that hand it on, for whoever has it in hand; each was tried, but for what is known of a commit then. */
  readonly handOn: readonly NextCall[];
  /** What keeps this caller from it; null: nothing does. */
  readonly waitsFor: WaitsFor | null;
}

export type WaitsFor =
  | { readonly type: "nothing"; readonly state: string | null }
  /** `holder` null: a person has put it there by hand. */
  | { readonly type: "holder"; readonly holder: string | null; readonly until: Time }
  | { readonly type: "person"; readonly state: string }
  /** Others of its group, a blocker, or a step that this caller may not take. */
  | { readonly type: "others" };

export function dueOn(
  machine: Machine,
  around: RoomFacts & { readonly now: Time; readonly whole: Group },
  key: Key,
  actor: Actor,
): TicketDue {
  const { now, whole } = around;
  const spec = machine.workflow.position;
  const member = whole.members.find((one) => one.key === key);
  // A container is not a member of its group: its children stand there in its place.
  if (!spec || !member) return { step: null, begin: [], handOn: [], waitsFor: { type: "others" } };
  if (isOver(machine, member)) {
    return { step: null, begin: [], handOn: [], waitsFor: { type: "nothing", state: member.state } };
  }
  const step = stepOf(machine, spec, member, now);
  if (isInHand(member, actor, now)) {
    return {
      step,
      begin: [],
      handOn: acceptedCalls(machine, member, handingOn(machine, member), around, actor, lacksEvidenceAtMost),
      waitsFor: null,
    };
  }
  const begin = nextCalls(machine, spec, { ...around, group: { ...whole, members: [member] } }, actor);
  return { step, begin, handOn: [], waitsFor: begin.length > 0 ? null : hindrance(machine, member, now) };
}

/** A ticket that somebody works on is still at the step that this work belongs to. */
function stepOf(machine: Machine, spec: PositionSpec, member: GroupMember, now: Time): string | null {
  return phaseFor(machine, spec, { ...member, claim: null, reservedUntil: null }, now)?.step ?? null;
}

function isInHand({ claim }: GroupMember, actor: Actor, now: Time): boolean {
  return claim !== null && isLive(claim, now) && actor.kind === "agent" && sameIdentity(claim.holder, actor.identity);
}

/** What says that the work is done. To give up, to send back or to end it is nobody's duty. */
function handingOn(machine: Machine, member: GroupMember): readonly CommandRequest[] {
  return commandsDue(machine, member.state).flatMap((command) =>
    [...command.targets].flatMap(([name, to]) => {
      const intent = machine.intents.get(name);
      return intent?.expected && !intent.acquires && to !== null ? [requestByIntent(command, intent, to)] : [];
    }),
  );
}

function hindrance(machine: Machine, member: GroupMember, now: Time): WaitsFor {
  const { claim, reservedUntil } = member;
  if (isLocked(member, now)) {
    const holder = claim && isLive(claim, now) ? showIdentity(claim.holder) : null;
    return { type: "holder", holder, until: claim?.expiresAt ?? reservedUntil ?? now };
  }
  const state = stateOf(machine, member);
  return state?.human ? { type: "person", state: state.name } : { type: "others" };
}
