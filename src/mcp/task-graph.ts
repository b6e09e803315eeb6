// The tasks of a run as callers write them down: as JSON, or as a block of YAML.

import type { TaskUpdate } from "../engine/runs/batches.ts";
import { isRefusal, refuse, type Refusal } from "../engine/refusal.ts";
import { listed, listedBriefly, nearest, quote, quoteWhole } from "../engine/words.ts";

export interface WrittenTasks {
  readonly tasks: readonly TaskUpdate[];
  readonly warnings: readonly string[];
}

/** Reading YAML takes a process's whole attention: of this much, some tenths of a second. */
const MOST_BYTES = 256 * 1024;

/** An alias may stand for its anchor in every task; what multiplies beyond that is an attack. */
const MOST_ALIASES = 1000;

const KEEP = "Nothing was stored.";

/** The tasks of a YAML text, which may be JSON too: JSON is YAML. */
export async function readGraph(text: string): Promise<WrittenTasks | Refusal> {
  const size = Buffer.byteLength(text);
  if (size > MOST_BYTES) {
    return refuse(
      "too_long",
      `graph is too long: ${size} bytes, and ${MOST_BYTES} are taken.`,
      `send the tasks in several calls of update_run: each adds to what is there. ${KEEP}`,
      { field: "graph", size, limit: MOST_BYTES, unit: "bytes" },
    );
  }
  const graph = await parse(withoutFence(text));
  if (isRefusal(graph)) return graph;
  const { value } = graph;
  if (!isMap(value) || !Array.isArray(value["tasks"])) {
    return badGraph(`it must be a mapping with a list under "tasks:"`);
  }
  const others = Object.keys(value).filter((name) => name !== "tasks");
  const read = readTasks(value["tasks"]);
  if (isRefusal(read)) return read;
  const ignored = others.length > 0 ? [`Beside tasks, graph holds ${listedBriefly(others.map(quote))}: not read.`] : [];
  return { tasks: read.tasks, warnings: [...graph.warnings, ...ignored, ...read.warnings] };
}

/** Field by field, under each name that is in use for it. */
export function readTasks(given: readonly unknown[]): WrittenTasks | Refusal {
  const tasks: TaskUpdate[] = [];
  const warnings: string[] = [];
  for (const [index, task] of given.entries()) {
    const read = readTask(task, index + 1);
    if (isRefusal(read)) return read;
    tasks.push(read.task);
    warnings.push(...read.warnings);
  }
  return { tasks, warnings };
}

const MOST_IGNORED = 5;

type Field = Exclude<keyof TaskUpdate, "id">;

const FIELDS: Readonly<Record<string, Field | "id">> = {
  id: "id",
  item: "item",
  dependsOn: "dependsOn",
  "depends-on": "dependsOn",
  depends_on: "dependsOn",
  files: "files",
  tests: "tests",
  description: "description",
  parallel: "parallel",
};

function readTask(given: unknown, place: number): { task: TaskUpdate; warnings: readonly string[] } | Refusal {
  if (!isMap(given)) return badGraph(`task ${place} of the list is no mapping with an id`);
  const id = wordOf(given["id"]);
  if (id === null) return badGraph(`task ${place} of the list has no id`);
  const fields = new Map<string, unknown>();
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined) {
      // Looking for what was meant takes its time, and nobody reads on beyond the first few.
      if (ignored.length >= MOST_IGNORED) continue;
      const meant = nearest(name, Object.keys(FIELDS));
      ignored.push(meant === undefined ? quote(name) : `${quote(name)} (did you mean "${meant}"?)`);
    } else if (fields.has(field)) return badGraph(`task ${quote(id)} says twice what its ${field} is`);
    // Nothing stands behind the name: nothing is said about it.
    else if (value !== null) fields.set(field, value);
  }
  const task = { id, ...readFields(fields) };
  const wrong = [...fields.keys()].find((field) => !(field in task));
  if (wrong !== undefined) return badGraph(`${wrong} of task ${quote(id)} is no ${KINDS[wrong] ?? "text"}`);
  const warnings = ignored.length > 0 ? [`Of task ${quote(id)}, ${listed(ignored, "and")} was not taken over.`] : [];
  return { task, warnings };
}

