// A run's tasks and the life of one task. How tasks form batches is in batches.ts.

import { argument, by, capital, doing, say, sentences, type SetTask, type Words } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, listedBriefly, nearest, quote, unknown } from "../words.ts";

export const TASK_STATUSES = ["pending", "in_progress", "completed", "failed", "dropped"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface Task {
  readonly id: string;
  /** The number of the item that it came from; null where it belongs to none. */
  readonly item: number | null;
  readonly dependsOn: readonly string[];
  readonly files: readonly string[];
  readonly status: TaskStatus;
  readonly description?: string;
  readonly tests?: readonly string[];
  readonly parallel?: boolean;
}

export interface TaskStep {
  readonly kind: "task";
  readonly task: Task;
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  /** false: it had this status already; nothing is to be written. */
  readonly changed: boolean;
  readonly reason: string | null;
  readonly warnings: readonly Words[];
}

// completed and dropped are final. A dropped task that comes back would reopen a batch that the run may have left for
// good. If the work is wanted after all it is added as a new task, in a batch that is still to come.
const NEXT: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ["in_progress", "completed", "failed", "dropped"],
  in_progress: ["completed", "failed", "pending", "dropped"],
  failed: ["in_progress", "pending", "completed", "dropped"],
  completed: [],
  dropped: [],
};

/** To have one of these, a task must have been worked on, which its dependencies may forbid. */
const WORKED: ReadonlySet<TaskStatus> = new Set(["in_progress", "completed", "failed"]);

const FINISHED: ReadonlySet<TaskStatus> = new Set(["completed", "dropped"]);

export function isTaskStatus(word: string): word is TaskStatus {
  return TASK_STATUSES.some((known) => known === word);
}

export function isFinished(task: Pick<Task, "status">): boolean {
  return FINISHED.has(task.status);
}

export function isWorked(task: Pick<Task, "status">): boolean {
  return WORKED.has(task.status);
}

export function decideTaskStatus(
  tasks: readonly Task[],
  id: string,
  status: string,
  reason?: string,
): TaskStep | Refusal {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const task = byId.get(id);
  if (!task) return unknownTask(id, byId.keys());
  const to = TASK_STATUSES.find((known) => known === status);
  if (to === undefined) return unknownStatus(task, status);
  const why = reason?.trim() ? reason : null;
  const step = { kind: "task", task, from: task.status, to, reason: why } as const;
  if (to === task.status) return { ...step, changed: false, warnings: [] };
  if (!NEXT[task.status].includes(to)) return finalStatus(task, to);
  if (to === "dropped" && why === null) return missingReason(task);
  if (WORKED.has(to)) {
    const open = task.dependsOn.filter((dependency) => byId.get(dependency)?.status !== "completed");
    if (open.length > 0) return dependenciesOpen(task, to, open, byId);
  }
  return { ...step, changed: true, warnings: to === "dropped" ? strandedBy(task, tasks) : [] };
}

/** What is left to do for a task that is not finished, as the calls to make. */
export function wayToFinish(task: Task, byId: ReadonlyMap<string, Task>): Words {
  if (task.status === "in_progress") return say`finish it, then ${set(task, "completed")} (or "failed")`;
  if (task.status === "failed") return say`retry it ${by(set(task, "in_progress"))}, or ${drop(task)}`;
  const dropped = task.dependsOn.filter((dependency) => byId.get(dependency)?.status === "dropped");
  if (dropped.length > 0) return wayAroundDropped(task, dropped);
  const open = task.dependsOn.filter((dependency) => byId.get(dependency)?.status !== "completed");
  const first = open.length > 0 ? `after ${listedBriefly(open.map(quote))}, ` : "";
  return say`${first}do its work, then ${set(task, "completed")}; or ${drop(task)}`;
}

