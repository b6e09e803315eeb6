import { connection, type PageArguments } from "../connection.ts";
import { found, Problem } from "../problem.ts";
import type { Asking } from "../viewer.ts";
import { nameWithOwner, type PullRequest, type Repository } from "../world.ts";
import { forbidden, pullRequestView } from "./pull-request.ts";
import { issueView } from "./issue.ts";

export function repositoryView(asking: Asking, repository: Repository) {
  const { world, token } = asking;
  return {
    __typename: "Repository",
    id: repository.id,
    name: repository.name,
    nameWithOwner: nameWithOwner(repository),
    hasIssuesEnabled: repository.issuesEnabled,
    isArchived: repository.archived,
    viewerPermission: token.mayWrite ? "WRITE" : "READ",
    issue: ({ number }: { number: number }) => {
      const issue = [...world.issues.values()].find(
        (candidate) => candidate.repository === repository.id && candidate.number === number,
      );
      if (!issue) throw new Problem("NOT_FOUND", `Could not resolve to an Issue with the number of ${number}.`);
      return issueView(asking, issue);
    },
    issues: ({ filterBy, orderBy, ...args }: PageArguments & IssueArguments) => {
      const since = filterBy?.since == null ? 0 : Date.parse(filterBy.since);
      const issues = [...world.issues.values()].filter(
        (issue) => issue.repository === repository.id && toSecond(issue.updatedAt) >= since,
      );
      const ordered = orderBy?.field === "UPDATED_AT" ? issues.toSorted((a, b) => a.updatedAt - b.updatedAt) : issues;
      const inOrder = orderBy?.direction === "ASC" ? ordered : ordered.toReversed();
      return connection(inOrder, args, (issue) => issueView(asking, issue));
    },
    labels: (args: PageArguments) =>
      connection(repository.labels, args, (label) => ({ __typename: "Label", ...label })),
    refs: ({ refPrefix, ...args }: PageArguments & { refPrefix: string }) =>
      connection(
        [...repository.refs.keys()].filter((name) => name.startsWith(refPrefix)),
        args,
        (name) => ({ ...refView(repository, name), name: name.slice(refPrefix.length) }),
      ),
    ref: ({ qualifiedName }: { qualifiedName: string }) => refView(repository, qualifiedName),
    pullRequest: ({ number }: { number: number }) => {
      if (token.lacks.includes("pull requests")) throw forbidden();
      const pull = repository.pullRequests.find((one) => one.number === number);
      if (!pull) throw new Problem("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${number}.`);
      return pullRequestView(asking, pull);
    },
    pullRequests: ({ states, baseRefName, orderBy, ...args }: PageArguments & PullArguments) => {
      if (token.lacks.includes("pull requests")) throw forbidden();
      const pulls = repository.pullRequests.filter(
        ({ state, base }) => (states ?? [state]).includes(state) && base === (baseRefName ?? base),
      );
      const newest = (a: PullRequest, b: PullRequest): number => b.updatedAt - a.updatedAt || b.number - a.number;
      return connection(orderBy ? pulls.toSorted(newest) : pulls, args, (pull) => pullRequestView(asking, pull));
    },
    defaultBranchRef: () => refView(repository, "refs/heads/main"),
  };
}

interface PullArguments {
  readonly states?: readonly string[] | null;
  readonly baseRefName?: string | null;
  readonly orderBy?: unknown;
}

interface IssueArguments {
  readonly filterBy?: { readonly since?: string | null } | null;
  readonly orderBy?: { readonly field: string; readonly direction: "ASC" | "DESC" } | null;
}

/** GitHub says when an issue was changed in whole seconds. */
function toSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

function refView(repository: Repository, name: string) {
  const oid = repository.refs.get(name);
  if (oid === undefined) return null;
  const commit = found(repository.commits.get(oid), oid);
  return {
    __typename: "Ref",
    id: `REF_${Buffer.from(`${repository.id}:${name}`).toString("base64url")}`,
    name: name.replace(/^refs\/(?:heads|tags)\//, ""),
    branchProtectionRule: {
      requiredStatusChecks: repository.rules.required.map(({ context, app }) => ({
        context,
        app: app === null ? null : { __typename: "App", slug: app },
      })),
    },
    rules: (args: PageArguments) => connection([], args, () => null),
    target: {
      __typename: "Commit",
      oid,
      message: commit.message,
      committedDate: new Date(commit.at).toISOString(),
      tree: { __typename: "Tree", oid: commit.tree },
    },
  };
}
