// Why a run does not move, and what moves it: every refusal names the call to make.

import type { Machine, State } from "../workflow/compile.ts";
import { listed, listedBriefly, nearest, refuse, type Refusal } from "../refusal.ts";
import { skillOfState, statesOfSkill, type RunFacts, type TransitionContext } from "./routers.ts";
import { wayToFinish } from "./tasks.ts";
import type { Trip } from "./route-run.ts";
import type { Condition } from "../workflow/format.ts";

export function wrongSkill(machine: Machine, run: RunFacts, at: State, given: string): Refusal {
  const states = statesOfSkill(machine, given);
  const known = new Set([...machine.states.values()].flatMap((state) => state.skill ?? []));
  const meant = states.length > 0 ? undefined : nearest(given, known);
  const where =
    states.length > 0
      ? `${quote(given)} belongs to ${listedBriefly(states.map(quote))}.`
      : `No state of this workflow has the skill ${quote(given)}.${meant ? ` Did you mean ${quote(meant)}?` : ""}`;
  const fields = { state: at.name, skill: at.skill, given, states, ...(meant === undefined ? {} : { nearest: meant }) };
  if (at.skill === null) {
    return refuse(
      "wrong_skill",
      `The run is at ${quote(at.name)}, which has no skill: the workflow ${quote(machine.workflow.name)} does not ` +
        `run on skills.`,
      `Use a workflow whose states name their skills.`,
      fields,
    );
  }
  const stands = run.state === null ? "This run is new and begins" : "The run is";
  return refuse(
    "wrong_skill",
    `${stands} at ${quote(at.name)}, whose skill is ${quote(at.skill)}: ${quote(given)} can't be completed now. ${where}`,
    `Do the work of ${quote(at.skill)}, then call ${completeCall(at)}. get_run shows where the run stands.`,
    fields,
  );
}

export function stateMismatch(run: RunFacts, at: State, given: string): Refusal {
  const stands = run.state === null ? "is new and begins" : "is";
  return refuse(
    "state_mismatch",
    `The run was expected to be at ${quote(given)}, but it ${stands} at ${quote(at.name)}.`,
    `Go on from there: do the work of ${quote(at.skill ?? at.name)}, then call ${completeCall(at)} and state ` +
      `${quote(at.name)}. get_run shows how the run came there.`,
    { state: at.name, skill: at.skill, given },
  );
}

export function runOver(machine: Machine, at: State, given: string): Refusal {
  const first = skillOfState(machine, machine.workflow.start);
  return refuse(
    "run_over",
    `The run is over: it is at ${quote(at.name)}, and no skill is left to complete (${quote(given)} was given).`,
    `Nothing is left to do here. For new work begin another run: complete_skill with a new session` +
      `${first === null ? "" : ` and skill ${quote(first)}`}.`,
    { state: at.name, skill: null, given, done: true },
  );
}

export function unknownState(machine: Machine, state: string): Refusal {
  return refuse(
    "unknown_state",
    `The run is at ${quote(state)}, which the workflow ${quote(machine.workflow.name)} does not have.`,
    `The run needs the workflow that it began with: a person must give it back (signalbox workflow adopt).`,
    { state },
  );
}

export function missingItems(trip: Trip): Refusal {
  const types = trip.machine.workflow.itemTypes ?? [];
  return missingFact(
    trip,
    "items",
    `${quote(trip.run.state)} picks the next work item, but this run has no items.`,
    `Call update_run with items [{ number: 1, title, type: ${listed(types.map(quote)) || "a word"} }].`,
    { router: trip.run.state, types },
  );
}

export function missingTasks(trip: Trip, state: State): Refusal {
  const number = trip.run.currentItem;
  if (number === null) {
    return missingFact(
      trip,
      "item",
      `${quote(state.name)} hands over the tasks of an item, but no item is being worked on.`,
      `A person must change the workflow so that an item is picked before ${quote(state.name)}.`,
    );
  }
  return missingFact(
    trip,
    "tasks",
    `Item ${number} has no tasks yet, and ${quote(state.name)} can't be left without them.`,
    `Call update_run with tasks [{ id, dependsOn: [], files: [], item: ${number} }] ` +
      `(or, for tasks that are there already, [{ id, item: ${number} }]).`,
    { item_number: number },
  );
}

export function missingItemTasks(trip: Trip, state: State, numbers: readonly number[]): Refusal {
  const [first = 0, ...others] = numbers;
  const also = others.length === 0 ? "" : `, and likewise for ${itemsNamed(others)}`;
  return missingFact(
    trip,
    "tasks",
    `Nothing would be executed for ${itemsNamed(numbers)}, which ${others.length === 0 ? "has" : "have"} no tasks: ` +
      `${quote(state.name)} can't be left before.`,
    `Call update_run with tasks [{ id, dependsOn: [], files: [], item: ${first} }]${also}. Where an item is no longer ` +
      `wanted, give it one task and drop that with update_task_status, status "dropped" and a reason.`,
    { item_number: first, item_numbers: numbers },
  );
}

