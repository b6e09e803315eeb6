// Why a run does not move, and what moves it: every refusal names the call to make.

import type { Machine, State } from "../workflow/compile.ts";
import { argument, by, capital, doing, say, sentences, type Act, type Words } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { skillOfState, statesOfSkill, type RunFacts, type TransitionContext } from "./routers.ts";
import { wayToFinish } from "./tasks.ts";
import type { Route } from "./route-run.ts";
import { didYouMean, listed, listedBriefly, nearest, quote } from "../words.ts";
import type { Condition } from "../workflow/format.ts";

const SHOW_RUN: Act = { type: "show_run" };

export function wrongSkill(machine: Machine, run: RunFacts, at: State, given: string): Refusal {
  const states = statesOfSkill(machine, given);
  const known = new Set([...machine.states.values()].flatMap((state) => state.skill ?? []));
  const meant = states.length > 0 ? undefined : nearest(given, known);
  const where =
    states.length > 0
      ? `${quote(given)} belongs to ${listedBriefly(states.map(quote))}.`
      : `No state of this workflow has the skill ${quote(given)}.${didYouMean(meant)}`;
  const facts = { state: at.name, skill: at.skill, given, states, ...(meant === undefined ? {} : { nearest: meant }) };
  if (at.skill === null) {
    return refuse(
      "wrong_skill",
      `The run is at ${quote(at.name)}, which has no skill: the workflow ${quote(machine.workflow.name)} does not ` +
        `run on skills.`,
      `Use a workflow whose states name their skills.`,
      facts,
    );
  }
  const stands = run.state === null ? "This run is new and begins" : "The run is";
  return refuse(
    "wrong_skill",
    `${stands} at ${quote(at.name)}, whose skill is ${quote(at.skill)}: ${quote(given)} can't be completed now. ${where}`,
    say`Do the work of ${quote(at.skill)}, then ${doing(complete(at))}. ${capital(SHOW_RUN)} shows where the run stands.`,
    facts,
  );
}

export function stateMismatch(run: RunFacts, at: State, given: string): Refusal {
  const stands = run.state === null ? "is new and begins" : "is";
  return refuse(
    "state_mismatch",
    `The run was expected to be at ${quote(given)}, but it ${stands} at ${quote(at.name)}.`,
    say`Go on from there: do the work of ${quote(at.skill ?? at.name)}, then ${doing({ ...complete(at), state: at.name })}. ${capital(SHOW_RUN)} shows how the run came there.`,
    { state: at.name, skill: at.skill, given },
  );
}

