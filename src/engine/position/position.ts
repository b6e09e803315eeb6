// Where a group of tickets stands: the phase of its least advanced active member, read from the workflow's table.

import type { Machine } from "../workflow/compile.ts";
import { beginningsFor, isOversize, phaseFor } from "./beginnings.ts";
import { convergenceFacts } from "../groups/convergence.ts";
import {
  showIdentity,
  showKey,
  stamp,
  type Actor,
  type Estimate,
  type Group,
  type GroupMember,
  type GroupTicket,
  type Key,
  type TicketRef,
  type Time,
} from "../facts.ts";
import { isLocked } from "../claims/claims.ts";
import { nextCalls, type NextCall, type RoomFacts } from "./next-calls.ts";
import { isOver, nameOf, showState, stateOf } from "../groups/members.ts";
import { say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listedBriefly, quote } from "../words.ts";
import type { PhaseSpec, PositionSpec } from "../workflow/format.ts";

export interface Position {
  readonly phase: string;
  readonly reason: string;
  /** This phase's step and those after it. */
  readonly remainingPhases: readonly string[];
  /** All members, in work order: the first is the primary. */
  readonly issues: readonly PositionIssue[];
  readonly convergence: PositionConvergence;
  readonly isGroup: boolean;
  /** null without a group. */
  readonly groupPrimary: number | null;
  /** Nothing is active any more. */
  readonly complete: boolean;
  /** Active members that no phase takes: a person has to look at them. */
  readonly attention: readonly PositionAttention[];
  /** The calls that begin the work that is due, for this caller: each was tried. */
  readonly next: readonly NextCall[];
  /** Members that somebody works on: who, and until when they have them. */
  readonly waiting: readonly PositionWaiting[];
  /** Where there are any: tickets that wait for each other in a ring. */
  readonly cycles?: readonly (readonly Key[])[];
  /** Where the group is larger than what was read of it. */
  readonly truncated?: true;
}

export interface PositionIssue extends TicketRef {
  readonly title: string;
  readonly workflowState: string;
  readonly estimate: Estimate | null;
}

export interface PositionConvergence {
  readonly required: boolean;
  /** true where it is not required. */
  readonly met: boolean;
  readonly blocking: readonly (TicketRef & { readonly state: string })[];
}

export interface PositionAttention extends TicketRef {
  readonly state: string;
  readonly reason: string;
}

export interface PositionWaiting extends TicketRef {
  /** null: a person has put it there by hand. */
  readonly holder: string | null;
  readonly until: string;
}

/** The phase in which only containers are left open whose children have all ended. */
const COMPLETE = "COMPLETE";

/** What was asked about, and the piece of the board around it, by which guards are judged. */
export interface PositionFacts extends RoomFacts {
  readonly now: Time;
  readonly group: Group;
  readonly whole: Group;
}

export function positionOf(machine: Machine, facts: PositionFacts, actor: Actor): Position | Refusal {
  const { group, now } = facts;
  const spec = machine.workflow.position;
  if (!spec) {
    return refuse(
      "no_position",
      `The workflow "${machine.workflow.name}" does not say which phase its states belong to, so nothing has a position.`,
      say`read the tickets' states instead (${{ type: "show_ticket", key: null }}, ${{ type: "list_tickets" }}), or have \`position\` added to the workflow file.`,
      { workflow: machine.workflow.name },
    );
  }
  const active = group.members.filter((member) => !isOver(machine, member));
  const working = active.filter((member) => !member.finished);
  const placed = working.map((member) => ({ member, phase: phaseFor(machine, spec, member, now) }));
  const least = leastAdvanced(
    spec,
    placed.map(({ phase }) => phase),
  );
  const deciding = placed.filter(({ phase }) => least !== null && phase === least).map(({ member }) => member);
  const isGroup = group.members.length > 1 || group.truncated;
  const gated = least?.gate && machine.workflow.planReview !== "agent" && isGated(least.gate.state, working);
  const onlyFinished = working.length === 0 && active.length > 0;
  const phase = least ? (gated && least.gate ? least.gate.phase : least.phase) : onlyFinished ? COMPLETE : spec.rest;
  const convergence = convergenceAt(machine, group, isGroup && !gated ? least : null);
  return {
    phase,
    reason: reasonFor(machine, {
      least,
      deciding,
      active: working,
      finished: active.filter((member) => member.finished),
      gated: gated === true,
      convergence,
      truncated: group.truncated,
    }),
    remainingPhases: least ? spec.phases.slice(spec.phases.indexOf(least)).map(({ step }) => step) : [],
    issues: group.members.map((member) => ({
      ...nameOf(member),
      title: member.title,
      workflowState: showState(machine, member),
      estimate: member.estimate,
    })),
    convergence,
    isGroup,
    groupPrimary: isGroup ? (group.members[0]?.number ?? null) : null,
    complete: active.length === 0 && !group.truncated,
    attention: active
      .filter((member) => needsLook(machine, spec, member, now))
      .map((member) => attentionFor(machine, member)),
    next: nextCalls(machine, spec, facts, actor),
    waiting: working.filter((member) => isLocked(member, now)).map(waitingFor),
    ...(group.cycles.length > 0 ? { cycles: group.cycles } : {}),
    ...(group.truncated ? { truncated: true as const } : {}),
  };
}

