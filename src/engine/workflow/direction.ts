// Which way an intent may lead.

import type { Intent, Machine, State } from "./compile.ts";

/**
 * An intent that no state has to expect (it ends, parks or sends back) is no way forward: a review's reject must not lift a
 * ticket out of its start state.
 */
export function carriesOn(machine: Machine, state: State, intent: Intent, target: string): boolean {
  const to = machine.states.get(target);
  if (intent.expected || !to || to.terminal) return false;
  return to.order !== null && state.order !== null && to.order > state.order;
}
