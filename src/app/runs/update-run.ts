// A run's items and tasks: added or changed by number and id, checked as a whole, stored whole or not at all.

import type { TaskUpdate } from "../../engine/runs/batches.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import type { Item, ItemUpdate } from "../../engine/runs/items.ts";
import { refuseName } from "../../engine/names.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import type { RunFacts } from "../../engine/runs/routers.ts";
import { resumeRun, type Standing } from "../../engine/runs/run.ts";
import type { Task } from "../../engine/runs/tasks.ts";
import { beginRoute } from "../../engine/runs/route-run.ts";
import { checkRunUpdate, type RunChange } from "../../engine/runs/update-run.ts";
import { retypedItems } from "../../engine/runs/worker.ts";
import { quote } from "../../engine/words.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import type { Change, Columns } from "../commit/changes.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import { checkTickets } from "./check-tickets.ts";
import { checkRunName, NEW_RUN, runKey } from "./run.ts";
import type { Run, RunItem, RunName } from "../ports/runs.ts";
import { runMachine } from "./run-machine.ts";
import { beginEntry, refusedRun, runChange, runCheck, runSubject } from "./run-rows.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { refuseUnlessWorker } from "./worker.ts";

export interface UpdateRunInput extends RunName {
  readonly items?: readonly RunItemUpdate[] | undefined;
  readonly tasks?: readonly TaskUpdate[] | undefined;
  /** What was noticed when these were read. */
  readonly warnings?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
}

export interface RunItemUpdate extends ItemUpdate {
  /** null takes it away. */
  readonly ticket?: Key | null;
}

export interface UpdateRunAnswer {
  readonly state: string;
  /** The skill to go on with; null only at the end. */
  readonly next_skill: string | null;
  readonly params: Standing["params"];
  readonly action: Standing["action"];
  readonly done: boolean;
  readonly totalItems: number;
  /** The tasks' ids, batch by batch. */
  readonly batches: readonly (readonly string[])[];
  readonly warnings?: readonly string[];
  readonly event: number | null;
}

const MOST_ITEMS = 200;
const MOST_TASKS = 1000;

export async function updateRun(app: App, caller: Caller, given: UpdateRunInput): Promise<UpdateRunAnswer | Refusal> {
  const unfit = checkInput(caller, given);
  if (unfit) return unfit;
  const input = await withNamesNow(app, given);
  const tickets = await checkTickets(app, input, input.items ?? []);
  if (isRefusal(tickets)) return tickets;
  const { requestId, warnings, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "update_run",
    subject: runKey(input),
    id: requestId,
    arguments: asked,
  };
  const noticed = { ...input, warnings: [...(warnings ?? []), ...tickets] };
  const look = byWorkflow(app, (app) => attempt(app, caller, noticed, request));
  return settleOnce<UpdateRunAnswer, UpdateRunAnswer>(app.board, request, withEvent, look);
}

