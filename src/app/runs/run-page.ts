// A run as a person reads it: beside where it stands, what to say to an agent that is to go on, the document of each step,
// who worked which task for how long, and everything that was refused.

import { documentsOf, type CompletedStep } from "../../engine/runs/documents.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { Surface } from "../../engine/surfaces/tell.ts";
import type { App } from "../app.ts";
import { toEventView } from "../ledger/events.ts";
import { wholeHistory } from "../ledger/whole-history.ts";
import type { Json } from "../commit/json.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { RunPage, RunRefusalView, RunView } from "../pages/run-views.ts";
import type { RunName } from "../ports/runs.ts";
import { readItemTickets } from "./item-tickets.ts";
import { runDocument, type DocumentTexts } from "./run-document.ts";
import { checkRunName, runKey } from "./run.ts";
import { runMachine } from "./run-machine.ts";
import { runSubject } from "./run-rows.ts";
import { taskWork } from "./task-work.ts";
import { noSuchRun } from "./unknown-run.ts";
import { MOST_HISTORY, toRunView } from "./view-run.ts";

/** `surface`: in whose words notes are told. */
export function viewRunPage(app: App, name: RunName, surface: Surface): Promise<RunPage | Refusal> {
  return readPage(app, name, surface, MOST_HISTORY);
}

/** As one Markdown document, with every step of it. `read`: gives what stands in the documents that skills left. */
export async function exportRun(
  app: App,
  name: RunName,
  surface: Surface,
  read: (paths: readonly string[]) => Promise<DocumentTexts> = () => Promise.resolve(new Map()),
): Promise<{ readonly markdown: string } | Refusal> {
  const page = await readPage(app, name, surface, Number.POSITIVE_INFINITY);
  if (isRefusal(page)) return page;
  return { markdown: runDocument(page, await read(page.documents.map(({ path }) => path))) };
}

async function readPage(app: App, name: RunName, surface: Surface, mostHistory: number): Promise<RunPage | Refusal> {
  const unfit = checkRunName(name);
  if (unfit) return unfit;
  const key = runKey(name);
  const [run, newestFirst, now] = await Promise.all([
    app.board.runs.get(key),
    wholeHistory(app, runSubject(key)),
    app.board.now(),
  ]);
  if (!run) return noSuchRun(app, name);
  const machine = await runMachine(app, run.workflow);
  const rows = newestFirst.toReversed();
  const tickets = await readItemTickets(app, machine, run, { surface });
  const view = toRunView(machine, run, newestFirst.slice(0, mostHistory).toReversed(), tickets);
  return {
    ...view,
    resume: resumeWords(view),
    documents: documentsOf(machine, run, completedSteps(rows)),
    work: taskWork(rows, now),
    refusals: rows.flatMap(viewRefusal),
  };
}

/** It is all that an agent with an empty context needs. */
function resumeWords({ project, session, skill }: RunView): string | null {
  if (skill === null) return null;
  return (
    `Go on with the Signalbox run of project ${project}, session ${session}: ` +
    `call get_run ${JSON.stringify({ project, session })} and use the skill that it names, now ${skill}.`
  );
}

/** A move says what the run is about after it; what the step was about that it left, the move before it says. */
function completedSteps(rows: readonly LedgerRow[]): readonly CompletedStep[] {
  let item: number | null = null;
  let batch: number | null = null;
  return rows.flatMap(({ kind, data }) => {
    if (kind !== "move" || typeof data["from"] !== "string") return [];
    const [documented] = Array.isArray(data["documented"]) ? data["documented"] : [];
    const step = { state: data["from"], item: count(documented) ?? item ?? count(data["item"]), batch: batch ?? 0 };
    item = count(data["item"]);
    batch = count(data["batch"]);
    return [step];
  });
}

function viewRefusal(row: LedgerRow): readonly RunRefusalView[] {
  const { seq, at, who, code, refusal } = toEventView(row);
  if (row.kind !== "refuse" || code === null) return [];
  const { what, recovery } = refusal ?? { what: null, recovery: null };
  return [{ seq, at, who, asked: askedFor(row.data), code, what, recovery }];
}

/** Rows of earlier versions do not name the call: what stands in them tells it. */
function askedFor({ tool, skill, task, status }: LedgerRow["data"]): string {
  if (typeof skill === "string") return `complete ${skill}`;
  if (typeof task === "string") return `set ${task}${typeof status === "string" ? ` to ${status}` : ""}`;
  return tool === "update_task_status" ? "set a task" : "change items or tasks";
}

function count(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
