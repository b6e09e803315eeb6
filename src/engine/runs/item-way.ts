// The way of one item through a run: from where it is picked to where it is documented.

import type { Machine, State } from "../workflow/compile.ts";
import { nextState, type TransitionContext } from "./routers.ts";

export function wayOfItem(machine: Machine, type: string): readonly State[] {
  const context: TransitionContext = { currentItemType: type, itemsRemaining: 1, batchesRemaining: 0 };
  const way = new Set<State>();
  let state = [...machine.states.values()].find(({ work }) => work === "next-item");
  while (state && !way.has(state)) {
    way.add(state);
    if (state.work === "document") break;
    state = machine.states.get(nextState(machine, state.name, context) ?? "");
  }
  return [...way];
}
