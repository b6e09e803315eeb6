// Where a run goes next: the facts that conditions are judged by, and the first edge whose condition holds.

import { batchesOf, type Batch } from "./batches.ts";
import type { Machine } from "../workflow/compile.ts";
import type { Item } from "./items.ts";
import type { Task } from "./tasks.ts";
import type { Condition } from "../workflow/format.ts";

export interface RunFacts {
  /** null: an unknown run, which begins at the start. */
  readonly state: string | null;
  /** The number of the item that is worked on. */
  readonly currentItem: number | null;
  /**
   * The batch that the run was sent to work; null outside such a state. Without it, a run whose batch is done could not
   * be told from one that was just sent to the next.
   */
  readonly currentBatch: number | null;
  readonly items: readonly Item[];
  readonly tasks: readonly Task[];
}

export interface TransitionContext {
  readonly currentItemType: string | null;
  /** How many items are not documented. */
  readonly itemsRemaining: number;
  /** How many batches are not completed. */
  readonly batchesRemaining: number;
}

export function transitionContext(
  run: Pick<RunFacts, "currentItem" | "items" | "tasks">,
  batches: readonly Pick<Batch, "status">[] = batchesOf(run.tasks),
): TransitionContext {
  return {
    currentItemType: run.items.find((item) => item.number === run.currentItem)?.type ?? null,
    itemsRemaining: run.items.filter((item) => !item.documented).length,
    batchesRemaining: batches.filter((batch) => batch.status !== "completed").length,
  };
}

export function evaluateCondition(condition: Condition | undefined, context: TransitionContext): boolean {
  switch (condition?.type) {
    case undefined:
    case "always":
      return true;
    case "item_type":
      return context.currentItemType === condition.value;
    case "items_remaining":
      return context.itemsRemaining > 0;
    case "no_items_remaining":
      return context.itemsRemaining === 0;
    case "batches_remaining":
      return context.batchesRemaining > 0;
    case "no_batches_remaining":
      return context.batchesRemaining === 0;
  }
}

/** The target of the first edge whose condition holds, or null. */
export function nextState(machine: Machine, state: string, context: TransitionContext): string | null {
  const edges = machine.states.get(state)?.edges ?? [];
  return edges.find((edge) => evaluateCondition(edge.when, context))?.to ?? null;
}

export function skillOfState(machine: Machine, state: string): string | null {
  return machine.states.get(state)?.skill ?? null;
}

export function statesOfSkill(machine: Machine, skill: string): readonly string[] {
  return [...machine.states.values()].filter((state) => state.skill === skill).map((state) => state.name);
}

/** The one state that a skill works in; null where there is none, or more than one. */
export function skillToState(machine: Machine, skill: string): string | null {
  const states = statesOfSkill(machine, skill);
  return states.length === 1 ? (states[0] ?? null) : null;
}