export function runOver(machine: Machine, at: State, given: string): Refusal {
  const first = skillOfState(machine, machine.workflow.start);
  return refuse(
    "run_over",
    `The run is over: it is at ${quote(at.name)}, and no skill is left to complete (${quote(given)} was given).`,
    say`Nothing is left to do here. For new work begin another run: ${{ type: "begin_run", skill: first }}.`,
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

export function missingItems(route: Route): Refusal {
  const types = route.machine.workflow.itemTypes ?? [];
  return missingFact(
    route,
    "items",
    `${quote(route.run.state)} picks the next work item, but this run has no items.`,
    change("items", `{ number: 1, title, type: ${listed(types.map(quote)) || "a word"} }`),
    { router: route.run.state, types },
  );
}

export function missingTasks(route: Route, state: State): Refusal {
  const number = route.run.currentItem;
  if (number === null) {
    return missingFact(
      route,
      "item",
      `${quote(state.name)} hands over the tasks of an item, but no item is being worked on.`,
      `A person must change the workflow so that an item is picked before ${quote(state.name)}.`,
    );
  }
  return missingFact(
    route,
    "tasks",
    `Item ${number} has no tasks yet, and ${quote(state.name)} can't be left without them.`,
    change("tasks", `{ id, dependsOn: [], files: [], item: ${number} }`, `{ id, item: ${number} }`),
    { item_number: number },
  );
}

export function batchUnfinished(route: Route, state: State, batch: number | null, ids: ReadonlySet<string>): Refusal {
  const byId = new Map(route.run.tasks.map((task) => [task.id, task]));
  const tasks = route.run.tasks.filter((task) => ids.has(task.id));
  const shown = tasks.slice(0, 12);
  let steps: Words = "";
  for (const task of shown) steps = say`${steps}\n- ${quote(task.id)} is ${task.status}: ${wayToFinish(task, byId)}`;
  if (tasks.length > shown.length) {
    steps = say`${steps}\n- and ${tasks.length - shown.length} more: ${SHOW_RUN} lists them`;
  }
  return refuse(
    "batch_unfinished",
    say`The batch of ${argument("batch_index")} ${batch ?? "null"} is not finished: ${listedBriefly(tasks.map((task) => `${quote(task.id)} (${task.status})`))}.`,
    say`Finish every task of it, then ${doing(complete(state))} again:${steps}`,
    {
      state: state.name,
      skill: state.skill,
      batch_index: batch,
      tasks: tasks.map((task) => ({ id: task.id, status: task.status, dependsOn: task.dependsOn })),
    },
  );
}

export function noWayOn(route: Route, context: TransitionContext): Refusal {
  const { currentItem, state: router } = route.run;
  const conditions = (route.machine.states.get(router)?.edges ?? []).flatMap((edge) => edge.when ?? []);
  const item =
    currentItem === null
      ? "no item is being worked on"
      : `item ${currentItem} is of type ${quote(context.currentItemType ?? "unknown")}`;
  return missingFact(
    route,
    conditions[0]?.type ?? "edge",
    `${quote(router)} has no way on for this run. It goes on for ${listed(new Set(conditions.map(showCondition)))}; ` +
      `but ${item}, items not documented: ${context.itemsRemaining}, batches not completed: ${context.batchesRemaining}.`,
    waysToMeet(conditions, currentItem),
    { router, item_number: currentItem, ...context, conditions },
  );
}

export function deadEnd(route: Route): Refusal {
  const router = route.run.state;
  return refuse(
    "dead_end",
    `${quote(router)} has no way on in the workflow ${quote(route.machine.workflow.name)}, and it is not an end.`,
    `A person must add an edge to the workflow, or mark ${quote(router)} as terminal (signalbox workflow lint).`,
    { state: route.path[0], router },
  );
}

export function leadsNowhere(route: Route, to: string): Refusal {
  const router = route.run.state;
  return refuse(
    "dead_end",
    `${quote(router)} leads to ${quote(to)}, which the workflow ${quote(route.machine.workflow.name)} does not have.`,
    `A person must add the state to the workflow, or change the edge (signalbox workflow lint).`,
    { state: route.path[0], router, to },
  );
}

export function routerLoop(route: Route, to: string): Refusal {
  const loop = [...route.path.slice(route.path.lastIndexOf(to)), to];
  return refuse(
    "router_loop",
    `The routers of the workflow ${quote(route.machine.workflow.name)} send this run in a circle: ${loop.join(" → ")}.`,
    `A person must change the workflow so that one of them leads to a skill or to an end (signalbox workflow lint).`,
    { state: route.path[0], loop },
  );
}

/** What makes one of the conditions hold. */
function waysToMeet(conditions: readonly Condition[], currentItem: number | null): Words {
  const types = conditions.flatMap((one) => (one.type === "item_type" ? quote(one.value) : []));
  const number = currentItem === null ? "number, title" : `number: ${currentItem}`;
  const ways: Partial<Record<Condition["type"], Words>> = {
    item_type: change("items", `{ ${number}, type: ${listed(new Set(types))} }`),
    items_remaining: say`Add an item ${by({ type: "change_run", part: "items", example: "{ number, title, type }" })}.`,
    batches_remaining: say`Add a task ${by({ type: "change_run", part: "tasks", example: "{ id, dependsOn: [] }" })}.`,
    no_batches_remaining: say`Finish or drop every task ${by({ type: "set_task", task: null, status: null })}.`,
  };
  const kinds = [...new Set(conditions.map(({ type }) => type))].filter((type) => ways[type] !== undefined);
  // What is left is that items be documented, which happens on the run's way; and that ends here.
  if (kinds.length === 0) return `A person must add a way on to the workflow (signalbox workflow lint).`;
  return sentences(...kinds.map((type, index) => say`${index === 0 ? "" : "Or: "}${ways[type] ?? ""}`));
}

function showCondition(condition: Condition): string {
  return condition.type === "item_type" ? `${condition.type} ${quote(condition.value)}` : condition.type;
}

/** What is not known, how to make it known, and then the same step again. */
function missingFact(
  route: Route,
  fact: string,
  what: string,
  way: Words,
  facts: Readonly<Record<string, unknown>> = {},
): Refusal {
  const state = route.machine.states.get(route.path[0] ?? route.run.state);
  const again = state?.skill ? say`Then ${doing(complete(state))} again.` : "";
  return refuse("missing_fact", what, sentences(way, again), {
    state: state?.name,
    skill: state?.skill,
    fact,
    ...facts,
  });
}

/** `known`: the same for tasks that are there already. */
function change(part: "items" | "tasks", example: string, known?: string): Words {
  const call = capital(doing({ type: "change_run", part, example, ...(known === undefined ? {} : { known }) }));
  return say`${call}.`;
}

function complete(state: State): { readonly type: "complete_skill"; readonly skill: string } {
  return { type: "complete_skill", skill: state.skill ?? "" };
}
