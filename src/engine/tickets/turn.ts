// Whose turn it is on a ticket, and the calls that begin their work. Beginning is all that is ever suggested to others:
// what reports work, approves it or ends it is for whoever did the work, or is to judge it.

import type { Estimate } from "../facts.ts";
import { acquiringIntent, type Command, type Machine, type State } from "../workflow/compile.ts";
import { requestByIntent, requestByState, type CommandRequest } from "./read-request.ts";

/**
 * The commands that expect a ticket in this state, orchestrators left out: they delegate. Splitting is due only on what is
 * too large, and comes first there.
 */
export function commandsDue(
  machine: Machine,
  state: string | null,
  estimate: Estimate | null = null,
): readonly Command[] {
  // A ticket without a state, or with one that the workflow does not know, is where new ones begin.
  const at = state !== null && machine.states.has(state) ? state : machine.workflow.start;
  const expecting = [...machine.commands.values()].filter(
    (command) => !command.orchestrates && (command.inputs.has(at) || command.lock === at),
  );
  const splitters = splittersOf(machine);
  const due = expecting.filter(({ name }) => splitters.get(name)?.has(estimate ?? "") ?? false);
  return [...due, ...expecting.filter(({ name }) => !splitters.has(name))];
}

/** The commands that split what is too large, and the estimates that are. */
function splittersOf(machine: Machine): ReadonlyMap<string, ReadonlySet<string>> {
  const phases = machine.workflow.position?.phases ?? [];
  return new Map(
    phases.flatMap(({ oversize }) => (oversize ? [[oversize.command, new Set(oversize.estimates)] as const] : [])),
  );
}

/** Not tried yet. None leads out of a state for people: that would approve what a person is to judge. */
export function beginningsOf(machine: Machine, command: Command, state: State | undefined): readonly CommandRequest[] {
  if (state?.human) return [];
  const lock = acquiringIntent(machine);
  const target = lock && command.targets.get(lock.name);
  if (lock && target) return [requestByIntent(command, lock, target)];
  return [...staysOf(machine, command, state), ...forwardStates(machine, command, state)];
}

/** A command that leaves the ticket where it is, as splitting does, says so by what it completes. */
function staysOf(machine: Machine, command: Command, state: State | undefined): readonly CommandRequest[] {
  return [...command.targets].flatMap(([name, to]) => {
    const intent = machine.intents.get(name);
    return intent?.expected && to !== null && to === state?.name ? [requestByIntent(command, intent, to)] : [];
  });
}

/** The states that a command without a lock may choose from: those further on, where the ticket goes on. */
export function forwardStates(machine: Machine, command: Command, state: State | undefined): readonly CommandRequest[] {
  return [...command.outputs]
    .filter((name) => machine.states.get(name)?.human === false && !leadsAstray(machine, state, name))
    .filter((name) => name !== state?.name)
    .map((name) => requestByState(machine, command, name));
}

/** It ends the ticket, parks it with a person outside the order, or takes it back. */
export function leadsAstray(machine: Machine, from: State | undefined, target: string): boolean {
  const to = machine.states.get(target);
  if (!to || to.terminal || to.order === null) return true;
  return from !== undefined && from.order !== null && to.order < from.order;
}