/** No phase takes it, or it could be closed and no edge leads there. */
function needsLook(machine: Machine, spec: PositionSpec, member: GroupMember, now: Time): boolean {
  if (!member.finished) return phaseFor(machine, spec, member, now) === null;
  const next = stateOf(machine, member)?.next ?? [];
  return !beginningsFor(machine, spec, member, now).some(({ target }) => next.includes(target));
}

function waitingFor(member: GroupMember): PositionWaiting {
  const { claim, reservedUntil } = member;
  const until = claim?.expiresAt ?? reservedUntil ?? 0;
  return { ...nameOf(member), holder: claim && showIdentity(claim.holder), until: stamp(until) };
}

/** Phases that split what is too large come before all others, wherever the file has them. */
function leastAdvanced(spec: PositionSpec, taken: readonly (PhaseSpec | null)[]): PhaseSpec | null {
  const present = new Set(taken);
  return (
    spec.phases.find((phase) => phase.oversize && present.has(phase)) ??
    spec.phases.find((phase) => present.has(phase)) ??
    null
  );
}

function isGated(state: string, active: readonly GroupTicket[]): boolean {
  return active.every((member) => member.state === state);
}

function convergenceAt(machine: Machine, group: Group, phase: PhaseSpec | null): PositionConvergence {
  const primary = group.members[0];
  if (phase?.convergeOn === undefined || !primary) return { required: false, met: true, blocking: [] };
  const { met, blocking } = convergenceFacts(machine, group, primary.key, phase.convergeOn);
  const late = new Set(blocking.map(({ key }) => key));
  return {
    required: true,
    met,
    blocking: group.members
      .filter((member) => late.has(member.key))
      .map((member) => ({ ...nameOf(member), state: showState(machine, member) })),
  };
}

function attentionFor(machine: Machine, member: GroupMember): PositionAttention {
  const state = stateOf(machine, member);
  const finished = "Its children have all ended, and no edge leads from its state to the end: a person closes it.";
  return {
    ...nameOf(member),
    state: showState(machine, member),
    reason: member.finished
      ? finished
      : state?.description || (state?.human ? "It waits for a person." : "No phase of the workflow takes it."),
  };
}

interface Findings {
  readonly least: PhaseSpec | null;
  /** The members in that phase. */
  readonly deciding: readonly GroupMember[];
  readonly active: readonly GroupMember[];
  readonly finished: readonly GroupMember[];
  readonly gated: boolean;
  readonly convergence: PositionConvergence;
  readonly truncated: boolean;
}

function reasonFor(machine: Machine, findings: Findings): string {
  const { least, deciding, active, finished, gated, convergence, truncated } = findings;
  if (active.length === 0 && finished.length > 0) {
    const which = listedBriefly(finished.map(({ key }) => showKey(key)));
    return `All the work is over; ${which} only ${finished.length === 1 ? "waits" : "wait"} to be closed.`;
  }
  if (active.length === 0) {
    return truncated
      ? "Nothing is active in the part of the group that was read; the rest is unknown."
      : "Nothing is active: there is nothing left to do.";
  }
  if (!least) {
    const where = standings(machine, active);
    return `${where}: ${active.length === 1 ? "it needs" : "they need"} a person, and nothing else is active.`;
  }
  if (least.unknown) {
    const stray = deciding.find((member) => !stateOf(machine, member));
    if (stray) return `${showKey(stray.key)} has no workflow state; ${least.step} first${whyUnknown(stray)}`;
  }
  const [first] = deciding;
  if (least.oversize && first && isOversize(machine, least, first)) {
    return `${showKey(first.key)} is estimated ${first.estimate}, which is too large: ${least.step} first.`;
  }
  const where = standings(machine, deciding);
  if (gated) return `${where}: ${active.length === 1 ? "it waits" : "all that is active waits"} for a person's review.`;
  if (least.waits !== undefined) return `${where}: ${least.waits}.`;
  const rest = active.length > deciding.length ? `, the least advanced of ${active.length} active` : "";
  const together = convergence.required && !convergence.met ? togetherSentence(least, convergence) : "";
  return `${where}${rest}: ${least.step} is next.${together}`;
}

function whyUnknown(ticket: GroupTicket): string {
  if (!ticket.readable) return " (it could not be read).";
  return ticket.state === null ? "." : ` (the workflow does not know ${quote(ticket.state)}).`;
}

function togetherSentence(phase: PhaseSpec, { blocking }: PositionConvergence): string {
  const late = listedBriefly(blocking.map((member) => `${member.repo ?? ""}#${member.number}`));
  const waiting = late === "" ? "; not all of it could be read" : `; not there yet: ${late}`;
  return ` The group moves on together from ${JSON.stringify(phase.convergeOn)}${waiting}.`;
}

/** "#1 is in A and #2 is in B" */
function standings(machine: Machine, members: readonly GroupTicket[]): string {
  return listedBriefly(members.map((member) => `${showKey(member.key)} is in ${showState(machine, member)}`));
}
