// An item can be a ticket: which of the ticket's handoffs is due at the step that the run is at. A run moves no ticket. The
// ticket's own rules say which call comes next; the run's workflow says at which of its steps that call belongs.

import type { TicketDue } from "../position/due.ts";
import type { NextCall } from "../position/next-calls.ts";
import type { Machine } from "../workflow/compile.ts";
import { batchesOf } from "./batches.ts";
import { wayOfItem } from "./item-way.ts";
import type { RunFacts } from "./routers.ts";
import { resumeRun } from "./run.ts";
import { isFinished } from "./tasks.ts";

export interface ItemHandoff extends NextCall {
  readonly item: number;
  /** before the work of this step, or when it is done and before the skill is completed. */
  readonly when: "before" | "after";
}

/** The items whose tickets are handed off at the step that the run is at. */
export function itemsHandedOff(machine: Machine, run: RunFacts): readonly number[] {
  const state = machine.states.get(run.state ?? machine.workflow.start);
  if (!state || state.ticketSteps.length === 0) return [];
  if (state.work === "batch") return [...new Set(tasksAtWork(machine, run).flatMap(({ item }) => item ?? []))];
  return run.currentItem === null ? run.items.map(({ number }) => number) : [run.currentItem];
}

/** `steps`: those of the ticket's workflow, the least advanced first. */
export function handoffsOf(
  machine: Machine,
  run: RunFacts,
  item: number,
  steps: readonly string[],
  due: TicketDue,
): readonly ItemHandoff[] {
  const here = machine.states.get(run.state ?? machine.workflow.start)?.ticketSteps ?? [];
  const { step } = due;
  if (step === null) return [];
  const belongs = here.includes(step);
  const last = Math.max(...here.map((name) => steps.indexOf(name)));
  // A ticket that lags behind its run catches up; one that is ahead is left alone.
  if (!belongs && steps.indexOf(step) > last) return [];
  const told = (when: ItemHandoff["when"]) => (call: NextCall) => ({ item, ...call, when });
  if (due.handOn.length === 0) return due.begin.map(told("before"));
  if (!belongs) return due.handOn.map(told("before"));
  return comesAgain(machine, run, item, step) ? [] : due.handOn.map(told("after"));
}

/** Whether the run comes to this step of the ticket once more for the item: then its work is not done yet. */
function comesAgain(machine: Machine, run: RunFacts, item: number, step: string): boolean {
  const state = machine.states.get(run.state ?? machine.workflow.start);
  if (state?.work === "batch") {
    const now = new Set(tasksAtWork(machine, run).map(({ id }) => id));
    return run.tasks.some((task) => task.item === item && !isFinished(task) && !now.has(task.id));
  }
  const type = run.items.find(({ number }) => number === item)?.type ?? "";
  const way = wayOfItem(machine, type);
  const at = way.findIndex(({ name }) => name === state?.name);
  return at >= 0 && way.slice(at + 1).some(({ ticketSteps }) => ticketSteps.includes(step));
}

function tasksAtWork(machine: Machine, run: RunFacts): RunFacts["tasks"] {
  const { batch_index: index } = resumeRun(machine, run).params;
  const ids = new Set(index === undefined ? [] : batchesOf(run.tasks)[index]?.tasks.map(({ id }) => id));
  return run.tasks.filter(({ id }) => ids.has(id));
}
