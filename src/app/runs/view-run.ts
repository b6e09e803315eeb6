// A run as people and agents read it: where it stands, the skill to go on with, its items, its tasks in batches, and what
// happened on it.

import { checkTaskGraph } from "../../engine/runs/batches.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { stamp } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { skillOfState } from "../../engine/runs/routers.ts";
import { resumeRun } from "../../engine/runs/run.ts";
import type { Task, TaskStatus } from "../../engine/runs/tasks.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import { surfaceOf, type App, type Caller } from "../app.ts";
import { toEventView } from "../ledger/events.ts";
import type { Json } from "../commit/json.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { checkRunName, runKey } from "./run.ts";
import type { ListedRun, Run, RunName, RunTask } from "../ports/runs.ts";
import { findRunMachine, runMachine } from "./run-machine.ts";
import { runSubject } from "./run-rows.ts";
import { noSuchRun } from "./unknown-run.ts";
import type { RunEntryView, RunSummary, RunTaskView, RunView } from "../pages/run-views.ts";
import { readItemTickets, type ItemTickets } from "./item-tickets.ts";

/** What people see at once. */
export const MOST_HISTORY = 100;

export interface Viewing {
  /** How many rows of the history; absent: what people see at once. */
  readonly rows?: number;
  /** Whose handoffs are told; absent: those of whoever holds each ticket. */
  readonly caller?: Caller;
}

export async function viewRun(
  app: App,
  name: RunName,
  { rows = MOST_HISTORY, caller }: Viewing = {},
): Promise<RunView | Refusal> {
  const unfit = checkRunName(name);
  if (unfit) return unfit;
  const key = runKey(name);
  const [run, history] = await Promise.all([app.board.runs.get(key), app.board.ledger.history(runSubject(key), rows)]);
  if (!run) return noSuchRun(app, name);
  const machine = await runMachine(app, run.workflow);
  const reader = caller ? { surface: surfaceOf(caller), actor: caller.actor } : ({ surface: "mcp" } as const);
  return toRunView(machine, run, history.toReversed(), await readItemTickets(app, machine, run, reader));
}

/** Those that something was done on last come first. */
export async function listRuns(app: App, limit: number): Promise<readonly RunSummary[]> {
  const runs = await app.board.runs.list(limit);
  return Promise.all(runs.map(async (run) => summarize(await findRunMachine(app, run.workflow), run)));
}

/** Without its workflow a run can't go on; a list shows it all the same. */
function summarize(machine: Machine | null, run: ListedRun): RunSummary {
  const state = machine?.states.get(run.state);
  const { project, session, totalItems, documentedItems, totalTasks, completedTasks, failedTasks } = run;
  return {
    project,
    session,
    workflow: machine?.workflow.name ?? run.workflow,
    state: run.state,
    phase: state?.phase ?? null,
    skill: machine && !state?.terminal ? skillOfState(machine, run.state) : null,
    done: state?.terminal ?? false,
    startedAt: stamp(run.startedAt),
    lastActivity: stamp(run.updatedAt),
    totalItems,
    documentedItems,
    totalTasks,
    completedTasks,
    failedTasks,
  };
}

/** `history`: in the order in which it happened. */
export function toRunView(
  machine: Machine,
  run: Run,
  history: readonly LedgerRow[],
  { byItem, handoffs }: ItemTickets,
): RunView {
  const { state, skill, params, action, phase, done } = resumeRun(machine, run);
  const graph = checkTaskGraph(run.tasks);
  const { batches, warnings } = isRefusal(graph) ? { batches: [], warnings: [inWords(graph.what, "mcp")] } : graph;
  const tasks = new Map(run.tasks.map((task) => [task.id, task]));
  return {
    project: run.project,
    session: run.session,
    workflow: machine.workflow.name,
    workflowHash: run.workflow,
    state,
    phase,
    skill,
    params,
    action,
    done,
    hasSnapshot: skill !== null,
    startedAt: stamp(run.startedAt),
    lastActivity: stamp(run.updatedAt),
    currentItem: run.currentItem,
    currentBatch: params.batch_index ?? null,
    totalItems: run.items.length,
    documentedItems: run.items.filter((item) => item.documented).length,
    items: run.items.map((item) => ({ ...item, ticketNow: byItem.get(item.number) ?? null })),
    handoffs,
    totalTasks: run.tasks.length,
    failedTasks: idsOf(run.tasks, "failed").length,
    completedTasks: idsOf(run.tasks, "completed"),
    pendingTasks: idsOf(run.tasks, "pending"),
    inProgressTasks: idsOf(run.tasks, "in_progress"),
    droppedTasks: idsOf(run.tasks, "dropped"),
    batches: batches.map((batch) => ({
      id: batch.id,
      status: batch.status,
      tasks: batch.tasks.flatMap(({ id }) => tasks.get(id) ?? []).map(viewTask),
    })),
    warnings: done ? [] : warnings,
    history: history.map(viewEntry),
  };
}

function viewTask(task: RunTask): RunTaskView {
  return {
    id: task.id,
    status: task.status,
    dependsOn: task.dependsOn,
    files: task.files,
    tests: task.tests ?? [],
    description: task.description ?? null,
    item: task.item,
    by: task.setBy,
    since: task.setAt === null ? null : stamp(task.setAt),
  };
}

function viewEntry(row: LedgerRow): RunEntryView {
  const { seq, at, kind, who, from, to, code, texts, refusal } = toEventView(row);
  const { skill, task, status, path } = row.data;
  return {
    seq,
    at,
    kind,
    who,
    from,
    to,
    skill: word(skill),
    task: word(task),
    status: word(status),
    code,
    path: Array.isArray(path) ? path.map(String) : [],
    text: texts["reason"] ?? null,
    refusal,
  };
}

function idsOf(tasks: readonly Task[], status: TaskStatus): readonly string[] {
  return tasks.filter((task) => task.status === status).map((task) => task.id);
}

function word(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
