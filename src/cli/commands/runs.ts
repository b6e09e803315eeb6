// signalbox runs: where each run of skills stands; and one run, with all that a person wants to know of it, or as a document.

import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import type { App } from "../../app/app.ts";
import type { RunPage, RunSummary } from "../../app/pages/run-views.ts";
import { exportRun, viewRunPage } from "../../app/runs/run-page.ts";
import { listRuns } from "../../app/runs/view-run.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { writeAside } from "../../store/transfer/new-file.ts";
import { showRun } from "../screens/run.ts";
import { showSpan } from "../screens/plots.ts";
import { renderTable, windowWidth, type Cell, type Column } from "../screens/table.ts";
import { showOrWatch, type ShowOptions } from "../screens/watch.ts";
import { CliError, print, printJson } from "../support/output.ts";
import { projectFolder } from "../support/project-folder.ts";
import { withStored } from "../support/reading.ts";
import { readDocuments } from "../support/run-documents.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";

type RunsOptions = StoreOptions & ShowOptions & { readonly limit: string; readonly export?: string };

export function runsCommand(): Command {
  return storeCommand(new Command("runs"))
    .description("list runs of skills, or show one: how to go on, its items and tasks, documents, times and refusals")
    .argument("[project]", "of the run to show")
    .argument("[session]", "of the run to show")
    .option("--watch", "stay, and show what changes")
    .option("--export <file>", "write the run as one Markdown document; - is standard output")
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
  if (options.export !== undefined && session === undefined) {
    throw new CliError("--export takes one run: signalbox runs PROJECT SESSION --export FILE", 2);
  }
  if (options.export !== undefined && options.watch) throw new CliError("--export and --watch don't go together", 2);
  await withStored(options, (app) => {
    if (project !== undefined && session !== undefined) {
      if (options.export !== undefined) return writeRun(app, project, session, options.export, options);
      return showOrWatch(app.board, options, () => readRun(app, project, session), showRun);
    }
    return showOrWatch(app.board, options, () => listRuns(app, limit), showList);
  });
}

async function readRun(app: App, project: string, session: string): Promise<RunPage> {
  const run = await viewRunPage(app, { project, session }, "cli");
  if (isRefusal(run)) throw new CliError(tell(run, "cli").error);
  return run;
}

/** With the texts of the documents that lie in this folder; of the others, the path. */
async function writeRun(
  app: App,
  project: string,
  session: string,
  file: string,
  { json }: ShowOptions,
): Promise<void> {
  const exported = await exportRun(app, { project, session }, "cli", (paths) =>
    readDocuments(projectFolder(process.cwd()), paths),
  );
  if (isRefusal(exported)) throw new CliError(tell(exported, "cli").error);
  const { markdown } = exported;
  if (file === "-") {
    print(markdown);
    return;
  }
  await writeAside(file, (aside) => writeFile(aside, markdown, { flag: "wx" }));
  if (json) printJson({ file, project, session });
  else print(`Wrote the run to ${file}`);
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
      { text: showSpan(now - Date.parse(run.lastActivity)), styles: ["dim"] },
    ]),
    windowWidth(),
  );
}

function failedCell(count: number): Cell {
  return count > 0 ? { text: String(count), styles: ["red"] } : { text: "–", styles: ["dim"] };
}
