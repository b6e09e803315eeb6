// Backlog.md: a folder of Markdown files, each with its fields on top.

import { parse } from "yaml";
import * as z from "zod";
import { extraOf, type Foreign, type ForeignTicket } from "./foreign.ts";

const words = z
  .union([z.array(z.coerce.string()), z.string()])
  .nullish()
  .transform((given) => (given == null ? [] : typeof given === "string" ? [given] : given));

const task = z.looseObject({
  id: z.coerce.string().min(1),
  title: z.coerce.string(),
  status: z.string().nullish(),
  labels: words,
  dependencies: words,
  parent_task_id: z.coerce.string().nullish(),
  parent: z.coerce.string().nullish(),
  priority: z.string().nullish(),
});

const KNOWN = new Set([...Object.keys(task.shape), "ordinal"]);
const FRONT = /^\uFEFF?---\r?\n(.*?)\r?\n---\r?\n?(.*)$/s;
/** What the other program marks its sections with, for its own eyes. */
const MARKS = /^<!-- (?:SECTION|AC|DOD):[^>]*-->\r?\n?/gm;

export interface MarkdownFile {
  readonly name: string;
  readonly content: string;
}

export function readBacklog(files: readonly MarkdownFile[]): Foreign {
  const problems: string[] = [];
  const tickets = files.flatMap((file): ForeignTicket[] => {
    const found = readTask(file);
    if (typeof found !== "string") return [found];
    problems.push(`${file.name}: ${found}`);
    return [];
  });
  return { tickets, problems };
}

function readTask({ content }: MarkdownFile): ForeignTicket | string {
  const [, front, body = ""] = FRONT.exec(content) ?? [];
  if (front === undefined) return "it has no fields between --- and ---";
  let fields: unknown;
  try {
    fields = parse(front);
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
  const read = task.safeParse(fields);
  if (!read.success) return z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ");
  const { data } = read;
  return {
    id: idOf(data.id),
    title: data.title,
    body: body.replaceAll(MARKS, "").trim(),
    state: data.status || "To Do",
    priority: data.priority ?? null,
    estimate: null,
    labels: data.labels,
    parent: data.parent_task_id || data.parent ? idOf(data.parent_task_id || data.parent || "") : null,
    blockedBy: data.dependencies.map(idOf),
    comments: [],
    extra: extraOf(data, KNOWN),
  };
}

/** It is written in small letters in one place and in large ones in another. */
function idOf(id: string): string {
  return id.trim().toLowerCase();
}
