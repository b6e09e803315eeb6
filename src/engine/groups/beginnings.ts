// Whose turn it is on a member of a group, and the call that begins their work: the lock; for a command without one, its
// states that lead forward; for a container whose children have ended, closing it. Nothing here reports work as done or
// approves it, and nothing has been tried yet.

import { isLocked } from "../claims/claims.ts";
import type { GroupMember, Time } from "../facts.ts";
import { askByIntent, askByName, type Ask } from "../tickets/read-request.ts";
import { acquiringIntent, type Command, type Machine, type State } from "../workflow/compile.ts";
import type { PhaseSpec, PositionSpec } from "../workflow/format.ts";
import { isOver, stateOf } from "./members.ts";

export function beginningsFor(machine: Machine, spec: PositionSpec, member: GroupMember, now: Time): readonly Ask[] {
  if (isOver(machine, member) || !member.readable || isLocked(member, now)) return [];
  if (member.finished) return closingAsks(machine, member);
  const phase = phaseFor(machine, spec, member, now);
  if (!phase || (member.waitsFor.length > 0 && !ignoresBlockers(spec, phase))) return [];
  const state = stateOf(machine, member);
  // Out of a state for people leads nothing that begins work: it would approve what others are to judge.
  if (state?.human) return [];
  return commandsDue(machine, phase, member).flatMap((command) => beginningsOf(machine, command, state));
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

/** Those who expect the ticket where it is. Splitting is due on what is too large, and comes first there. */
function commandsDue(machine: Machine, phase: PhaseSpec, member: GroupMember): readonly Command[] {
  const splitting = new Set(machine.workflow.position?.phases.flatMap(({ oversize }) => oversize?.command ?? []));
  const state = member.state ?? machine.workflow.start;
  const known = machine.states.has(state) ? state : machine.workflow.start;
  const expecting = [...machine.commands.values()].filter(
    (command) => !command.orchestrates && (command.inputs.has(known) || command.lock === known),
  );
  const regular = expecting.filter((command) => !splitting.has(command.name));
  const split = phase.oversize ? expecting.filter((command) => command.name === phase.oversize?.command) : [];
  return [...split, ...regular];
}

function beginningsOf(machine: Machine, command: Command, state: State | undefined): readonly Ask[] {
  const lock = acquiringIntent(machine);
  const target = lock && command.targets.get(lock.name);
  if (lock && target) return [askByIntent(command, lock, target)];
  // A command that leaves the ticket where it is, as splitting does, says so by what it completes.
  const stays = [...command.targets].flatMap(([name, to]) => {
    const intent = machine.intents.get(name);
    return intent && to !== null && to === state?.name && intent.expected ? askByIntent(command, intent, to) : [];
  });
  const forward = [...command.outputs].filter((name) => leadsForward(machine, state, name));
  return [...stays, ...forward.map((name) => askByName(machine, command, name))];
}

function leadsForward(machine: Machine, from: State | undefined, name: string): boolean {
  const to = machine.states.get(name);
  const before = from?.order ?? -1;
  return to !== undefined && to.order !== null && to.order > before && !to.terminal && !to.human;
}

/** An orchestrator closes what has nothing left to do, by the intent that ends a ticket well. */
function closingAsks(machine: Machine, member: GroupMember): readonly Ask[] {
  const state = stateOf(machine, member);
  if (!state || state.gate === "enforce") return [];
  return [...machine.commands.values()].flatMap((command) =>
    command.orchestrates ? [...command.targets].flatMap(([name, to]) => closing(machine, command, name, to)) : [],
  );
}

function closing(machine: Machine, command: Command, intentName: string, to: string | null): readonly Ask[] {
  const intent = machine.intents.get(intentName);
  const target = to === null ? undefined : machine.states.get(to);
  return intent && target?.terminal && target.order !== null ? [askByIntent(command, intent, target.name)] : [];
}