function wayAroundDropped(task: Task, dropped: readonly string[]): Words {
  const left = task.dependsOn.filter((dependency) => !dropped.includes(dependency));
  const example = `{ id: ${quote(task.id)}, dependsOn: [${left.map(quote).join(", ")}] }`;
  return say`${listedBriefly(dropped.map(quote))} it depends on will never be completed: ${drop(task)}, or take the dependency out ${by({ type: "change_run", part: "tasks", example })}`;
}

function strandedBy(dropped: Task, tasks: readonly Task[]): readonly Words[] {
  const stranded = tasks.filter((task) => !isFinished(task) && task.dependsOn.includes(dropped.id));
  if (stranded.length === 0) return [];
  return [
    say`${listedBriefly(stranded.map((task) => quote(task.id)))} can't start without ${quote(dropped.id)}: drop what is no longer wanted too, or change its ${argument("dependsOn")} ${by({ type: "change_run", part: "tasks" })}.`,
  ];
}

function dependenciesOpen(
  task: Task,
  to: TaskStatus,
  open: readonly string[],
  byId: ReadonlyMap<string, Task>,
): Refusal {
  const waitsFor = open.map((id) => ({ id, status: byId.get(id)?.status ?? null }));
  const dropped = waitsFor.filter((one) => one.status === "dropped").map((one) => one.id);
  const unfinished = waitsFor.filter((one) => one.status !== "dropped").map((one) => one.id);
  const steps: Words[] = [];
  if (dropped.length > 0) steps.push(say`${wayAroundDropped(task, dropped)}.`);
  if (unfinished.length > 0) {
    const complete: SetTask = { type: "set_task", task: null, status: "completed" };
    steps.push(
      say`Complete ${listedBriefly(unfinished.map(quote))} first (${complete}), then ${doing(set(task, to))} again.`,
    );
  }
  return refuse(
    "dependencies_open",
    `Task ${quote(task.id)} can't be ${quote(to)}: it depends on ` +
      `${listedBriefly(waitsFor.map((one) => `${quote(one.id)} (${one.status ?? "unknown"})`))}, ` +
      `and a task starts only when its dependencies are completed.`,
    sentences(...steps),
    { task: task.id, from: task.status, to, waitsFor },
  );
}

function finalStatus(task: Task, to: TaskStatus): Refusal {
  return refuse(
    "task_final",
    `Task ${quote(task.id)} is ${task.status}, and that is final: it can't become ${quote(to)}.`,
    say`Leave it as it is. If there is more to do, add it as a new task ${by({ type: "change_run", part: "tasks" })}, under an id of its own.`,
    { task: task.id, from: task.status, to, allowed: [] },
  );
}

function missingReason(task: Task): Refusal {
  return refuse(
    "missing_reason",
    `Task ${quote(task.id)} can't be dropped without a reason.`,
    say`${capital(doing({ ...set(task, "dropped"), reason: "that says why the work is not needed" }))}.`,
    { task: task.id, from: task.status, to: "dropped" },
  );
}

function unknownStatus(task: Task, status: string): Refusal {
  return refuse(
    "unknown_status",
    unknown("task status", status, TASK_STATUSES),
    say`${capital(doing({ type: "set_task", task: null, status: null }))} for ${quote(task.id)} with one of ${listed(TASK_STATUSES)}.`,
    { task: task.id, from: task.status, status, statuses: TASK_STATUSES, allowed: NEXT[task.status] },
  );
}

function unknownTask(id: string, known: Iterable<string>): Refusal {
  const ids = [...known];
  const meant = nearest(id, ids);
  return refuse(
    "unknown_task",
    unknown("task", id, ids),
    ids.length === 0
      ? say`This run has no tasks yet: add them ${by({ type: "change_run", part: "tasks", example: "{ id, dependsOn }" })}.`
      : say`Retry with one of ${listedBriefly(ids.map(quote), "or")}; ${{ type: "show_run" }} lists the tasks.`,
    { task: id, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function set(task: Task, status: TaskStatus): SetTask {
  return { type: "set_task", task: task.id, status };
}

function drop(task: Task): Words {
  return say`drop it ${by({ ...set(task, "dropped"), reason: "" })}`;
}
