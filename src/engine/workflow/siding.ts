// Where a ticket goes that agents can't take any further: a state for people that stands outside the pipeline's order.

import type { Machine } from "./compile.ts";

/** null: the workflow has no such state. One that only people move a ticket out of comes first. */
export function sidingOf({ states }: Machine): string | null {
  const sidings = [...states.values()].filter(({ human, terminal, order }) => human && !terminal && order === null);
  return (sidings.find(({ gate }) => gate === "enforce") ?? sidings[0])?.name ?? null;
}
