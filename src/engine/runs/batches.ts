// The task graph: tasks in, batches out. A batch is every task whose dependencies are all in earlier batches, so the
// tasks of one batch can be worked side by side. Nothing here recurses: a chain of 100,000 tasks is a legal graph.

import { argument, say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { isFinished, isWorked, type Task, type TaskStatus } from "./tasks.ts";
import { didYouMean, listed, listedBriefly, nearest, quote, showName } from "../words.ts";

const DEPENDS_ON = argument("dependsOn");

export interface Batch {
  /** Its number as text, from "0". */
  readonly id: string;
  readonly tasks: readonly BatchTask[];
  readonly status: "pending" | "in_progress" | "completed";
}

export interface BatchTask {
  readonly id: string;
  readonly status: TaskStatus;
  readonly dependsOn: readonly string[];
}

export interface TaskGraph {
  readonly kind: "graph";
  readonly tasks: readonly Task[];
  readonly batches: readonly Batch[];
  readonly warnings: readonly string[];
}

/** What a caller may say about a task. Its status is not among it: that has rules of its own. */
export interface TaskUpdate {
  readonly id: string;
  readonly item?: number | null;
  readonly dependsOn?: readonly string[];
  readonly files?: readonly string[];
  readonly description?: string;
  readonly tests?: readonly string[];
  readonly parallel?: boolean;
}

export function checkTaskGraph(tasks: readonly Task[]): TaskGraph | Refusal {
  const byId = new Map<string, Task>();
  for (const task of tasks) {
    if (task.id.trim() === "") return blankId();
    if (byId.has(task.id)) return duplicateTask(task.id);
    byId.set(task.id, task);
  }
  for (const task of tasks) {
    for (const dependency of task.dependsOn) {
      if (dependency === task.id) return selfDependency(task);
      if (!byId.has(dependency)) return unknownDependency(task, dependency, byId.keys());
    }
  }
  const levels = levelTasks(tasks, byId);
  if (levels.size < tasks.length) return dependencyCycle(tasks, byId, levels);
  const groups: Task[][] = [];
  for (const task of tasks) (groups[levels.get(task.id) ?? 0] ??= []).push(task);
  return { kind: "graph", tasks, batches: groups.map(toBatch), warnings: groups.flatMap(sharedFiles) };
}

/** Adds tasks, or changes them by id. What is not mentioned stays; the result is checked as a whole. */
export function mergeTasks(
  existing: readonly Task[],
  updates: readonly TaskUpdate[],
  currentItem: number | null = null,
): TaskGraph | Refusal {
  const merged = new Map(existing.map((task) => [task.id, task]));
  const mentioned = new Set<string>();
  for (const update of updates) {
    if (mentioned.has(update.id)) return duplicateTask(update.id);
    mentioned.add(update.id);
    const task = merged.get(update.id);
    const changed = applyUpdate(task ?? newTask(update.id, currentItem), update);
    if (task && task.status !== "pending" && !sameMembers(task.dependsOn, changed.dependsOn)) return taskStarted(task);
    merged.set(update.id, changed);
  }
  return checkTaskGraph([...merged.values()]);
}

/** For tasks that were checked when they were stored. Throws where they were not: that is a bug, not an answer. */
export function batchesOf(tasks: readonly Task[]): readonly Batch[] {
  const graph = checkTaskGraph(tasks);
  if (graph.kind === "refusal") throw new Error(`A task graph was stored unchecked: ${graph.code}`);
  return graph.batches;
}

/** The index of the first batch that still has work in it, or null. */
export function firstUnfinished(batches: readonly Batch[]): number | null {
  const index = batches.findIndex((batch) => batch.status !== "completed");
  return index === -1 ? null : index;
}

function newTask(id: string, item: number | null): Task {
  return { id, item, dependsOn: [], files: [], status: "pending" };
}

// Field by field: a status that came along in the caller's data would skip the rules for changing it.
function applyUpdate(task: Task, update: TaskUpdate): Task {
  return {
    ...task,
    ...(update.item === undefined ? {} : { item: update.item }),
    ...(update.dependsOn === undefined ? {} : { dependsOn: [...new Set(update.dependsOn)] }),
    ...(update.files === undefined ? {} : { files: [...new Set(update.files)] }),
    ...(update.description === undefined ? {} : { description: update.description }),
    ...(update.tests === undefined ? {} : { tests: [...update.tests] }),
    ...(update.parallel === undefined ? {} : { parallel: update.parallel }),
  };
}

/** The batch of each task; tasks on a cycle, or behind one, get none. */
function levelTasks(tasks: readonly Task[], byId: ReadonlyMap<string, Task>): ReadonlyMap<string, number> {
  const dependents = new Map<string, string[]>();
  const waits = new Map<string, number>();
  for (const task of tasks) {
    const dependencies = new Set(task.dependsOn);
    waits.set(task.id, dependencies.size);
    for (const dependency of dependencies) {
      const list = dependents.get(dependency);
      if (list) list.push(task.id);
      else dependents.set(dependency, [task.id]);
    }
  }
  const levels = new Map<string, number>();
  let ready = [...byId.keys()].filter((id) => waits.get(id) === 0);
  for (let level = 0; ready.length > 0; level++) {
    const following: string[] = [];
    for (const id of ready) {
      levels.set(id, level);
      for (const dependent of dependents.get(id) ?? []) {
        const left = (waits.get(dependent) ?? 0) - 1;
        waits.set(dependent, left);
        if (left === 0) following.push(dependent);
      }
    }
    ready = following;
  }
  return levels;
}

function toBatch(tasks: readonly Task[], index: number): Batch {
  const status = tasks.every(isFinished) ? "completed" : tasks.some(isWorked) ? "in_progress" : "pending";
  return {
    id: String(index),
    tasks: tasks.map((task) => ({ id: task.id, status: task.status, dependsOn: task.dependsOn })),
    status,
  };
}

function sharedFiles(tasks: readonly Task[], batch: number): readonly string[] {
  const users = new Map<string, string[]>();
  for (const task of tasks) {
    if (task.status === "dropped") continue;
    for (const file of new Set(task.files.map((path) => path.replace(/^(\.\/)+/, "")))) {
      const list = users.get(file);
      if (list) list.push(task.id);
      else users.set(file, [task.id]);
    }
  }
  return [...users]
    .filter(([, ids]) => ids.length > 1)
    .map(
      ([file, ids]) =>
        `Tasks ${listedBriefly(ids.map(quote))} of batch ${batch} all name ${quote(file)}: worked side by side they ` +
        `may overwrite each other. Let one depend on the other to keep them apart.`,
    );
}

function dependencyCycle(
  tasks: readonly Task[],
  byId: ReadonlyMap<string, Task>,
  levels: ReadonlyMap<string, number>,
): Refusal {
  // Every task without a level waits for another one without a level, so this walk must come round.
  const seenAt = new Map<string, number>();
  const walked: string[] = [];
  let at = tasks.find((task) => !levels.has(task.id))?.id;
  while (at !== undefined && !seenAt.has(at)) {
    seenAt.set(at, walked.length);
    walked.push(at);
    at = byId.get(at)?.dependsOn.find((dependency) => !levels.has(dependency));
  }
  const round = walked.slice(seenAt.get(at ?? "") ?? 0);
  const last = round.at(-1) ?? "";
  const first = round[0] ?? "";
  const shown =
    round.length > 12 ? [...round.slice(0, 12).map(showName), `… ${round.length - 12} more …`] : round.map(showName);
  const kept = (byId.get(last)?.dependsOn ?? []).filter((dependency) => dependency !== first);
  return refuse(
    "task_cycle",
    `The tasks depend on each other in a circle: ${[...shown, showName(first)].join(" → ")} (each depends on the next).`,
    say`Take one of these dependencies out and send the tasks again, for example ${quote(last)} with ${DEPENDS_ON} [${kept.map(quote).join(", ")}]. Nothing was stored.`,
    { cycle: [...round, first] },
  );
}

function unknownDependency(task: Task, dependency: string, known: Iterable<string>): Refusal {
  const others = [...known].filter((id) => id !== task.id);
  const meant = nearest(dependency, others);
  return refuse(
    "unknown_dependency",
    `Task ${quote(task.id)} depends on ${quote(dependency)}, which is no task of this run.${didYouMean(meant)}`,
    say`Send the tasks again with ${quote(dependency)} among them, or with ${DEPENDS_ON} of ${quote(task.id)} set to tasks that exist${others.length === 0 ? "" : ` (${listedBriefly(others.map(quote))})`}. Nothing was stored.`,
    { task: task.id, dependency, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function selfDependency(task: Task): Refusal {
  const kept = task.dependsOn.filter((dependency) => dependency !== task.id);
  return refuse(
    "self_dependency",
    `Task ${quote(task.id)} depends on itself, so it could never start.`,
    say`Send the tasks again with ${DEPENDS_ON} of ${quote(task.id)} set to [${kept.map(quote).join(", ")}]. Nothing was stored.`,
    { task: task.id },
  );
}

function taskStarted(task: Task): Refusal {
  return refuse(
    "task_started",
    `Task ${quote(task.id)} is ${task.status}: a task that has started can't change its dependencies ` +
      `(${listed(task.dependsOn.map(quote), "and") || "none"}).`,
    say`Send the tasks again with ${quote(task.id)} as it is, or without its ${DEPENDS_ON}. Nothing was stored.`,
    { task: task.id, status: task.status, dependsOn: task.dependsOn },
  );
}

function duplicateTask(id: string): Refusal {
  return refuse(
    "duplicate_task",
    `The task id ${quote(id)} stands for two tasks.`,
    `Give each task an id of its own and send the tasks again. Nothing was stored.`,
    { task: id },
  );
}

function blankId(): Refusal {
  return refuse(
    "invalid_task",
    `A task has a blank id.`,
    `Give each task an id and send the tasks again. Nothing was stored.`,
  );
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  const other = new Set(b);
  return set.size === other.size && [...other].every((member) => set.has(member));
}