const KINDS: Readonly<Record<string, string>> = {
  item: "item's number",
  dependsOn: "list of ids",
  files: "list of file names",
  tests: "list of tests",
  parallel: "true or false",
};

/** What is not of its kind is left out. */
function readFields(fields: ReadonlyMap<string, unknown>): Omit<TaskUpdate, "id"> {
  const item = fields.get("item");
  const [dependsOn, files, tests] = ["dependsOn", "files", "tests"].map((name) => wordsOf(fields.get(name)));
  const description = wordOf(fields.get("description"));
  const parallel = fields.get("parallel");
  return {
    ...(/^\d{1,15}$/.test(String(item)) ? { item: Number(item) } : {}),
    ...(dependsOn ? { dependsOn } : {}),
    ...(files ? { files } : {}),
    ...(tests ? { tests } : {}),
    ...(description === null ? {} : { description }),
    ...(typeof parallel === "boolean" ? { parallel } : {}),
  };
}

function wordsOf(value: unknown): readonly string[] | null {
  // One alone is often written without its list.
  if (!Array.isArray(value)) return typeof value === "string" || typeof value === "number" ? [String(value)] : null;
  const words = value.map(wordOf);
  return words.every((word) => word !== null) ? words : null;
}

function wordOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

async function parse(text: string): Promise<{ value: unknown; warnings: readonly string[] } | Refusal> {
  // Loaded when it is needed: most processes never read a line of YAML.
  const yaml = await import("./yaml.ts");
  try {
    const document = yaml.parseDocument(text, { merge: true });
    const [fault] = [...document.errors, ...document.warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED")];
    if (fault) return badGraph(`${placeOf(fault)}${firstLine(fault.message)}`);
    // An id that looks like a number is the text that stands there: 1.10 is not 1.1.
    yaml.visit(document, {
      Scalar: (_, node) => {
        if (typeof node.value === "number") node.value = node.source ?? String(node.value);
      },
    });
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { value, warnings: document.warnings.map((each) => `graph: ${placeOf(each)}${firstLine(each.message)}`) };
  } catch (error) {
    // An alias without its anchor, or one too many; or brackets within brackets without end.
    if (error instanceof ReferenceError) return badGraph(firstLine(error.message));
    if (error instanceof RangeError) return badGraph("it is nested too deeply");
    throw error;
  }
}

/** Blocks are often sent with the fence that they stood in. The lines keep their numbers. */
function withoutFence(text: string): string {
  return text
    .replace(/^\uFEFF?[ \t\r\n]*```[^\n]*/, (fence) => fence.replaceAll(/[^\r\n]/g, ""))
    .replace(/```\s*$/, "");
}

function placeOf({ linePos }: { readonly linePos?: readonly { line: number; col: number }[] | undefined }): string {
  const [at] = linePos ?? [];
  return at ? `line ${at.line}, column ${at.col}: ` : "";
}

/** The library's words may hold some of the text's own: names of aliases and tags, and letters that nobody sees. */
function firstLine(message: string): string {
  const line = (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "").replace(/[.:]$/, "");
  const [, words = line, name] = /^(.*(?:Unresolved (?:alias|tag)).*?: )(.*)$/.exec(line) ?? [];
  return name === undefined
    ? quoteWhole(words)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
    : `${words}${quote(name)}`;
}

function badGraph(why: string): Refusal {
  return refuse(
    "invalid_graph",
    `The tasks can't be read: ${why}.`,
    `send them again as "tasks:" with a list of { id, depends-on: [ids], files: [names], tests: [names], description, parallel }. ${KEEP}`,
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
