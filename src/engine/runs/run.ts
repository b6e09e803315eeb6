// A run goes from skill to skill. A skill only says that it is finished; what comes next is decided here, from the
// run's items and tasks.

import type { Machine, State } from "../workflow/compile.ts";
import type { Refusal } from "../refusal.ts";
import { skillOfState, type RunFacts } from "./routers.ts";
import { runOver, stateMismatch, unknownState, wrongSkill } from "./refusals.ts";
import { listedBriefly } from "../words.ts";
import { batchAtWork, beginRoute, routeOn, stateAt, type Route } from "./route-run.ts";

export interface SkillDone {
  readonly skill: string;
  /** The state that the caller believes the run to be in. */
  readonly state?: string;
}

/** Where a run stands, and what to go on with. */
export interface Standing {
  readonly state: string;
  /** null at the end. */
  readonly skill: string | null;
  readonly params: { readonly item_number?: number; readonly batch_index?: number };
  readonly action: "clear" | "none";
  readonly phase: string | null;
  readonly done: boolean;
}

/** A run that goes on to its next skill. */
export interface RunStep extends Omit<Standing, "skill"> {
  readonly kind: "run-step";
  readonly from: string;
  readonly to: string;
  /** Every state from `from` to `to`, both and the routers between included. */
  readonly path: readonly string[];
  /** The numbers of the items that this step documented. */
  readonly documented: readonly number[];
  readonly currentItem: number | null;
  readonly currentBatch: number | null;
  /** null only at the end. */
  readonly nextSkill: string | null;
  readonly warnings: readonly string[];
}

export function completeSkill(machine: Machine, run: RunFacts, done: SkillDone): RunStep | Refusal {
  const begun = beginRoute(machine, run);
  if (begun.kind === "refusal") return begun;
  const at = stateAt(begun);
  if (!at) return unknownState(machine, begun.run.state);
  if (at.terminal) return runOver(machine, at, done.skill);
  if (done.state !== undefined && done.state !== at.name) return stateMismatch(run, at, done.state);
  if (done.skill !== at.skill) return wrongSkill(machine, run, at, done.skill);
  const route = routeOn({ ...begun, path: [at.name] });
  if (route.kind === "refusal") return route;
  const { skill, ...standing } = standingOf(route);
  return {
    kind: "run-step",
    from: at.name,
    to: route.run.state,
    path: route.path,
    documented: route.documented,
    currentItem: route.run.currentItem,
    currentBatch: route.run.currentBatch,
    nextSkill: skill,
    warnings: nothingToExecute(at, run),
    ...standing,
  };
}

/** The run as it is once the step is taken. */
export function applyStep(run: RunFacts, step: RunStep): RunFacts {
  return {
    ...run,
    state: step.to,
    currentItem: step.currentItem,
    currentBatch: step.currentBatch,
    items: run.items.map((item) => (step.documented.includes(item.number) ? { ...item, documented: true } : item)),
  };
}

export function resumeRun(machine: Machine, run: RunFacts): Standing {
  const begun = beginRoute(machine, run);
  if (begun.kind === "route") return standingOf(begun);
  const state = run.state ?? machine.workflow.start;
  const phase = machine.states.get(state)?.phase ?? null;
  return { state, skill: null, params: {}, action: "none", phase, done: false };
}

function standingOf(route: Route): Standing {
  const { machine, run } = route;
  const state = stateAt(route);
  const done = state?.terminal ?? false;
  const skill = done ? null : skillOfState(machine, run.state);
  const batch = state?.work === "batch" ? batchAtWork(route) : null;
  return {
    state: run.state,
    skill,
    params: {
      ...(run.currentItem === null ? {} : { item_number: run.currentItem }),
      ...(batch === null ? {} : { batch_index: batch }),
    },
    action: skill === null ? "none" : actionOf(machine, skill),
    phase: state?.phase ?? null,
    done,
  };
}

function actionOf(machine: Machine, skill: string): "clear" | "none" {
  return new Map(Object.entries(machine.workflow.skills ?? {})).get(skill)?.action ?? "none";
}

/** A dropped task counts as a task, because somebody gave a reason for it. A run or an item of nothing else is told of. */
function nothingToExecute(at: State, run: RunFacts): readonly string[] {
  if (!at.needs.has("tasks-for-every-item")) return [];
  const wanted = run.tasks.filter((task) => task.status !== "dropped");
  if (wanted.length === 0) return ["Every task of this run is dropped: it will execute nothing."];
  const served = new Set(wanted.map((task) => task.item));
  const idle = run.items.map(({ number }) => number).filter((number) => !served.has(number));
  if (idle.length === 0) return [];
  const names = listedBriefly(idle.map((number) => `item ${number}`));
  return [`Every task of ${names} is dropped: nothing will be executed for ${idle.length === 1 ? "it" : "them"}.`];
}
