// A run as one Markdown document, for the archive of a project: goals, items with their designs, tasks, who worked how long,
// and what was refused.

import type { RunDocument } from "../../engine/runs/documents.ts";
import type { RunItemView, RunPage, RunTaskView } from "../pages/run-views.ts";

/** What stands in the documents that the skills left, by path, where somebody has read them. */
export type DocumentTexts = ReadonlyMap<string, string>;

export function runDocument(run: RunPage, texts: DocumentTexts = new Map()): string {
  const whole = run.documents.filter(({ item, batch }) => item === null && batch === null);
  return [
    `# Run ${plain(run.session)} of ${plain(run.project)}`,
    summary(run),
    ...section("Documents of the whole run", whole, texts),
    "## Items",
    ...(run.items.length === 0 ? ["None."] : run.items.flatMap((item) => itemPart(run, item, texts))),
    "## Tasks",
    ...(run.batches.length === 0 ? ["None."] : taskPart(run, texts)),
    "## Who worked, and for how long",
    workPart(run),
    "## Refused",
    refusedPart(run),
    "## Steps",
    stepPart(run),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

export function exportName({ project, session }: { readonly project: string; readonly session: string }): string {
  const safe = `${project}-${session}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^[-.]+|-+$/g, "");
  return `run-${safe || "unnamed"}.md`;
}

function summary(run: RunPage): string {
  const failed = run.failedTasks > 0 ? `, ${run.failedTasks} failed` : "";
  const dropped = run.droppedTasks.length > 0 ? `, ${run.droppedTasks.length} dropped` : "";
  return [
    `- State: ${code(run.state)}${run.done ? ", the end" : `, next ${code(run.skill ?? "")}`}`,
    `- Began: ${run.startedAt}`,
    `- Last activity: ${run.lastActivity}`,
    `- Items: ${run.documentedItems} of ${run.totalItems} documented`,
    `- Tasks: ${run.completedTasks.length} of ${run.totalTasks} completed${failed}${dropped}`,
    `- Workflow: ${plain(run.workflow)} ${code(run.workflowHash)}`,
    ...(run.resume === null ? [] : [`- To go on, say to an agent: ${plain(run.resume)}`]),
  ].join("\n");
}

function itemPart(run: RunPage, item: RunItemView, texts: DocumentTexts): readonly string[] {
  const now = item.ticketNow;
  const ticket = item.ticket === null ? "" : `, ticket ${item.ticket}${now?.state ? ` (${plain(now.state)})` : ""}`;
  return [
    `### ${item.number}. ${plain(item.title)}`,
    `Type ${plain(item.type)}, ${item.documented ? "documented" : "not documented"}${ticket}.`,
    ...documentLines(
      run.documents.filter((document) => document.item === item.number),
      texts,
    ),
  ];
}

function section(title: string, documents: readonly RunDocument[], texts: DocumentTexts): readonly string[] {
  return documents.length === 0 ? [] : [`## ${title}`, ...documentLines(documents, texts)];
}

const STATUS: Readonly<Record<RunDocument["status"], string>> = {
  completed: "completed",
  current: "at work",
  pending: "not begun",
};

/** The paths in a list; where a document was read, its text follows as a quotation: its headings are its own. */
function documentLines(documents: readonly RunDocument[], texts: DocumentTexts): readonly string[] {
  if (documents.length === 0) return [];
  const list = documents.map(({ path, skill, status }) => `- ${code(path)} (${plain(skill)}: ${STATUS[status]})`);
  const read = documents.flatMap(({ path }) => {
    const text = texts.get(path);
    return text === undefined ? [] : [`From ${code(path)}:`, quoted(text)];
  });
  return [list.join("\n"), ...read];
}

function taskPart(run: RunPage, texts: DocumentTexts): readonly string[] {
  return run.batches.flatMap((batch) => [
    `### Batch ${batch.id}, ${words(batch.status)}`,
    batch.tasks.map((task) => taskLine(run, task)).join("\n"),
    ...documentLines(
      run.documents.filter((document) => String(document.batch) === batch.id),
      texts,
    ),
  ]);
}

function taskLine(run: RunPage, task: RunTaskView): string {
  const item = task.item === null ? "" : `, item ${task.item}`;
  const worked = run.work.find((one) => one.task === task.id);
  const by = task.by === null ? "" : ` by ${plain(task.by)}`;
  const more = [
    ...(task.description === null ? [] : [plain(task.description)]),
    ...(task.dependsOn.length === 0 ? [] : [`after ${task.dependsOn.map(code).join(", ")}`]),
    ...(task.files.length === 0 ? [] : [`files ${task.files.map(code).join(", ")}`]),
    ...(task.tests.length === 0 ? [] : [`tests ${task.tests.map(code).join(", ")}`]),
    ...(worked ? [`worked ${duration(worked.ms)}`] : []),
  ];
  return `- ${code(task.id)}${item}: ${words(task.status)}${by}${more.length === 0 ? "" : `; ${more.join("; ")}`}`;
}

function workPart(run: RunPage): string {
  if (run.work.length === 0) return "Nobody has begun a task.";
  const rows = run.work.flatMap(({ task, spells }) =>
    spells.map(({ who, from, until, ms, ended }) => [
      code(task),
      plain(who),
      from,
      until ?? "goes on",
      duration(ms),
      words(ended ?? ""),
    ]),
  );
  return table(["Task", "Who", "From", "Until", "For", "Then"], rows);
}

function refusedPart(run: RunPage): string {
  if (run.refusals.length === 0) return "Nothing.";
  const rows = run.refusals.map(({ at, who, asked, code: name, what }) => [
    at,
    plain(who),
    plain(asked),
    code(name),
    plain(what ?? "(redacted)"),
  ]);
  return table(["When", "Who", "Asked to", "Code", "Why not"], rows);
}

function stepPart(run: RunPage): string {
  const moves = run.history.filter(({ kind, to }) => kind === "move" && to !== null);
  if (moves.length === 0) return "None yet.";
  return table(
    ["When", "Who", "Completed", "Came to"],
    moves.map(({ at, who, skill, to }) => [at, plain(who), plain(skill ?? ""), plain(to ?? "")]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function words(status: string): string {
  return status.replaceAll("_", " ");
}

/** Text of agents and people, in one line: it must not make headings, links or HTML of its own. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").replaceAll(/[\\`*_[\]<>#]/g, (mark) => `\\${mark}`);
}

/** As many backticks around it as it takes. */
function code(text: string): string {
  const one = text.replaceAll(/[\p{Cc}\s]+/gu, " ");
  const longest = Math.max(0, ...(one.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${one} ${fence}` : `${fence}${one}${fence}`;
}

function quoted(text: string): string {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
