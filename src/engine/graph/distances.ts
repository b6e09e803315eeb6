// How far every state is from a target: the fewest legal edges. Worked out once per machine and target.

import type { Machine } from "../workflow/compile.ts";

const known = new WeakMap<Machine, Map<string, ReadonlyMap<string, number>>>();

/** null where there is no way, or no such state. */
export function distance(machine: Machine, from: string, target: string): number | null {
  return distancesTo(machine, target).get(from) ?? null;
}

/** States from which there is no way are left out. */
export function distancesTo(machine: Machine, target: string): ReadonlyMap<string, number> {
  const own = known.get(machine) ?? new Map<string, ReadonlyMap<string, number>>();
  known.set(machine, own);
  const distances = own.get(target) ?? measure(machine, target);
  // A word that is no state is not kept: callers could fill the memory with them.
  if (machine.states.has(target)) own.set(target, distances);
  return distances;
}

function measure(machine: Machine, target: string): ReadonlyMap<string, number> {
  const distances = new Map<string, number>();
  if (!machine.states.has(target)) return distances;
  const cameFrom = new Map<string, string[]>();
  for (const state of machine.states.values()) {
    for (const next of state.next) cameFrom.set(next, [...(cameFrom.get(next) ?? []), state.name]);
  }
  distances.set(target, 0);
  const queue = [target];
  for (const state of queue) {
    const further = (distances.get(state) ?? 0) + 1;
    for (const previous of cameFrom.get(state) ?? []) {
      if (distances.has(previous)) continue;
      distances.set(previous, further);
      queue.push(previous);
    }
  }
  return distances;
}
