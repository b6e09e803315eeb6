// Routes a run from one skill to the next, within one step: what leaving and entering a state do, and how it passes
// through routers.

import { batchesOf, firstUnfinished, type Batch } from "./batches.ts";
import type { Machine, State } from "../workflow/compile.ts";
import type { Refusal } from "../refusal.ts";
import { nextState, transitionContext, type RunFacts } from "./routers.ts";
import {
  batchUnfinished,
  deadEnd,
  leadsNowhere,
  missingItems,
  missingTasks,
  noWayOn,
  routerLoop,
  unknownState,
} from "./refusals.ts";
import { isFinished } from "./tasks.ts";

/** A run on its way. */
export interface Route {
  readonly kind: "route";
  readonly machine: Machine;
  readonly batches: readonly Batch[];
  readonly run: RunFacts & { readonly state: string };
  /** Every state on the way, the first and the last included. */
  readonly path: readonly string[];
  readonly documented: readonly number[];
}

/** A run where it stands; an unknown one at the start, or at the first skill behind it. */
export function beginRoute(machine: Machine, run: RunFacts): Route | Refusal {
  const state = run.state ?? machine.workflow.start;
  const batches = batchesOf(run.tasks);
  const route: Route = { kind: "route", machine, batches, run: { ...run, state }, path: [state], documented: [] };
  const there = run.state === null ? enter(route) : route;
  return there.kind === "route" && stateAt(there)?.router ? routeOn(there) : there;
}

/** Leaves the state that the run is in, and goes on to the next one that is not a router. */
export function routeOn(route: Route): Route | Refusal {
  const seen = new Set<string>();
  let here = route;
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

export function stateAt(route: Route): State | undefined {
  return route.machine.states.get(route.run.state);
}

/** The batch at work. Tasks that were added since may have put work into an earlier one: that comes first. */
export function batchAtWork(route: Route): number | null {
  const first = firstUnfinished(route.batches);
  const sentTo = route.run.currentBatch;
  if (first === null || sentTo === null) return sentTo ?? first;
  return Math.min(first, sentTo);
}

function leave(route: Route): Route | Refusal {
  const { run } = route;
  const state = stateAt(route);
  if (!state) return unknownState(route.machine, run.state);
  if (state.needs.has("item-tasks") && !hasTasks(run)) return missingTasks(route, state);
  if (state.work === "batch") {
    const unfinished = unfinishedTasks(route);
    if (unfinished.size > 0) return batchUnfinished(route, state, batchAtWork(route), unfinished);
    return { ...route, run: { ...run, currentBatch: null } };
  }
  if (state.work === "document" && run.currentItem !== null) {
    const number = run.currentItem;
    const items = run.items.map((item) => (item.number === number ? { ...item, documented: true } : item));
    return { ...route, run: { ...run, items, currentItem: null }, documented: [...route.documented, number] };
  }
  return route;
}

function enter(route: Route): Route | Refusal {
  const { run } = route;
  const work = stateAt(route)?.work;
  if (work === "batch") return { ...route, run: { ...run, currentBatch: firstUnfinished(route.batches) } };
  if (work !== "next-item") return route;
  if (run.items.length === 0) return missingItems(route);
  let next: number | null = null;
  for (const item of run.items) if (!item.documented && (next === null || item.number < next)) next = item.number;
  return { ...route, run: { ...run, currentItem: next } };
}

/** What keeps a run at its batch, earlier batches included. */
function unfinishedTasks(route: Route): ReadonlySet<string> {
  const last = route.run.currentBatch ?? firstUnfinished(route.batches);
  const batches = last === null ? [] : route.batches.slice(0, last + 1);
  const tasks = batches.flatMap((batch) => batch.tasks).filter((task) => !isFinished(task));
  return new Set(tasks.map((task) => task.id));
}

function hasTasks(run: RunFacts): boolean {
  return run.currentItem !== null && run.tasks.some((task) => task.item === run.currentItem);
}
