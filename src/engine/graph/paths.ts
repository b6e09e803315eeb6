// The shortest legal way from one state to another, and who may take each step of it.

import { guardsBetween, type Command, type Machine } from "../workflow/compile.ts";
import { shortestRoute } from "./shortest-route.ts";
import type { EdgeSpec, GuardSpec } from "../workflow/format.ts";

export interface Step {
  readonly from: string;
  readonly to: string;
  /** The verb on a button. */
  readonly label?: string;
  readonly guards: readonly GuardSpec[];
  /** The commands that may take it, each by its first intent that does, else by naming the state. */
  readonly takers: readonly Taker[];
  /** A person may take every edge. */
  readonly human: true;
}

export interface Taker {
  /** The shown name. */
  readonly command: string;
  readonly via: { readonly intent: string } | { readonly to_state: string };
}

/** Empty where both are the same state; null where there is no way, or no such state. */
export function shortestPath(machine: Machine, from: string, to: string): readonly Step[] | null {
  const route = shortestRoute(machine, from, to);
  return route?.map((edge) => stepOver(machine, edge)) ?? null;
}

function stepOver(machine: Machine, edge: EdgeSpec): Step {
  return {
    from: edge.from,
    to: edge.to,
    ...(edge.label === undefined ? {} : { label: edge.label }),
    guards: guardsBetween(machine, edge.from, edge.to),
    takers: takersOf(machine, edge.from, edge.to),
    human: true,
  };
}

export function takersOf(machine: Machine, from: string, to: string): readonly Taker[] {
  if (machine.states.get(from)?.gate === "enforce") return [];
  return [...machine.commands.values()].flatMap((command) => {
    const via = wayOf(machine, command, from, to);
    return via ? { command: command.shown, via } : [];
  });
}

function wayOf(machine: Machine, command: Command, from: string, to: string): Taker["via"] | null {
  const expected = machine.workflow.inputs === "warn" || command.inputs.has(from) || command.lock === from;
  for (const [name, target] of command.targets) {
    if (target === to && (expected || machine.intents.get(name)?.expected === false)) return { intent: name };
  }
  return expected && (command.outputs.has(to) || command.lock === to) ? { to_state: to } : null;
}
