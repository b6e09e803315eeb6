// What is due on a member of a group: the phase that works it, and the calls that begin that work. Of a container whose
// children have ended it is the call that closes it. Nothing has been tried yet.

import { isLocked } from "../claims/claims.ts";
import type { GroupMember, Time } from "../facts.ts";
import { requestByIntent, type CommandRequest } from "../tickets/read-request.ts";
import { beginningsOf, commandsDue } from "../tickets/turn.ts";
import type { Command, Machine } from "../workflow/compile.ts";
import type { PhaseSpec, PositionSpec } from "../workflow/format.ts";
import { isOver, stateOf } from "../groups/members.ts";

export function beginningsFor(
  machine: Machine,
  spec: PositionSpec,
  member: GroupMember,
  now: Time,
): readonly CommandRequest[] {
  if (isOver(machine, member) || !member.readable || isLocked(member, now)) return [];
  if (member.finished) return closingAsks(machine, member);
  const phase = phaseFor(machine, spec, member, now);
  if (!phase || (member.waitsFor.length > 0 && !ignoresBlockers(spec, phase))) return [];
  const state = stateOf(machine, member);
  const due = commandsDue(machine, member.state, member.estimate);
  return due.flatMap((command) => beginningsOf(machine, command, state));
}

/** null: no phase takes it. */
export function phaseFor(machine: Machine, spec: PositionSpec, member: GroupMember, now: Time): PhaseSpec | null {
  const state = stateOf(machine, member);
  if (!state) return spec.phases.find((phase) => phase.unknown) ?? null;
  const worked = abandonedBy(machine, member, now) ?? state.name;
  return (
    spec.phases.find((phase) => isOversize(machine, phase, member)) ??
    spec.phases.find((phase) => phase.states.includes(worked)) ??
    null
  );
}

/** A lock state that nobody holds any more belongs to the phase that led into it. */
function abandonedBy(machine: Machine, member: GroupMember, now: Time): string | null {
  const state = stateOf(machine, member);
  if (!state?.lock || isLocked(member, now)) return null;
  for (const command of machine.commands.values()) {
    const [input] = command.inputs;
    if (command.lock === state.name && input !== undefined) return input;
  }
  return null;
}

export function isOversize(machine: Machine, phase: PhaseSpec, member: GroupMember): boolean {
  const { oversize } = phase;
  if (!oversize || member.finished || member.estimate === null || member.state === null) return false;
  const inputs = machine.commands.get(oversize.command)?.inputs;
  return oversize.estimates.includes(member.estimate) && inputs?.has(member.state) === true;
}

/** What leads up to the meeting point of a group is done by all of its members; only what comes after waits for blockers. */
function ignoresBlockers(spec: PositionSpec, phase: PhaseSpec): boolean {
  return spec.phases.indexOf(phase) <= spec.phases.findLastIndex(({ convergeOn }) => convergeOn !== undefined);
}

/** An orchestrator closes what has nothing left to do, by the intent that ends a ticket well. */
function closingAsks(machine: Machine, member: GroupMember): readonly CommandRequest[] {
  const state = stateOf(machine, member);
  if (!state || state.gate === "enforce") return [];
  return [...machine.commands.values()].flatMap((command) =>
    command.orchestrates ? [...command.targets].flatMap(([name, to]) => closing(machine, command, name, to)) : [],
  );
}

function closing(machine: Machine, command: Command, intentName: string, to: string | null): readonly CommandRequest[] {
  const intent = machine.intents.get(intentName);
  const target = to === null ? undefined : machine.states.get(to);
  return intent && target?.terminal && target.order !== null ? [requestByIntent(command, intent, target.name)] : [];
}
