// What update_run may change: items and tasks, checked together, so that a bad task leaves no new items behind.

import { mergeTasks, type Batch, type TaskUpdate } from "./batches.ts";
import type { Machine } from "../workflow/compile.ts";
import { checkItems, type Item, type ItemUpdate } from "./items.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listedBriefly, quote } from "../words.ts";
import type { RunFacts } from "./routers.ts";
import type { Task } from "./tasks.ts";
import { comesTo, refuseRetyped, retypedItems } from "./worker.ts";

export interface RunUpdate {
  readonly items?: readonly ItemUpdate[];
  /** A task that names no item belongs to the one that is worked on. */
  readonly tasks?: readonly TaskUpdate[];
}

export interface RunChange {
  readonly kind: "change";
  readonly items: readonly Item[];
  readonly tasks: readonly Task[];
  readonly batches: readonly Batch[];
  readonly warnings: readonly string[];
}

export function checkRunUpdate(machine: Machine, run: RunFacts, update: RunUpdate): RunChange | Refusal {
  const state = run.state ?? machine.workflow.start;
  if (machine.states.get(state)?.terminal) return runOver(state);
  const items = checkItems(machine, run.items, update.items ?? []);
  if (items.kind === "refusal") return items;
  for (const item of retypedItems(run.items, items.items)) {
    const late = refuseRetyped(machine, run, item);
    if (late) return late;
  }
  const graph = mergeTasks(run.tasks, update.tasks ?? [], run.currentItem);
  if (graph.kind === "refusal") return graph;
  const numbers = new Set(items.items.map((item) => item.number));
  const stray = graph.tasks.find((task) => task.item !== null && !numbers.has(task.item));
  if (stray) return unknownItem(stray, numbers);
  const warnings = [...items.warnings, ...graph.warnings, ...tooLate(machine, run, state, items.items, graph.tasks)];
  return { kind: "change", items: items.items, tasks: graph.tasks, batches: graph.batches, warnings };
}

function tooLate(
  machine: Machine,
  run: RunFacts,
  state: string,
  items: readonly Item[],
  tasks: readonly Task[],
): readonly string[] {
  const numbers = new Set(run.items.map((item) => item.number));
  const ids = new Set(run.tasks.map((task) => task.id));
  const newItems = items.filter((item) => !numbers.has(item.number)).map((item) => `item ${item.number}`);
  const newTasks = tasks.filter((task) => !ids.has(task.id)).map((task) => `task ${quote(task.id)}`);
  const late = [
    ...(comesTo(machine, run.state, "next-item") ? [] : newItems),
    ...(comesTo(machine, run.state, "batch") ? [] : newTasks),
  ];
  if (late.length === 0) return [];
  return [
    `${listedBriefly(late)} will not be worked in this run, which is at "${state}" and past the place for it. ` +
      `Begin another run for it.`,
  ];
}

function unknownItem(task: Task, known: Iterable<number>): Refusal {
  const numbers = [...known].map(String);
  return refuse(
    "unknown_item",
    `Task ${quote(task.id)} belongs to item ${task.item}, which this run does not have.`,
    numbers.length === 0
      ? `Send the item along in the same call, items [{ number: ${task.item}, title, type }], or the task without an item.`
      : `Name item ${listedBriefly(numbers, "or")}, or send item ${task.item} along in the same call. Nothing was stored.`,
    { task: task.id, item: task.item, items: [...known] },
  );
}

function runOver(state: string): Refusal {
  return refuse(
    "run_over",
    `The run is over: it is at "${state}", and what is added now would never be worked.`,
    `Begin another run, with a new session, and give it these items and tasks.`,
    { state, done: true },
  );
}
