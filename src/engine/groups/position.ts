// Where a group of tickets stands: the phase of its least advanced active member, read from the workflow's table.

import type { Machine } from "../workflow/compile.ts";
import { convergenceFacts } from "./convergence.ts";
import { showKey, type Estimate, type Group, type GroupTicket, type Key, type TicketRef } from "../facts.ts";
import { isOver, nameOf, showState, stateOf } from "./members.ts";
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

export function positionOf(machine: Machine, group: Group): Position | Refusal {
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
  const placed = active.map((member) => ({ member, phase: phaseFor(machine, spec, member) }));
  const least = leastAdvanced(
    spec,
    placed.map(({ phase }) => phase),
  );
  const deciding = placed.filter(({ phase }) => least !== null && phase === least).map(({ member }) => member);
  const isGroup = group.members.length > 1 || group.truncated;
  const gated = least?.gate && machine.workflow.planReview !== "agent" && isGated(least.gate.state, active);
  const phase = least ? (gated && least.gate ? least.gate.phase : least.phase) : spec.rest;
  const convergence = convergenceAt(machine, group, isGroup && !gated ? least : null);
  return {
    phase,
    reason: reasonFor(machine, {
      least,
      deciding,
      active,
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
    attention: placed.filter((place) => place.phase === null).map(({ member }) => attentionFor(machine, member)),
    ...(group.cycles.length > 0 ? { cycles: group.cycles } : {}),
    ...(group.truncated ? { truncated: true as const } : {}),
  };
}

/** null: no phase takes it. */
function phaseFor(machine: Machine, spec: PositionSpec, member: GroupTicket): PhaseSpec | null {
  const state = stateOf(machine, member);
  if (!state) return spec.phases.find((phase) => phase.unknown) ?? null;
  return (
    spec.phases.find((phase) => isOversize(machine, phase, member)) ??
    spec.phases.find((phase) => phase.states.includes(state.name)) ??
    null
  );
}

function isOversize(machine: Machine, phase: PhaseSpec, member: GroupTicket): boolean {
  const { oversize } = phase;
  if (!oversize || member.hasChildren || member.estimate === null || member.state === null) return false;
  const inputs = machine.commands.get(oversize.command)?.inputs;
  return oversize.estimates.includes(member.estimate) && inputs?.has(member.state) === true;
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

function attentionFor(machine: Machine, member: GroupTicket): PositionAttention {
  const state = stateOf(machine, member);
  return {
    ...nameOf(member),
    state: showState(machine, member),
    reason: state?.description || (state?.human ? "It waits for a person." : "No phase of the workflow takes it."),
  };
}

interface Findings {
  readonly least: PhaseSpec | null;
  /** The members in that phase. */
  readonly deciding: readonly GroupTicket[];
  readonly active: readonly GroupTicket[];
  readonly gated: boolean;
  readonly convergence: PositionConvergence;
  readonly truncated: boolean;
}

function reasonFor(machine: Machine, { least, deciding, active, gated, convergence, truncated }: Findings): string {
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
