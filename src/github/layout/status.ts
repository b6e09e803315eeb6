// GitHub's own Status, where the state stands in another field: the option that shows a state, and the states that an option
// may mean.

import type { Machine } from "../../engine/workflow/compile.ts";
import { usesStatus, type Layout } from "./layout.ts";

interface Option {
  readonly id: string;
  readonly name: string;
}

/**
 * As was said. Where nobody has said: the option of the state's own name, or on a new project, whose Status has three
 * options, by their place: not begun, under way, over.
 */
export function statusFor(
  layout: Layout,
  machine: Machine,
  state: string,
  options: readonly Option[],
): Option | undefined {
  if (usesStatus(layout)) return undefined;
  if (layout.status) return options.find(({ name }) => name === layout.status?.[state]);
  const known = machine.states.get(state);
  const [first, middle, last] = options;
  const byPlace = known?.terminal ? last : state === machine.workflow.start ? first : middle;
  return options.find(({ name }) => name === state) ?? (options.length === 3 && known ? byPlace : undefined);
}