async function attempt(
  app: App,
  caller: Caller,
  input: UpdateRunInput,
  request: RequestName,
): Promise<Attempt<UpdateRunAnswer | Refusal>> {
  const [run, now] = await Promise.all([app.board.runs.get(runKey(input)), app.board.now()]);
  const machine = run ? await runMachine(app, run.workflow) : app.runs.machine;
  const before = run ?? NEW_RUN;
  const checked = check(machine, before, input);
  if (isRefusal(checked)) {
    if (!run) return { answer: checked };
    return { plan: refusedRun(app, caller, run, checked, { tool: "update_run" }), answer: () => checked };
  }
  const { change, after } = checked;
  const [retyped] = run ? retypedItems(run.items, change.items) : [];
  const others =
    run && retyped ? await refuseUnlessWorker(app, caller, run, `The type of item ${retyped.number}`) : null;
  if (run && others)
    return { plan: refusedRun(app, caller, run, others, { tool: "update_run" }), answer: () => others };
  const answer = answerOf(machine, after, change, input);
  const items = itemChanges(input, run, change);
  const tasks = taskChanges(input, run, change);
  if (run && items.length === 0 && tasks.length === 0 && request.id === undefined) return { answer };
  const columns = run ? {} : { current_item: after.currentItem, current_batch: after.currentBatch };
  return {
    plan: {
      id: app.newId(),
      // A run that is under way keeps the workflow that it began with.
      checks: [...(run ? [] : workflowCheck(app, "run")), runCheck(input, run)],
      entries: [
        ...(run ? [] : [await beginEntry(app, caller, input, after.state, now)]),
        {
          kind: "edit",
          subject: runSubject(runKey(input)),
          by: authorOf(caller),
          data: {
            items: items.map(({ key }) => key.number),
            tasks: tasks.map(({ key }) => key.id),
            ...ticketsIn(run, items),
          },
          changes: [runChange(input, run, columns, now), ...items, ...tasks],
        },
      ],
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

interface Checked {
  readonly change: RunChange;
  /** The run once it is changed. */
  readonly after: RunFacts & { readonly state: string };
}

function check(machine: Machine, before: RunFacts, input: UpdateRunInput): Checked | Refusal {
  const change = checkRunUpdate(machine, before, { items: input.items ?? [], tasks: input.tasks ?? [] });
  if (isRefusal(change)) return change;
  if (change.items.length > MOST_ITEMS) return tooMany("items", change.items.length, MOST_ITEMS);
  if (change.tasks.length > MOST_TASKS) return tooMany("tasks", change.tasks.length, MOST_TASKS);
  const after = { ...before, items: change.items, tasks: change.tasks };
  if (before.state !== null) return { change, after: { ...after, state: before.state } };
  // A new run stands at its first skill, which its items and tasks may have a say in.
  const route = beginRoute(machine, after);
  return isRefusal(route) ? route : { change, after: route.run };
}

/** A ticket elsewhere may have been called otherwise before. */
async function withNamesNow(app: App, input: UpdateRunInput): Promise<UpdateRunInput> {
  if (!input.items?.some(({ ticket }) => ticket)) return input;
  const items = input.items.map(async (item) =>
    item.ticket ? { ...item, ticket: await app.board.tickets.nameNow(item.ticket) } : item,
  );
  return { ...input, items: await Promise.all(items) };
}

function itemChanges(input: UpdateRunInput, run: Run | null, { items }: RunChange): readonly Change<"item">[] {
  const key = runKey(input);
  const known = new Map(run?.items.map((item) => [item.number, item]));
  const tickets = new Map((input.items ?? []).map((item) => [item.number, item.ticket]));
  return items.flatMap((item): Change<"item">[] => {
    const before = known.get(item.number);
    const named = tickets.get(item.number);
    const ticket = named === undefined ? (before?.ticket ?? null) : named;
    if (before && sameItem(before, item, ticket)) return [];
    const { number, title, type, documented } = item;
    return [{ table: "item", key: { run: key, number }, set: { title, type, documented: documented ? 1 : 0, ticket } }];
  });
}

/** The tickets that became an item, or are one no longer: what is shown of them changes with this row. */
function ticketsIn(run: Run | null, items: readonly Change<"item">[]): { readonly tickets?: readonly Key[] } {
  const before = new Map(run?.items.map((item) => [item.number, item.ticket]));
  const named = items.flatMap(({ key, set }) => {
    const was = before.get(key.number) ?? null;
    const is = set?.ticket ?? null;
    return was === is ? [] : [was, is].filter((ticket) => ticket !== null);
  });
  return named.length > 0 ? { tickets: [...new Set(named)] } : {};
}

function sameItem(before: RunItem, item: Item, ticket: Key | null): boolean {
  return before.title === item.title && before.type === item.type && before.ticket === ticket;
}

function taskChanges(input: UpdateRunInput, run: Run | null, { tasks }: RunChange): readonly Change<"task">[] {
  const key = runKey(input);
  const known = new Map(run?.tasks.map((task) => [task.id, taskColumns(task)]));
  return tasks.flatMap((task, position): Change<"task">[] => {
    const columns = taskColumns(task);
    const before = known.get(task.id);
    if (before && JSON.stringify(before) === JSON.stringify(columns)) return [];
    const added = before ? {} : { status: task.status, position };
    return [{ table: "task", key: { run: key, id: task.id }, set: { ...columns, ...added } }];
  });
}

function taskColumns(task: Task): Columns<"task"> {
  return { depends_on: JSON.stringify(task.dependsOn), details: detailsOf(task), item: task.item };
}

/** In one column: it is free text that goes as a whole where some of it has to go. */
function detailsOf({ files, description, tests, parallel }: Partial<Task>): string {
  return JSON.stringify({ files: files ?? [], description, tests, parallel });
}

function answerOf(machine: Machine, after: RunFacts, change: RunChange, input: UpdateRunInput): UpdateRunAnswer {
  const { state, skill, params, action, done } = resumeRun(machine, after);
  const warnings = [...(input.warnings ?? []), ...change.warnings];
  return {
    state,
    next_skill: skill,
    params,
    action,
    done,
    totalItems: change.items.length,
    batches: change.batches.map((batch) => batch.tasks.map((task) => task.id)),
    ...(warnings.length > 0 ? { warnings } : {}),
    event: null,
  };
}

function checkInput(caller: Caller, input: UpdateRunInput): Refusal | null {
  const { items = [], tasks = [] } = input;
  if (items.length > MOST_ITEMS) return tooMany("items", items.length, MOST_ITEMS);
  if (tasks.length > MOST_TASKS) return tooMany("tasks", tasks.length, MOST_TASKS);
  return firstRefusal(
    checkNames(caller, input.requestId),
    checkRunName(input),
    ...items.flatMap(({ number, title, type, status }) => [
      checkText(`the title of item ${number}`, title ?? "", "title"),
      checkText(`the type of item ${number}`, type ?? "", "name"),
      checkText(`the status of item ${number}`, status ?? "", "name"),
    ]),
    ...tasks.flatMap((task) => [
      refuseName("a task's id", task.id),
      ...(task.dependsOn ?? []).map((id) => refuseName(`what task ${quote(task.id)} depends on`, id)),
      checkText(`what is said about task ${quote(task.id)}`, detailsOf(task), "metadata"),
      ...[...(task.files ?? []), ...(task.tests ?? []), task.description ?? ""].map((word) =>
        checkText(`what is said about task ${quote(task.id)}`, word, "metadata"),
      ),
    ]),
  );
}

function tooMany(what: string, count: number, most: number): Refusal {
  return refuse(
    "too_many",
    `A run takes ${most} ${what} at the most, and these would make ${count}.`,
    `send fewer ${what}, and give the rest to another run (a new session). Nothing was stored.`,
    { what, count, limit: most },
  );
}
