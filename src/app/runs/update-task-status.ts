// How a task of a run fares.

import { batchesOf } from "../../engine/runs/batches.ts";
import { refuseName } from "../../engine/names.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import { refuseChanged } from "../../engine/seen.ts";
import { decideTaskStatus, isFinished, isTaskStatus, type TaskStep } from "../../engine/runs/tasks.ts";
import { refuseLateDrop } from "../../engine/runs/worker.ts";
import { quote } from "../../engine/words.ts";
import { authorOf, signatureOf, surfaceOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import type { Change } from "../commit/changes.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import { checkRunName, runKey } from "./run.ts";
import type { Run, RunName } from "../ports/runs.ts";
import { refusedRun, runChange, runCheck, runSubject } from "./run-rows.ts";
import type { Attempt } from "../commit/settle.ts";
import { runMachine } from "./run-machine.ts";
import { noSuchRun } from "./unknown-run.ts";
import { refuseUnlessWorker } from "./worker.ts";

export interface TaskStatusInput extends RunName {
  readonly task: string;
  readonly status: string;
  /** The status that the caller saw; undefined where they rely on none. */
  readonly fromStatus?: string | undefined;
  /** Needed for a task that is dropped. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface TaskStatusAnswer {
  readonly task: string;
  readonly previousStatus: string;
  readonly status: string;
  readonly changed: boolean;
  readonly batch_index: number;
  /** Tasks of its batch that are not finished. */
  readonly unfinished: readonly string[];
  readonly warnings?: readonly string[];
  readonly event: number | null;
}

export async function updateTaskStatus(
  app: App,
  caller: Caller,
  input: TaskStatusInput,
): Promise<TaskStatusAnswer | Refusal> {
  const unfit = firstRefusal(
    checkNames(caller, input.requestId),
    checkRunName(input),
    refuseName("task", input.task),
    checkText("status", input.status, "name"),
    checkText("reason", input.reason ?? "", "reason"),
  );
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "update_task_status",
    subject: runKey(input),
    id: requestId,
    arguments: asked,
  };
  return settleOnce<TaskStatusAnswer, TaskStatusAnswer>(app.board, request, withEvent, () =>
    attempt(app, caller, input, request),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  input: TaskStatusInput,
  request: RequestName,
): Promise<Attempt<TaskStatusAnswer | Refusal>> {
  const { task: id, status, fromStatus, reason } = input;
  const [run, now] = await Promise.all([app.board.runs.get(runKey(input)), app.board.now()]);
  if (!run) return { answer: await noSuchRun(app, input) };
  const known = run.tasks.find((task) => task.id === id);
  const outdated = known && refuseChanged(`task "${id}"`, fromStatus, known.status);
  const decided = outdated ?? decideTaskStatus(run.tasks, id, status, reason);
  const decision = isRefusal(decided) ? decided : ((await refuseDrop(app, caller, run, decided)) ?? decided);
  if (isRefusal(decision)) {
    // Words that mean nothing here are left to what the refusal says of them.
    const asked = { ...(known ? { task: id } : {}), ...(isTaskStatus(status) ? { status } : {}) };
    const subject = { tool: "update_task_status", ...asked };
    return { plan: refusedRun(app, caller, run, decision, subject, reason), answer: () => decision };
  }
  const { changed, from, to } = decision;
  const answer = answerOf(caller, run, decision);
  // Only a request that has a name can come again, after others have changed the status: then it must not act.
  if (!changed && request.id === undefined) return { answer };
  const changes: Change[] = [
    { table: "task", key: { run: run.key, id }, set: { status: to, set_by: signatureOf(caller), set_at: now } },
    runChange(input, run, {}, now),
  ];
  return {
    plan: {
      id: app.newId(),
      checks: [runCheck(input, run)],
      entries: [
        {
          kind: changed ? "edit" : "stay",
          subject: runSubject(run.key),
          by: authorOf(caller),
          data: { task: id, was: from, status: to },
          ...(decision.reason === null ? {} : { texts: { reason: decision.reason } }),
          ...(changed ? { changes } : {}),
        },
      ],
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

async function refuseDrop(
  app: App,
  caller: Caller,
  run: Run,
  { task, to, changed }: TaskStep,
): Promise<Refusal | null> {
  if (!changed || to !== "dropped") return null;
  return (
    refuseLateDrop(await runMachine(app, run.workflow), run.state, task.id) ??
    (await refuseUnlessWorker(app, caller, run, `Dropping task ${quote(task.id)}`))
  );
}

function answerOf(caller: Caller, run: Run, decision: TaskStep): TaskStatusAnswer {
  const { task, from, to, changed } = decision;
  const warnings = decision.warnings.map((words) => inWords(words, surfaceOf(caller)));
  const tasks = run.tasks.map((one) => (one.id === task.id ? { ...one, status: to } : one));
  const batches = batchesOf(tasks);
  const index = batches.findIndex((one) => one.tasks.some(({ id }) => id === task.id));
  return {
    task: task.id,
    previousStatus: from,
    status: to,
    changed,
    batch_index: Math.max(0, index),
    unfinished: (batches[index]?.tasks ?? []).filter((one) => !isFinished(one)).map(({ id }) => id),
    ...(warnings.length > 0 ? { warnings } : {}),
    event: null,
  };
}
