// What a webhook names, so that it can be looked at. Nothing else of it is used: what is so is read from GitHub.

import * as z from "zod";
import type { Time } from "../../engine/facts.ts";
import { LOCK } from "../operations/pull-requests.ts";
import type { ChangedIssue } from "../read/changes.ts";

/** The kinds that lead to a look, as GitHub calls them. */
export const EVENTS = [
  "projects_v2_item",
  "issues",
  "sub_issues",
  "issue_dependencies",
  "pull_request",
  "pull_request_review",
  "check_run",
  "check_suite",
  "status",
] as const;

/** Comes from an organisation's webhook or an App's alone: a project is no part of a repository. */
export const OF_PROJECT = "projects_v2_item";

export interface Named {
  /** The project that it is about; null: it is about a repository. */
  readonly project: string | null;
  readonly repository: string | null;
  readonly issues: readonly ChangedIssue[];
  /** The commits whose pull requests have changed. */
  readonly commits: readonly string[];
  /** It is about a pull request itself: one that belongs to no ticket may be new. */
  readonly pull: boolean;
  /** A pull request was merged, whatever its commit. */
  readonly merged: boolean;
  /** Something is gone, or somewhere else: a look at one card would not show it. */
  readonly whole: boolean;
  readonly sender: string | null;
}

const id = z.string().min(1).max(200);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);
const time = z.string().max(40).optional();
const sender = z.object({ login: z.string().max(200) }).optional();
const repository = z.object({ node_id: id });
const issue = z.object({ node_id: id, updated_at: time });

const ITEM = z.object({
  action: z.string(),
  projects_v2_item: z.object({
    node_id: id.optional(),
    project_node_id: id.optional(),
    content_node_id: id,
    content_type: z.string(),
    updated_at: time,
  }),
  sender,
});
const ISSUES = z.object({ action: z.string(), issue, repository, sender });
/** Some have no repository. */
const LINK = z.object({
  sub_issue: issue.optional(),
  parent_issue: issue.optional(),
  blocked_issue: issue.optional(),
  blocking_issue: issue.optional(),
  sender,
});
const PULL = z.object({
  pull_request: z.object({ head: z.object({ sha: commit }), merged: z.boolean().nullish() }),
  action: z.string(),
  repository,
  sender,
});
const RUN = z.object({ action: z.string(), check_run: z.object({ head_sha: commit }), repository, sender });
const SUITE = z.object({ action: z.string(), check_suite: z.object({ head_sha: commit }), repository, sender });
const STATUS = z.object({ sha: commit, context: z.string(), repository, sender });

/** Nothing about it is on the board: a card's place in its column. */
const IDLE_ITEM = new Set(["reordered"]);
const GONE_ITEM = new Set(["deleted"]);
const GONE_ISSUE = new Set(["deleted", "transferred"]);

const READERS: Readonly<Record<(typeof EVENTS)[number], (payload: unknown) => Named | null>> = {
  projects_v2_item: (payload) => {
    const read = parse(ITEM, payload);
    if (!read || IDLE_ITEM.has(read.action)) return null;
    const {
      node_id: item,
      project_node_id: project,
      content_node_id,
      content_type,
      updated_at,
    } = read.projects_v2_item;
    if (content_type !== "Issue") return null;
    return {
      ...NOTHING,
      project: project ?? null,
      issues: [{ id: content_node_id, item: item ?? "", at: timeOf(updated_at) }],
      whole: GONE_ITEM.has(read.action),
      sender: senderOf(read),
    };
  },
  issues: (payload) => {
    const read = parse(ISSUES, payload);
    if (!read) return null;
    const whole = GONE_ISSUE.has(read.action);
    return { ...inRepository(read), issues: [named(read.issue)], whole };
  },
  sub_issues: links,
  issue_dependencies: links,
  pull_request: (payload) => {
    const read = parse(PULL, payload);
    if (!read) return null;
    const { head, merged } = read.pull_request;
    return {
      ...inRepository(read),
      commits: [head.sha],
      pull: true,
      merged: read.action === "closed" && merged === true,
    };
  },
  pull_request_review: (payload) => {
    const read = parse(PULL, payload);
    return read && { ...inRepository(read), commits: [read.pull_request.head.sha] };
  },
  check_run: (payload) => {
    const read = parse(RUN, payload);
    return read?.action === "completed" ? { ...inRepository(read), commits: [read.check_run.head_sha] } : null;
  },
  check_suite: (payload) => {
    const read = parse(SUITE, payload);
    return read?.action === "completed" ? { ...inRepository(read), commits: [read.check_suite.head_sha] } : null;
  },
  status: (payload) => {
    const read = parse(STATUS, payload);
    // The merge lock is ours: it would look because it has looked.
    return read && read.context !== LOCK ? { ...inRepository(read), commits: [read.sha] } : null;
  },
};

/** null: it names nothing that a board could show. */
export function namedIn(event: string, payload: unknown): Named | null {
  const known = EVENTS.find((name) => name === event);
  return known ? READERS[known](payload) : null;
}

const NOTHING: Named = {
  project: null,
  repository: null,
  issues: [],
  commits: [],
  pull: false,
  merged: false,
  whole: false,
  sender: null,
};

function links(payload: unknown): Named | null {
  const read = parse(LINK, payload);
  if (!read) return null;
  const both = [read.sub_issue, read.parent_issue, read.blocked_issue, read.blocking_issue];
  // Whether a link moves the time of its issues, GitHub does not say.
  const issues = both.flatMap((one) => (one ? [{ id: one.node_id, at: null }] : []));
  return issues.length === 0 ? null : { ...NOTHING, issues, sender: senderOf(read) };
}

function inRepository(read: { repository: { node_id: string }; sender?: { login: string } | undefined }): Named {
  return { ...NOTHING, repository: read.repository.node_id, sender: senderOf(read) };
}

function named({ node_id, updated_at }: z.output<typeof issue>): ChangedIssue {
  return { id: node_id, at: timeOf(updated_at) };
}

function senderOf({ sender: by }: { sender?: { login: string } | undefined }): string | null {
  return by?.login ?? null;
}

function timeOf(text: string | undefined): Time | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : at;
}

function parse<T>(schema: z.ZodType<T>, payload: unknown): T | null {
  return schema.safeParse(payload).data ?? null;
}
