// One run, for a terminal: where it stands, what to say to an agent, its items with their tickets, its tasks with who worked
// them, the document of each step, and every refusal in a line of its own.

import type { RunBatchView, RunItemView, RunPage, RunTaskView } from "../../app/pages/run-views.ts";
import { showKey } from "../../engine/facts.ts";
import { styled, type Style } from "../support/output.ts";
import { showSpan } from "./plots.ts";
import { oneLine, renderTable, windowWidth, type Cell, type Column } from "./table.ts";
import { showMoment } from "./times.ts";

const ITEMS: readonly Column[] = [
  { title: "ITEM", right: true },
  { title: "TYPE", least: 4 },
  { title: "TITLE", least: 12 },
  { title: "TICKET", least: 8, drop: 1 },
  { title: "" },
];

const TASKS: readonly Column[] = [
  { title: "TASK", least: 8 },
  { title: "STATUS" },
  { title: "AFTER", least: 6, drop: 3 },
  { title: "DESCRIPTION", least: 10, drop: 2 },
  { title: "BY", least: 6, drop: 1 },
  { title: "WORKED", right: true },
];

const DOCUMENTS: readonly Column[] = [
  { title: "DOCUMENT", least: 16 },
  { title: "SKILL", least: 8, drop: 2 },
  { title: "PHASE", drop: 1 },
  { title: "STEP" },
];

const REFUSALS: readonly Column[] = [
  { title: "REFUSED" },
  { title: "WHO", least: 4 },
  { title: "ASKED TO", least: 10 },
  { title: "CODE", least: 8 },
  { title: "WHY NOT", least: 20 },
];

export function showRun(run: RunPage): string {
  return [
    headOf(run),
    resumeOf(run),
    itemsOf(run),
    handoffsOf(run),
    ...run.batches.map((batch) => waveOf(run, batch)),
    documentsOf(run),
    refusalsOf(run),
    ...run.warnings.map((warning) => styled(oneLine(warning), "yellow")),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function headOf(run: RunPage): string {
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
    `Last       ${showSpan(Date.now() - Date.parse(run.lastActivity))} ago`,
  ].join("\n");
}

function failedWords({ failedTasks, droppedTasks }: RunPage): string {
  const failed = failedTasks > 0 ? styled(`, ${failedTasks} failed`, "red") : "";
  return `${failed}${droppedTasks.length > 0 ? `, ${droppedTasks.length} dropped` : ""}`;
}

function resumeOf({ resume }: RunPage): string {
  return resume === null ? "" : `To go on, say to an agent:\n  ${oneLine(resume)}`;
}

function itemsOf(run: RunPage): string {
  if (run.items.length === 0) return "";
  const table = renderTable(
    ITEMS,
    run.items.map((item) => [
      { text: String(item.number), styles: item.number === run.currentItem ? ["bold"] : [] },
      { text: item.type },
      { text: item.title },
      { text: ticketWords(item), styles: item.ticket === null ? ["dim"] : [] },
      item.documented
        ? { text: "documented", styles: ["green"] }
        : { text: item.number === run.currentItem ? "worked on" : "pending", styles: ["dim"] },
    ]),
    windowWidth(),
  );
  return [table, ...run.items.flatMap(notesOf)].join("\n");
}

function ticketWords({ ticket, ticketNow: now }: RunItemView): string {
  if (ticket === null || now === null) return "–";
  const state = now.title === null ? "gone" : (now.state ?? "no state");
  return `${showKey(ticket)} ${state}${now.holder === null ? "" : `, held by ${now.holder}`}`;
}

function notesOf({ ticket, ticketNow: now }: RunItemView): readonly string[] {
  if (now === null) return [];
  const others = now.otherRuns.map(
    ({ project, session, item }) =>
      `${showKey(ticket ?? "")} is also item ${item} of the run ${oneLine(project)} ${oneLine(session)}.`,
  );
  return [...(now.note === null ? [] : [now.note]), ...others].map((note) => styled(oneLine(note), "yellow"));
}

function handoffsOf(run: RunPage): string {
  if (run.handoffs.length === 0) return "";
  const lines = run.handoffs.map(({ item, number, repo, command, intent, to_state: toState, to, when }) => {
    const asked = intent === undefined ? `to ${toState ?? to}` : `${intent}, to ${to}`;
    const moment = when === "before" ? "before the work of this step" : "when the work of this step is done";
    return `  ${oneLine(`${repo ?? ""}#${number} (item ${item}): ${command} ${asked}, ${moment}`)}`;
  });
  return ["Handoffs due at this step, one for each item, by whoever works on it:", ...lines].join("\n");
}

function waveOf(run: RunPage, batch: RunBatchView): string {
  const here = batch.id === String(run.currentBatch) ? styled("  ← now", "cyan") : "";
  return `Batch ${batch.id}  ${styled(batch.status, ...stylesOf(batch.status))}${here}\n${renderTable(
    TASKS,
    batch.tasks.map((task) => taskRow(run, task)),
    windowWidth(),
  )}`;
}

function taskRow(run: RunPage, task: RunTaskView): readonly Cell[] {
  const dim: readonly Style[] = ["dim"];
  const worked = run.work.find((one) => one.task === task.id);
  const who = worked ? [...new Set(worked.spells.map((spell) => spell.who))].join(", ") : task.by;
  return [
    { text: task.id },
    { text: task.status, styles: stylesOf(task.status) },
    { text: task.dependsOn.join(", ") || "–", styles: dim },
    { text: task.description ?? "", styles: dim },
    { text: who ?? "–", styles: dim },
    { text: worked ? showSpan(worked.ms) : "–", styles: dim },
  ];
}

const STEPS = { completed: "completed", current: "at work", pending: "to come" } as const;

function documentsOf(run: RunPage): string {
  if (run.documents.length === 0) return "";
  return renderTable(
    DOCUMENTS,
    run.documents.map(({ path, skill, phase, status }) => [
      { text: path },
      { text: skill, styles: ["dim"] },
      { text: phase ?? "–", styles: ["dim"] },
      { text: STEPS[status], styles: stylesOf(status === "current" ? "in_progress" : status) },
    ]),
    windowWidth(),
  );
}

function refusalsOf(run: RunPage): string {
  if (run.refusals.length === 0) return "";
  return renderTable(
    REFUSALS,
    run.refusals.map(({ at, who, asked, code, what }) => [
      { text: showMoment(at), styles: ["red"] },
      { text: who },
      { text: asked },
      { text: code, styles: ["red"] },
      { text: what ?? "(redacted)", styles: ["dim"] },
    ]),
    windowWidth(),
  );
}

const STYLES: Readonly<Record<string, readonly Style[]>> = {
  completed: ["green"],
  in_progress: ["cyan"],
  failed: ["red"],
};

function stylesOf(status: string): readonly Style[] {
  return STYLES[status] ?? ["dim"];
}
