// A run's tasks and the life of one task. How tasks form batches is in batches.ts.

import { listed, listedBriefly, nearest, refuse, type Refusal } from "../refusal.ts";

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
  readonly warnings: readonly string[];
}

// completed and dropped are final. A dropped task that comes back would reopen a batch that the run may have left for
// good; whoever wants the work after all adds it as a new task, which is then in a batch that is still to come.
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
export function wayToFinish(task: Task, byId: ReadonlyMap<string, Task>): string {
  if (task.status === "in_progress") return `finish it, then ${call(task, "completed")} (or "failed")`;
  if (task.status === "failed") return `retry it with ${call(task, "in_progress")}, or ${dropCall(task)}`;
  const dropped = task.dependsOn.filter((dependency) => byId.get(dependency)?.status === "dropped");
  if (dropped.length > 0) return wayAroundDropped(task, dropped);
  const open = task.dependsOn.filter((dependency) => byId.get(dependency)?.status !== "completed");
  const first = open.length > 0 ? `after ${listedBriefly(open.map(quote))}, ` : "";
  return `${first}do its work, then ${call(task, "completed")}; or ${dropCall(task)}`;
}

function wayAroundDropped(task: Task, dropped: readonly string[]): string {
  const left = task.dependsOn.filter((dependency) => !dropped.includes(dependency));
  return (
    `${listedBriefly(dropped.map(quote))} it depends on will never be completed: ${dropCall(task)}, or take the ` +
    `dependency out with update_run, tasks [{ id: ${quote(task.id)}, dependsOn: [${left.map(quote).join(", ")}] }]`
  );
}

function strandedBy(dropped: Task, tasks: readonly Task[]): readonly string[] {
  const stranded = tasks.filter((task) => !isFinished(task) && task.dependsOn.includes(dropped.id));
  if (stranded.length === 0) return [];
  return [
    `${listedBriefly(stranded.map((task) => quote(task.id)))} can't start without ${quote(dropped.id)}: drop what is ` +
      `no longer wanted too, or change its dependsOn with update_run.`,
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
  const steps: string[] = [];
  if (dropped.length > 0) steps.push(`${wayAroundDropped(task, dropped)}.`);
  if (unfinished.length > 0) {
    steps.push(
      `Complete ${listedBriefly(unfinished.map(quote))} first (update_task_status with status "completed"), ` +
        `then call ${call(task, to)} again.`,
    );
  }
  return refuse(
    "dependencies_open",
    `Task ${quote(task.id)} can't be ${quote(to)}: it depends on ` +
      `${listedBriefly(waitsFor.map((one) => `${quote(one.id)} (${one.status ?? "unknown"})`))}, ` +
      `and a task starts only when its dependencies are completed.`,
    steps.join(" "),
    { task: task.id, from: task.status, to, waitsFor },
  );
}

function finalStatus(task: Task, to: TaskStatus): Refusal {
  return refuse(
    "task_final",
    `Task ${quote(task.id)} is ${task.status}, and that is final: it can't become ${quote(to)}.`,
    `Leave it as it is. If there is more to do, add it as a new task with update_run, under an id of its own.`,
    { task: task.id, from: task.status, to, allowed: [] },
  );
}

function missingReason(task: Task): Refusal {
  return refuse(
    "missing_reason",
    `Task ${quote(task.id)} can't be dropped without a reason.`,
    `Call ${call(task, "dropped")} and a reason that says why the work is not needed.`,
    { task: task.id, from: task.status, to: "dropped" },
  );
}

function unknownStatus(task: Task, status: string): Refusal {
  const meant = nearest(status, TASK_STATUSES);
  return refuse(
    "unknown_status",
    `Unknown task status ${quote(status)}.${meant ? ` Did you mean ${quote(meant)}?` : ""}`,
    `Call update_task_status for ${quote(task.id)} with one of ${listed(TASK_STATUSES)}.`,
    { task: task.id, from: task.status, status, statuses: TASK_STATUSES, allowed: NEXT[task.status] },
  );
}

function unknownTask(id: string, known: Iterable<string>): Refusal {
  const ids = [...known];
  const meant = nearest(id, ids);
  return refuse(
    "unknown_task",
    `Unknown task ${quote(id)}.${meant === undefined ? "" : ` Did you mean ${quote(meant)}?`}`,
    ids.length === 0
      ? `This run has no tasks yet: add them with update_run, tasks [{ id, dependsOn }].`
      : `Retry with one of ${listedBriefly(ids.map(quote), "or")}; get_run lists the tasks.`,
    { task: id, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function call(task: Task, status: TaskStatus): string {
  return `update_task_status with task ${quote(task.id)} and status ${quote(status)}`;
}

function dropCall(task: Task): string {
  return `drop it with ${call(task, "dropped")} and a reason`;
}

function quote(word: string): string {
  return `"${word}"`;
}
