// What only whoever works a run may do to it: drop a task, or say that an item is of another kind.

import { say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listedBriefly, quote, showName } from "../words.ts";
import type { Machine } from "../workflow/compile.ts";
import type { StateSpec } from "../workflow/format.ts";
import type { Item } from "./items.ts";
import type { RunFacts } from "./routers.ts";

/** `workers`: those who took its last step or have tasks in progress, and are still there. */
export function refuseOthersRun(what: string, workers: readonly string[]): Refusal {
  return refuse(
    "not_your_run",
    `${what} is left to whoever works this run, which is ${listedBriefly(workers.map(showName))}: they took its last step, or have tasks in progress.`,
    say`leave it to them, or ask a person. ${{ type: "show_run" }} shows who works on what. Nothing was stored.`,
    { workers },
  );
}

export function retypedItems(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const types = new Map(before.map((item) => [item.number, item.type]));
  return after.filter(({ number, type }) => types.has(number) && types.get(number) !== type);
}

/** The way of the item that is worked on was chosen by its type: another one must still find a way from here. */
export function refuseRetyped(machine: Machine, run: RunFacts, { number, type }: Item): Refusal | null {
  if (run.state === null || number !== run.currentItem || isAskedAgain(machine, run.state, type)) return null;
  return refuse(
    "too_late",
    `Item ${number} can't become ${quote(type)}: it is worked on, at ${quote(run.state)}, and its way was chosen by its type.`,
    `leave its type as it is. If it is other work after all, add that as a new item, under a number of its own. Nothing was stored.`,
    { number, type, state: run.state },
  );
}

/** null: the run still comes to its tasks. */
export function refuseLateDrop(machine: Machine, state: string, task: string): Refusal | null {
  if (comesTo(machine, state, "batch")) return null;
  return refuse(
    "too_late",
    `Task ${quote(task)} can't be dropped any more: the run is at ${quote(state)}, past the place where tasks are worked.`,
    say`leave it as it is: nothing waits for it. To go on with the run, see ${{ type: "show_run" }}.`,
    { task, state },
  );
}

/** Whether any way on from here leads to a state of that work; a run that has not begun has its start before it too. */
export function comesTo(machine: Machine, from: string | null, work: StateSpec["work"]): boolean {
  const reached = new Set(from === null ? [machine.workflow.start] : machine.states.get(from)?.next);
  for (const name of reached) {
    const state = machine.states.get(name);
    if (state?.work === work) return true;
    for (const next of state?.next ?? []) reached.add(next);
  }
  return false;
}

/** Whether the item comes to a router that knows the type, before it is documented. */
function isAskedAgain(machine: Machine, from: string, type: string): boolean {
  const reached = new Set([from]);
  for (const name of reached) {
    const state = machine.states.get(name);
    if (state?.work === "document") continue;
    if (state?.edges.some(({ when }) => when?.type === "item_type" && when.value === type)) return true;
    for (const next of state?.next ?? []) reached.add(next);
  }
  return false;
}
