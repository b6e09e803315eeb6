// signalbox runs: where each run of skills stands; and of one run its items, and its tasks in waves.

import { Command } from "commander";
import type { App } from "../../app/app.ts";
import { listRuns, viewRun } from "../../app/runs/view-run.ts";
import type { RunBatchView, RunSummary, RunTaskView, RunView } from "../../app/pages/run-views.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { CliError, styled, type Style } from "../support/output.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { oneLine, renderTable, showAge, windowWidth, type Cell, type Column } from "../screens/table.ts";
import { showOrWatch, type ShowOptions } from "../screens/watch.ts";

type RunsOptions = StoreOptions & ShowOptions & { readonly limit: string };

export function runsCommand(): Command {
  return storeCommand(new Command("runs"))
    .description("list runs of skills, or show one: where it stands, its items and its tasks")
    .argument("[project]", "of the run to show")
    .argument("[session]", "of the run to show")
    .option("--watch", "stay, and show what changes")
    .option("--limit <n>", "list so many, the ones that something was done on last", "50")
    .action(runRuns);
}

async function runRuns(project: string | undefined, session: string | undefined, options: RunsOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1)
    throw new CliError(`--limit takes a number from 1, not "${options.limit}"`, 2);
  if (project !== undefined && session === undefined) {
    throw new CliError("a run is named by its project and its session: signalbox runs PROJECT SESSION", 2);
  }
  await withStored(options, (app) => {
    if (project !== undefined && session !== undefined) {
      return showOrWatch(app.board, options, () => readRun(app, project, session), showRun);
    }
    return showOrWatch(app.board, options, () => listRuns(app, limit), showList);
  });
}

async function readRun(app: App, project: string, session: string): Promise<RunView> {
  const run = await viewRun(app, { project, session });
  if (isRefusal(run)) throw new CliError(tell(run, "cli").error);
  return run;
}

const LIST: readonly Column[] = [
  { title: "PROJECT", least: 8 },
  { title: "SESSION", least: 8 },
  { title: "STATE", least: 10 },
  { title: "NEXT SKILL", least: 10 },
  { title: "PHASE", drop: 4 },
  { title: "ITEMS", right: true, drop: 3 },
  { title: "TASKS", right: true },
  { title: "FAILED", right: true, drop: 2 },
  { title: "LAST", right: true },
];

function showList(runs: readonly RunSummary[]): string {
  if (runs.length === 0) return "No runs yet: complete_skill begins one.";
  const now = Date.now();
  return renderTable(
    LIST,
    runs.map((run) => [
      { text: run.project },
      { text: run.session },
      { text: run.state, styles: run.done ? ["green"] : [] },
      { text: run.skill ?? "–" },
      { text: run.phase ?? "–", styles: ["dim"] },
      { text: `${run.documentedItems}/${run.totalItems}` },
      { text: `${run.completedTasks}/${run.totalTasks}` },
      failedCell(run.failedTasks),
      { text: showAge(now - Date.parse(run.lastActivity)), styles: ["dim"] },
    ]),
    windowWidth(),
  );
}

function failedCell(count: number): Cell {
  return count > 0 ? { text: String(count), styles: ["red"] } : { text: "–", styles: ["dim"] };
}

const ITEMS: readonly Column[] = [
  { title: "ITEM", right: true },
  { title: "TYPE", least: 4 },
  { title: "TITLE", least: 12 },
  { title: "TICKET", right: true, drop: 1 },
  { title: "" },
];

const TASKS: readonly Column[] = [
  { title: "TASK", least: 8 },
  { title: "STATUS" },
  { title: "AFTER", least: 6 },
  { title: "DESCRIPTION", least: 10, drop: 2 },
  { title: "BY", least: 6, drop: 1 },
];

function showRun(run: RunView): string {
  return [headOf(run), itemsOf(run), ...run.batches.map((batch) => waveOf(run, batch)), ...run.warnings.map(warned)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function headOf(run: RunView): string {
  const { item_number: item, batch_index: batch } = run.params;
  const about = [
    ...(item === undefined ? [] : [`item ${item}`]),
    ...(batch === undefined ? [] : [`batch ${batch}`]),
    ...(run.action === "none" ? [] : [run.action]),
  ];
  const next = run.skill === null ? "nothing: it is over" : styled(oneLine(run.skill), "bold");
  return [
    `${styled(oneLine(run.project), "bold")}  ${oneLine(run.session)}`,
    `State      ${oneLine(run.state)}${run.phase === null ? "" : styled(`  ${oneLine(run.phase)}`, "dim")}`,
    `Next       ${next}${about.length === 0 ? "" : `  (${about.join(", ")})`}`,
    `Items      ${run.documentedItems} of ${run.totalItems} documented`,
    `Tasks      ${run.completedTasks.length} of ${run.totalTasks} completed${failedWords(run)}`,
    `Workflow   ${oneLine(run.workflow)} ${styled(run.workflowHash.slice(0, 12), "dim")}`,
    `Last       ${showAge(Date.now() - Date.parse(run.lastActivity))} ago`,
  ].join("\n");
}

function failedWords({ failedTasks, droppedTasks }: RunView): string {
  const failed = failedTasks > 0 ? styled(`, ${failedTasks} failed`, "red") : "";
  return `${failed}${droppedTasks.length > 0 ? `, ${droppedTasks.length} dropped` : ""}`;
}

function itemsOf(run: RunView): string {
  if (run.items.length === 0) return "";
  return renderTable(
    ITEMS,
    run.items.map((item) => [
      { text: String(item.number), styles: item.number === run.currentItem ? ["bold"] : [] },
      { text: item.type },
      { text: item.title },
      { text: item.ticket === null ? "–" : `#${item.ticket}` },
      item.documented
        ? { text: "documented", styles: ["green"] }
        : { text: item.number === run.currentItem ? "worked on" : "pending", styles: ["dim"] },
    ]),
    windowWidth(),
  );
}

function waveOf(run: RunView, batch: RunBatchView): string {
  const here = batch.id === String(run.currentBatch) ? styled("  ← now", "cyan") : "";
  return `Batch ${batch.id}  ${styled(batch.status, ...stylesOf(batch.status))}${here}\n${renderTable(
    TASKS,
    batch.tasks.map(taskRow),
    windowWidth(),
  )}`;
}

function taskRow(task: RunTaskView): readonly Cell[] {
  const dim: readonly Style[] = ["dim"];
  return [
    { text: task.id },
    { text: task.status, styles: stylesOf(task.status) },
    { text: task.dependsOn.join(", ") || "–", styles: dim },
    { text: task.description ?? "", styles: dim },
    { text: task.by ?? "–", styles: dim },
  ];
}

const STYLES: Readonly<Record<string, readonly Style[]>> = {
  completed: ["green"],
  in_progress: ["cyan"],
  failed: ["red"],
};

function stylesOf(status: string): readonly Style[] {
  return STYLES[status] ?? ["dim"];
}

function warned(warning: string): string {
  return styled(oneLine(warning), "yellow");
}
