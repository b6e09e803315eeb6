// Beads: one issue a line, as JSON. What was deleted there stays behind as a line too, and is not brought back to life.

import * as z from "zod";
import { extraOf, type Foreign, type ForeignTicket } from "./foreign.ts";

const text = z.string().nullish();

const issue = z.looseObject({
  id: z.string().min(1),
  title: z.string(),
  description: text,
  design: text,
  acceptance_criteria: text,
  notes: text,
  status: text,
  priority: z.union([z.number(), z.string()]).nullish(),
  issue_type: text,
  estimated_minutes: z.number().nullish(),
  labels: z.array(z.string()).nullish(),
  dependencies: z
    .array(
      z.looseObject({
        depends_on_id: z.string().optional(),
        id: z.string().optional(),
        type: z.string().optional(),
        dep_type: z.string().optional(),
      }),
    )
    .nullish(),
  comments: z.array(z.looseObject({ author: text, text })).nullish(),
});

const KNOWN = new Set([...Object.keys(issue.shape), "content_hash", "_type", "source_repo", "compaction_level"]);
const DELETED = "tombstone";
const PARENT = "parent-child";
const BLOCKS = "blocks";

export function readBeads(content: string, file: string): Foreign {
  const problems: string[] = [];
  let deleted = 0;
  const tickets = content.split("\n").flatMap((line, index): ForeignTicket[] => {
    if (line.trim() === "") return [];
    const at = `${file}, line ${index + 1}`;
    const found = readLine(line);
    if (typeof found === "string") {
      problems.push(`${at}: ${found}`);
      return [];
    }
    if (found.status === DELETED) {
      deleted++;
      return [];
    }
    return [toTicket(found)];
  });
  if (deleted > 0) problems.push(`${file}: ${deleted} deleted there, and not taken over`);
  return { tickets, problems };
}

function readLine(line: string): z.output<typeof issue> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const read = issue.safeParse(parsed);
  return read.success ? read.data : z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ");
}

function toTicket(found: z.output<typeof issue>): ForeignTicket {
  const links = (found.dependencies ?? []).map(({ depends_on_id: on, id, type, dep_type: kind }) => ({
    id: on ?? id ?? "",
    type: type ?? kind ?? BLOCKS,
  }));
  const others = links.filter(({ type }) => type !== PARENT && type !== BLOCKS);
  const sections: readonly (readonly [string, string | null | undefined])[] = [
    ["Design", found.design],
    ["Acceptance criteria", found.acceptance_criteria],
    ["Notes", found.notes],
  ];
  const more = sections.flatMap(([heading, words]) => (words ? [`## ${heading}\n\n${words}`] : []));
  return {
    id: found.id,
    title: found.title,
    body: [found.description ?? "", ...more].filter((part) => part !== "").join("\n\n"),
    state: found.status || "open",
    priority: found.priority == null ? null : String(found.priority),
    estimate: found.estimated_minutes == null ? null : `${found.estimated_minutes} min`,
    labels: [...(found.labels ?? []), ...(found.issue_type ? [found.issue_type] : [])],
    parent: links.find(({ type }) => type === PARENT)?.id ?? null,
    blockedBy: links.filter(({ type }) => type === BLOCKS).map(({ id }) => id),
    comments: (found.comments ?? []).map(({ author, text: body }) => ({
      author: author ?? "somebody",
      body: body ?? "",
    })),
    extra: [...extraOf(found, KNOWN), ...others.map(({ type, id }) => [type, id] as const)],
  };
}
