// A new ticket: the issue with its title, text, labels and parent in one request, as an item can't be added to a board
// and filled in by the same one; its fields and blockers in a second.

import type { Plan } from "../../app/commit/plan.ts";
import { rejected } from "../client/answers.ts";
import { GitHubError } from "../client/errors.ts";
import { allPages } from "../client/pages.ts";
import { RECENT_ISSUES } from "../operations/recent.ts";
import { writeTogether, type WriteAnswer } from "../operations/write.ts";
import { isCreation, markerFor, type Creation, type Writing } from "./effects.ts";
import { issuesOf } from "./jobs.ts";
import { markerIn, withMarker } from "../tracker/marker.ts";
import type { Context } from "../tracker/context.ts";
import { present, seenIssue, type Seen, type SeenCard } from "../read/seen.ts";

type Created = NonNullable<NonNullable<WriteAnswer<"create">>["issue"]>;

/** GitHub's may be behind ours. */
const CLOCKS_APART_MS = 3_600_000;

/** The ticket that a plan makes; null: it makes none. */
export function creationIn(plan: Plan): Creation | null {
  return plan.entries.flatMap(({ changes = [] }) => changes).find(isCreation) ?? null;
}

/** null: nobody knows whether it was made. */
export async function createIssue(context: Context, plan: Plan, writing: Writing): Promise<Seen | null> {
  const creation = creationIn(plan);
  const [entry] = plan.entries;
  if (!creation || !entry) throw new Error("This plan makes no ticket.");
  const { title = "", body = "", labels: named = "[]", parent = null } = creation.set;
  const labels = JSON.parse(named) as string[];
  const labelIds = await context.projectIds.labels(context.home, labels);
  const above = parent === null ? undefined : (await issuesOf(context, [parent])).get(parent);
  const project = await context.projectIds.project();
  const { operation, variables } = writeTogether([
    {
      alias: "create",
      kind: "create",
      input: {
        repositoryId: await context.projectIds.repository(context.home),
        ...(context.client.hasTwoTokens ? {} : { projectV2Ids: [project] }),
        title,
        body: withMarker(body, { ...markerFor(entry, `${writing.marker}.0`, writing), move: null }),
        labelIds: labels.flatMap((name) => labelIds.get(name.toLowerCase()) ?? []),
        ...(above === undefined ? {} : { parentIssueId: above }),
      },
    },
  ]);
  const written = await context.client.mutate(operation, variables);
  if (written.kind === "unclear") return null;
  const answer = written.data["create"];
  const issue = answer && "issue" in answer && answer.issue && "number" in answer.issue ? answer.issue : null;
  if (!issue) throw rejected(written.problems);
  return withCard(context, seenNew(context, issue, project), project);
}

/** With two tokens the one that makes issues can't put them on the board. One that is there already stays as it is. */
async function withCard(context: Context, made: Seen, projectId: string): Promise<Seen> {
  if (made.card || !context.client.hasTwoTokens) return made;
  const { operation, variables } = writeTogether([
    { alias: "add", kind: "addItem", input: { projectId, contentId: made.id } },
  ]);
  // What became of it shows when the card is filled in: then it is there, or the ticket is not on the board.
  const written = await context.client.mutate(operation, variables).catch((error: unknown) => {
    if (error instanceof GitHubError) return null;
    throw error;
  });
  const answer = written?.kind === "answered" ? written.data["add"] : null;
  const item = answer && "item" in answer ? answer.item : null;
  return item ? { ...made, card: newCard(item.id) } : made;
}

function newCard(id: string): SeenCard {
  return {
    id,
    archived: false,
    updatedAt: 0,
    state: null,
    priority: null,
    estimate: null,
    status: null,
    iteration: null,
    addedBy: null,
  };
}

/** By the marker in its text, among all that were made since the plan was. */
export async function findCreated(context: Context, { set }: Creation, marker: string): Promise<Seen | null> {
  const since = (set.created_at ?? 0) - CLOCKS_APART_MS;
  const pages = allPages(context.client, RECENT_ISSUES, context.home, ({ repository }) => repository?.issues);
  for await (const issue of pages) {
    if (markerIn(issue.body)?.id === `${marker}.0`) {
      const project = await context.projectIds.project();
      return withCard(context, seenNew(context, issue, project), project);
    }
    if (Date.parse(issue.createdAt) < since) return null;
  }
  return null;
}

function seenNew(context: Context, issue: Created, project: string): Seen {
  const item = present(issue.projectItems?.nodes).find((candidate) => candidate.project.id === project);
  return {
    ...seenIssue(context.keys, issue),
    body: issue.body,
    blockedBy: [],
    card: item ? newCard(item.id) : null,
  };
}
