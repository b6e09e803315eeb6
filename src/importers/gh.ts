// GitHub issues, as `gh issue list --json …` prints them; any of its fields may be missing but number and title.

import * as z from "zod";
import { extraOf, ImportError, type Foreign, type ForeignTicket } from "./foreign.ts";

const numbered = z.looseObject({ number: z.int() });
const linked = z.union([z.array(numbered), z.looseObject({ nodes: z.array(numbered) })]);

const issue = z.looseObject({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string().nullish(),
  stateReason: z.string().nullish(),
  labels: z.array(z.looseObject({ name: z.string() })).nullish(),
  parent: numbered.nullish(),
  blockedBy: linked.nullish(),
  comments: z
    .array(z.looseObject({ author: z.looseObject({ login: z.string() }).nullish(), body: z.string() }))
    .nullish(),
  projectItems: z.array(z.looseObject({ status: z.looseObject({ name: z.string() }).nullish() })).nullish(),
});

const KNOWN = new Set([...Object.keys(issue.shape), "id", "closed"]);

export function readGh(text: string, file: string): Foreign {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ImportError(
      `${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
      "Write it with: gh issue list --state all --limit 10000 --json number,title,body,state,stateReason,labels,assignees,milestone,comments,createdAt,url > issues.json",
    );
  }
  if (!Array.isArray(parsed)) {
    throw new ImportError(`${file} is no list of issues.`, "Write it with `gh issue list --json number,title,…`.");
  }
  const problems: string[] = [];
  const tickets = parsed.flatMap((one: unknown, index): ForeignTicket[] => {
    const read = issue.safeParse(one);
    if (read.success) return [toTicket(read.data)];
    problems.push(`${file}, issue ${index + 1}: ${z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ")}`);
    return [];
  });
  return { tickets, problems };
}

function toTicket(found: z.output<typeof issue>): ForeignTicket {
  const labels = (found.labels ?? []).map(({ name }) => name);
  const priority = labels.find((label) => PRIORITY.test(label));
  const estimate = labels.find((label) => ESTIMATE.test(label));
  const blockedBy = found.blockedBy ?? [];
  const standing = found.projectItems?.find((item) => item.status)?.status?.name;
  const isClosed = found.state?.toUpperCase() === "CLOSED";
  return {
    id: String(found.number),
    title: found.title,
    body: found.body ?? "",
    state: isClosed ? closedWord(found.stateReason) : (standing ?? found.state?.toLowerCase() ?? "open"),
    priority: priority === undefined ? null : (PRIORITY.exec(priority)?.[1] ?? null),
    estimate: estimate === undefined ? null : (ESTIMATE.exec(estimate)?.[1] ?? null),
    labels: labels.filter((label) => label !== priority && label !== estimate),
    parent: found.parent ? String(found.parent.number) : null,
    blockedBy: (Array.isArray(blockedBy) ? blockedBy : blockedBy.nodes).map(({ number }) => String(number)),
    comments: (found.comments ?? []).map(({ author, body }) => ({ author: author?.login ?? "somebody", body })),
    extra: extraOf(found, KNOWN),
  };
}

/** Finished is what is closed without another reason. */
function closedWord(reason: string | null | undefined): string {
  const word = (reason ?? "").toLowerCase();
  return word === "" || word === "completed" ? "closed" : `closed as ${word.replaceAll("_", " ")}`;
}

const PRIORITY = /^(?:priority\s*[:/ -]\s*)?(p[0-4]|critical|urgent|highest|high|medium|low|lowest)$/i;
const ESTIMATE = /^(?:(?:size|estimate)\s*[:/ -]\s*)(xs|s|m|l|xl|xxl)$/i;
