import { connection, type PageArguments } from "../connection.ts";
import { found, Problem } from "../problem.ts";
import type { Asking } from "../viewer.ts";
import { nameWithOwner, type CheckContext, type PullRequest } from "../world.ts";
import { actorView } from "./actor.ts";
import { repositoryView } from "./repository.ts";

export function pullRequestView(asking: Asking, pull: PullRequest) {
  const { world, token } = asking;
  const repository = found(world.repositories.get(pull.repository), pull.repository);
  const commit = (oid: string) => ({ __typename: "Commit", oid });
  const checks = repository.checks.get(pull.head) ?? [];
  return {
    __typename: "PullRequest",
    id: pull.id,
    number: pull.number,
    url: `https://github.com/${nameWithOwner(repository)}/pull/${pull.number}`,
    state: pull.state,
    isDraft: pull.draft,
    merged: pull.state === "MERGED",
    mergedBy: pull.mergedBy === null ? null : actorView(asking, pull.mergedBy),
    author: actorView(asking, pull.author),
    baseRefName: pull.base,
    headRefOid: pull.head,
    mergeCommit: pull.mergeCommit === null ? null : commit(pull.mergeCommit),
    repository: () => repositoryView(asking, repository),
    closingIssuesReferences: (args: PageArguments) =>
      connection(
        [...world.issues.values()].filter(({ pullRequests }) => pullRequests.includes(pull)),
        args,
        ({ id }) => ({ __typename: "Issue", id }),
      ),
    statusCheckRollup: () => {
      if (token.lacks.includes("checks")) throw forbidden();
      if (checks.length === 0) return null;
      return {
        __typename: "StatusCheckRollup",
        commit: commit(pull.head),
        contexts: (args: PageArguments) => connection(checks, args, (context) => contextView(asking, context)),
      };
    },
    latestOpinionatedReviews: (args: PageArguments) => {
      if (token.lacks.includes("pull requests")) throw forbidden();
      // A dismissed review is no opinion any more, and those who may not write are left out by the query.
      const opinions = pull.reviews.filter(({ state }) => state !== "COMMENTED");
      return connection(opinions, args, ({ by, state, commit: oid }) => ({
        __typename: "PullRequestReview",
        state,
        author: actorView(asking, by),
        commit: commit(oid),
      }));
    },
  };
}

function contextView(asking: Asking, { kind, name, by, result }: CheckContext) {
  if (kind === "status") {
    const creator = by === null ? null : actorView(asking, by);
    return { __typename: "StatusContext", context: name, state: result, creator };
  }
  const isOver = result !== "PENDING";
  return {
    __typename: "CheckRun",
    name,
    status: isOver ? "COMPLETED" : "IN_PROGRESS",
    conclusion: isOver ? result : null,
    checkSuite: { __typename: "CheckSuite", app: by === null ? null : { __typename: "App", slug: by } },
  };
}

export function forbidden(): Problem {
  return new Problem("FORBIDDEN", "Resource not accessible by personal access token");
}
