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
    title: pull.title,
    updatedAt: `${new Date(pull.updatedAt).toISOString().slice(0, 19)}Z`,
    headRefName: pull.branch,
    reviewDecision: decisionOf(pull),
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
        commit: {
          ...commit(pull.head),
          status: {
            __typename: "Status",
            context: ({ name }: { name: string }) => {
              const found = checks.find((check) => check.kind === "status" && check.name === name);
              return found ? contextView(asking, found) : null;
            },
          },
        },
        state: rollupOf(checks),
        contexts: (args: PageArguments) => ({
          ...connection(checks, args, (context) => contextView(asking, context)),
          checkRunCountsByState: countsOf(checks, "run"),
          statusContextCountsByState: countsOf(checks, "status"),
        }),
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

function countsOf(checks: readonly CheckContext[], wanted: CheckContext["kind"]) {
  const ofKind = Map.groupBy(
    checks.filter(({ kind }) => kind === wanted),
    ({ result }) => (wanted === "run" && result === "PENDING" ? "IN_PROGRESS" : result),
  );
  return [...ofKind].map(([state, found]) => ({ state, count: found.length }));
}

function rollupOf(checks: readonly CheckContext[]): string {
  const results = new Set(checks.map(({ result }) => result));
  if (results.has("PENDING")) return "PENDING";
  return ["FAILURE", "ERROR", "TIMED_OUT"].some((result) => results.has(result)) ? "FAILURE" : "SUCCESS";
}

function decisionOf({ reviews }: PullRequest): string | null {
  const states = new Set(reviews.map(({ state }) => state));
  return (["CHANGES_REQUESTED", "APPROVED"] as const).find((state) => states.has(state)) ?? null;
}

export function forbidden(): Problem {
  return new Problem("FORBIDDEN", "Resource not accessible by personal access token");
}
