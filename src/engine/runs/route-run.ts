// A run on its way from one skill to the next, within one step: what leaving and entering a state do, and how routers
// are walked through.

import { batchesOf, firstUnfinished, type Batch } from "./batches.ts";
import type { Machine, State } from "../workflow/compile.ts";
import type { Refusal } from "../refusal.ts";
import { nextState, transitionContext, type RunFacts } from "./routers.ts";
import {
  batchUnfinished,
  deadEnd,
  leadsNowhere,
  missingItems,
  missingItemTasks,
  missingTasks,
  noWayOn,
  routerLoop,
  unknownState,
} from "./refusals.ts";
import { isFinished } from "./tasks.ts";

export interface Trip {
  readonly kind: "trip";
  readonly machine: Machine;
  readonly batches: readonly Batch[];
  readonly run: RunFacts & { readonly state: string };
  /** Every state on the way, the first and the last included. */
  readonly path: readonly string[];
  readonly documented: readonly number[];
}

/** A run where it stands; an unknown one at the start, or at the first skill behind it. */
export function beginTrip(machine: Machine, run: RunFacts): Trip | Refusal {
  const state = run.state ?? machine.workflow.start;
  const batches = batchesOf(run.tasks);
  const trip: Trip = { kind: "trip", machine, batches, run: { ...run, state }, path: [state], documented: [] };
  const there = run.state === null ? enter(trip) : trip;
  return there.kind === "trip" && stateAt(there)?.router ? walkOn(there) : there;
}

/** Leaves the state that the run is in, and goes on to the next one that is not a router. */
export function walkOn(trip: Trip): Trip | Refusal {
  const seen = new Set<string>();
  let here = trip;
  do {
    const left = leave(here);
    if (left.kind === "refusal") return left;
    const context = transitionContext(left.run, left.batches);
    const to = nextState(left.machine, left.run.state, context);
    if (to === null) return stateAt(left)?.edges.length ? noWayOn(left, context) : deadEnd(left);
    if (!left.machine.states.has(to)) return leadsNowhere(left, to);
    // Going round makes sense only while it gets items done: without that, routers could send a run round for ever.
    if (left.documented.length > here.documented.length) seen.clear();
    if (seen.has(to)) return routerLoop(left, to);
    seen.add(to);
    const there = enter({ ...left, run: { ...left.run, state: to }, path: [...left.path, to] });
    if (there.kind === "refusal") return there;
    here = there;
  } while (stateAt(here)?.router);
  return here;
}

export function stateAt(trip: Trip): State | undefined {
  return trip.machine.states.get(trip.run.state);
}

/** The batch at work. Tasks that were added since may have put work into an earlier one: that comes first. */
export function batchAtWork(trip: Trip): number | null {
  const first = firstUnfinished(trip.batches);
  const sentTo = trip.run.currentBatch;
  if (first === null || sentTo === null) return sentTo ?? first;
  return Math.min(first, sentTo);
}

function leave(trip: Trip): Trip | Refusal {
  const { run } = trip;
  const state = stateAt(trip);
  if (!state) return unknownState(trip.machine, run.state);
  if (state.needs.has("item-tasks") && !hasTasks(run)) return missingTasks(trip, state);
  const without = state.needs.has("tasks-for-every-item") ? itemsWithoutTasks(run) : [];
  if (without.length > 0) return missingItemTasks(trip, state, without);
  if (state.work === "batch") {
    const unfinished = unfinishedTasks(trip);
    if (unfinished.size > 0) return batchUnfinished(trip, state, batchAtWork(trip), unfinished);
    return { ...trip, run: { ...run, currentBatch: null } };
  }
  if (state.work === "document" && run.currentItem !== null) {
    const number = run.currentItem;
    const items = run.items.map((item) => (item.number === number ? { ...item, documented: true } : item));
    return { ...trip, run: { ...run, items, currentItem: null }, documented: [...trip.documented, number] };
  }
  return trip;
}

function enter(trip: Trip): Trip | Refusal {
  const { run } = trip;
  const work = stateAt(trip)?.work;
  if (work === "batch") return { ...trip, run: { ...run, currentBatch: firstUnfinished(trip.batches) } };
  if (work !== "next-item") return trip;
  if (run.items.length === 0) return missingItems(trip);
  let next: number | null = null;
  for (const item of run.items) if (!item.documented && (next === null || item.number < next)) next = item.number;
  return { ...trip, run: { ...run, currentItem: next } };
}

/** What keeps a run at its batch, earlier batches included. */
function unfinishedTasks(trip: Trip): ReadonlySet<string> {
  const last = trip.run.currentBatch ?? firstUnfinished(trip.batches);
  const batches = last === null ? [] : trip.batches.slice(0, last + 1);
  const tasks = batches.flatMap((batch) => batch.tasks).filter((task) => !isFinished(task));
  return new Set(tasks.map((task) => task.id));
}

function hasTasks(run: RunFacts): boolean {
  return run.currentItem !== null && run.tasks.some((task) => task.item === run.currentItem);
}

/** Tasks can move from one item to another, and items can come late: an item that had tasks may have none now. */
function itemsWithoutTasks(run: RunFacts): readonly number[] {
  const served = new Set(run.tasks.map((task) => task.item));
  return run.items.map((item) => item.number).filter((number) => !served.has(number));
}
