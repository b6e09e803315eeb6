// What can't be seen any more is not what is no longer there. A ticket leaves the board only where GitHub shows that its card
// is gone; where the token has lost sight of it, that is an error, and nothing is changed.

import type { Key } from "../../engine/facts.ts";
import { showKey } from "../../engine/facts.ts";
import { listed } from "../../engine/words.ts";
import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { byIds } from "../client/pages.ts";
import { PageSize } from "../client/page-size.ts";
import { STANDING } from "../operations/board.ts";
import type { Context } from "../tracker/context.ts";
import { readRemotes } from "../tracker/remote.ts";
import type { ProjectName } from "./look.ts";
import type { Seen } from "./seen.ts";

const MOST_NAMED = 5;

export function projectLost({ owner, number }: ProjectName): GitHubError {
  return new GitHubError(
    "github_project_missing",
    `GitHub does not show project ${number} of ${owner}: it was deleted, or the token may not see it any more. The tickets are kept as they were.`,
    "Give the token access to the project (`signalbox doctor` says what it lacks), or set SIGNALBOX_GITHUB_PROJECT to the project that took its place.",
  );
}

export function issuesLost(keys: readonly Key[]): GitHubError {
  const named = keys.slice(0, MOST_NAMED).map(showKey);
  const all = keys.length > MOST_NAMED ? [...named, `${keys.length - MOST_NAMED} more`] : named;
  return new GitHubError(
    "github_forbidden",
    `GitHub hides what is on ${keys.length === 1 ? "a card" : `${keys.length} cards`} of the board from this token: ${listed(all, "and")}. The tickets are kept as they were.`,
    "Give the token access to their repositories (`signalbox doctor` says what it lacks), or take the cards off the project.",
  );
}

/**
 * Of tickets that a look did not find on the board: throws where they are there all the same, and the token can't see them;
 * those that it answers with are gone.
 */
export async function confirmGone(context: Context, keys: readonly Key[]): Promise<readonly Key[]> {
  const cards = await context.store.tickets.cards({ keys });
  const remotes = await readRemotes(context.store, keys);
  const suspects = cards
    .filter(({ ticket }) => ticket.onBoard)
    .flatMap(({ ticket: { key } }) => {
      const remote = remotes.get(key);
      return remote?.item == null ? [] : [{ key, issue: remote.issue, item: remote.item }];
    });
  if (suspects.length === 0) return keys;
  const project = await context.projectIds.project();
  const ids = [project, ...suspects.flatMap(({ item, issue }) => [item, issue])];
  const standing = await standingOf(context.client, ids);
  if (!standing.has(project)) throw projectLost(context.projectName);
  const there = suspects.filter(({ item }) => standing.get(item) === "there");
  const hidden = there.filter(({ issue }) => !standing.has(issue));
  if (hidden.length > 0) throw issuesLost(hidden.map(({ key }) => key));
  const still = new Set(there.map(({ key }) => key));
  return keys.filter((key) => !still.has(key));
}

/** Looks that show a ticket off the board, where it is not: they are left out. */
export async function withoutLost(context: Context, all: readonly Seen[]): Promise<readonly Seen[]> {
  const off = all.filter(({ card }) => card === null).map(({ key }) => key);
  if (off.length === 0) return all;
  const gone = new Set(await confirmGone(context, off));
  return all.filter(({ key, card }) => card !== null || gone.has(key));
}

/** Those of these ids that GitHub shows: issues and cards. */
export async function standingOf(
  client: GitHubClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, "there" | "archived">> {
  const found = new Map<string, "there" | "archived">();
  for await (const [id, node] of byIds(client, STANDING, ids, new PageSize(100))) {
    if (node) found.set(id, "isArchived" in node && node.isArchived ? "archived" : "there");
  }
  return found;
}
