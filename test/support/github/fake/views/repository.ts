import { connection, type PageArguments } from "../connection.ts";
import { found, Problem } from "../problem.ts";
import type { Asking } from "../viewer.ts";
import { nameWithOwner, type Repository } from "../world.ts";
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
    issues: (args: PageArguments) =>
      connection(
        [...world.issues.values()].filter((issue) => issue.repository === repository.id).toReversed(),
        args,
        (issue) => issueView(asking, issue),
      ),
    labels: (args: PageArguments) =>
      connection(repository.labels, args, (label) => ({ __typename: "Label", ...label })),
    ref: ({ qualifiedName }: { qualifiedName: string }) => refView(repository, qualifiedName),
    defaultBranchRef: () => refView(repository, "refs/heads/main"),
  };
}

function refView(repository: Repository, name: string) {
  const oid = repository.refs.get(name);
  if (oid === undefined) return null;
  const commit = found(repository.commits.get(oid), oid);
  return {
    __typename: "Ref",
    id: `REF_${Buffer.from(`${repository.id}:${name}`).toString("base64url")}`,
    name: name.replace(/^refs\/(?:heads|tags)\//, ""),
    target: {
      __typename: "Commit",
      oid,
      message: commit.message,
      committedDate: new Date(commit.at).toISOString(),
      tree: { __typename: "Tree", oid: commit.tree },
    },
  };
}