export function batchUnfinished(trip: Trip, state: State, batch: number | null, ids: ReadonlySet<string>): Refusal {
  const byId = new Map(trip.run.tasks.map((task) => [task.id, task]));
  const tasks = trip.run.tasks.filter((task) => ids.has(task.id));
  const steps = tasks.slice(0, 12).map((task) => `- ${quote(task.id)} is ${task.status}: ${wayToFinish(task, byId)}`);
  if (tasks.length > steps.length) steps.push(`- and ${tasks.length - steps.length} more: get_run lists them`);
  return refuse(
    "batch_unfinished",
    `The batch of batch_index ${batch} is not finished: ${listedBriefly(tasks.map((task) => `${quote(task.id)} (${task.status})`))}.`,
    `Finish every task of it, then call ${completeCall(state)} again:\n${steps.join("\n")}`,
    {
      state: state.name,
      skill: state.skill,
      batch_index: batch,
      tasks: tasks.map((task) => ({ id: task.id, status: task.status, dependsOn: task.dependsOn })),
    },
  );
}

export function noWayOn(trip: Trip, context: TransitionContext): Refusal {
  const { currentItem, state: router } = trip.run;
  const conditions = (trip.machine.states.get(router)?.edges ?? []).flatMap((edge) => edge.when ?? []);
  const item =
    currentItem === null
      ? "no item is being worked on"
      : `item ${currentItem} is of type ${quote(context.currentItemType ?? "unknown")}`;
  return missingFact(
    trip,
    conditions[0]?.type ?? "edge",
    `${quote(router)} has no way on for this run. It goes on for ${listed(new Set(conditions.map(showCondition)))}; ` +
      `but ${item}, items not documented: ${context.itemsRemaining}, batches not completed: ${context.batchesRemaining}.`,
    waysToMeet(conditions, currentItem),
    { router, item_number: currentItem, ...context, conditions },
  );
}

export function deadEnd(trip: Trip): Refusal {
  const router = trip.run.state;
  return refuse(
    "dead_end",
    `${quote(router)} has no way on in the workflow ${quote(trip.machine.workflow.name)}, and it is not an end.`,
    `A person must add an edge to the workflow, or mark ${quote(router)} as terminal (signalbox workflow lint).`,
    { state: trip.path[0], router },
  );
}

export function leadsNowhere(trip: Trip, to: string): Refusal {
  const router = trip.run.state;
  return refuse(
    "dead_end",
    `${quote(router)} leads to ${quote(to)}, which the workflow ${quote(trip.machine.workflow.name)} does not have.`,
    `A person must add the state to the workflow, or change the edge (signalbox workflow lint).`,
    { state: trip.path[0], router, to },
  );
}

export function routerLoop(trip: Trip, to: string): Refusal {
  const loop = [...trip.path.slice(trip.path.lastIndexOf(to)), to];
  return refuse(
    "router_loop",
    `The routers of the workflow ${quote(trip.machine.workflow.name)} send this run in a circle: ${loop.join(" → ")}.`,
    `A person must change the workflow so that one of them leads to a skill or to an end (signalbox workflow lint).`,
    { state: trip.path[0], loop },
  );
}

/** The calls after which one of the conditions holds. */
function waysToMeet(conditions: readonly Condition[], currentItem: number | null): string {
  const types = conditions.flatMap((one) => (one.type === "item_type" ? quote(one.value) : []));
  const number = currentItem === null ? "number, title" : `number: ${currentItem}`;
  const calls: Partial<Record<Condition["type"], string>> = {
    item_type: `Call update_run with items [{ ${number}, type: ${listed(new Set(types))} }].`,
    items_remaining: `Add an item with update_run, items [{ number, title, type }].`,
    batches_remaining: `Add a task with update_run, tasks [{ id, dependsOn: [] }].`,
    no_batches_remaining: `Finish or drop every task with update_task_status.`,
  };
  const ways = new Set(conditions.flatMap((condition) => calls[condition.type] ?? []));
  // What is left is that items be documented, which happens on the run's way; and that ends here.
  if (ways.size === 0) return `A person must add a way on to the workflow (signalbox workflow lint).`;
  return [...ways].join(" Or: ");
}

function showCondition(condition: Condition): string {
  return condition.type === "item_type" ? `${condition.type} ${quote(condition.value)}` : condition.type;
}

/** What is not known, how to make it known, and then the same step again. */
function missingFact(
  trip: Trip,
  fact: string,
  what: string,
  call: string,
  fields: Readonly<Record<string, unknown>> = {},
): Refusal {
  const state = trip.machine.states.get(trip.path[0] ?? trip.run.state);
  const again = state?.skill ? ` Then call ${completeCall(state)} again.` : "";
  return refuse("missing_fact", what, call + again, { state: state?.name, skill: state?.skill, fact, ...fields });
}

function itemsNamed(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "item" : "items"} ${listedBriefly(numbers.map(String))}`;
}

function completeCall(state: State): string {
  return `complete_skill with skill ${quote(state.skill ?? "")}`;
}

function quote(word: string): string {
  return `"${word}"`;
}
