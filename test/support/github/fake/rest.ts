// The little of GitHub's REST interface that is used, with its redirects: from a repository's former name, and from an issue
// that was transferred.

import { isVisible } from "./views/issue.ts";
import type { Asking } from "./viewer.ts";
import { issueLedTo } from "./renames.ts";
import { nameWithOwner, repositoryNamed, type Repository, type World } from "./world.ts";

export interface RestAnswer {
  readonly status: number;
  readonly body: { readonly message?: string; readonly [more: string]: unknown };
  readonly location?: string;
}

const NOT_FOUND: RestAnswer = { status: 404, body: { message: "Not Found" } };

/** The repository that a path names, or where the path leads to; null: there is none. */
export function placeOf(world: World, path: string, method: string): Repository | RestAnswer | null {
  const byId = /^\/repositories\/([^/]+)\//.exec(path)?.[1];
  if (byId !== undefined) return world.repositories.get(byId) ?? null;
  const [, owner = "", name = "", rest = ""] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const repository = repositoryNamed(world, owner, name);
  if (!repository) return null;
  if (nameWithOwner(repository).toLowerCase() === `${owner}/${name}`.toLowerCase()) return repository;
  const status = method === "GET" ? 301 : 307;
  return { status, body: { message: "Moved Permanently" }, location: `/repositories/${repository.id}${rest}` };
}

export function isAnswer(place: Repository | RestAnswer): place is RestAnswer {
  return "status" in place;
}

export function getIssue(asking: Asking, repository: Repository, number: number): RestAnswer {
  const issue = issueLedTo(asking.world, repository, number);
  if (!issue || !isVisible(asking, issue)) return NOT_FOUND;
  if (issue.repository !== repository.id) {
    const location = `/repositories/${issue.repository}/issues/${issue.number}`;
    return { status: 301, body: { message: "Moved Permanently" }, location };
  }
  return { status: 200, body: { node_id: issue.id, number: issue.number, title: issue.title } };
}
