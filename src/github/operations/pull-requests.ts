// What GitHub knows of a ticket's pull requests: what people see on a card, for every board; and as evidence, only where the
// workflow asks for some. In the query of a handoff these add three connections below each of ten pull requests: 30 requests
// more, and still 1 point.
//
// - PULLS: so many pull requests by their ids, a point for 100.
//
// A token may lack the permission for parts of it: those are null, with an error that names their place.

import type {
  OpenPullsQuery,
  OpenPullsQueryVariables,
  ProofReadyQuery,
  ProofReadyQueryVariables,
  PullsQuery,
  PullsQueryVariables,
  RemotePullQuery,
  RemotePullQueryVariables,
  RemotePullsQuery,
  RemotePullsQueryVariables,
} from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { RATE } from "./parts.ts";

/** What may be refused without anything being wrong with the rest. */
export const MAY_BE_FORBIDDEN = ["closedByPullRequestsReferences"] as const;

/** The merge lock's own status: it is no check, and must not wait for itself. */
export const LOCK = "signalbox/ticket";

/** What stands on a card, without a connection: it costs nothing. */
export const PULL = `
fragment PullParts on PullRequest {
  id
  number
  title
  url
  state
  isDraft
  updatedAt
  baseRefName
  headRefOid
  headRefName
  reviewDecision
  mergedBy { __typename login }
  repository { id nameWithOwner defaultBranchRef { name } }
}`;

/** How its checks stand: one connection below each. */
export const PULL_CHECKS = `
fragment PullChecks on PullRequest {
  rollup: statusCheckRollup {
    commit { oid status { context(name: "${LOCK}") { state } } }
    contexts(first: 1) {
      checkRunCountsByState { state count }
      statusContextCountsByState { state count }
    }
  }
}`;

export const PROOF = `
fragment ProofParts on PullRequest {
  url
  merged
  mergedBy { __typename login }
  author { __typename login }
  baseRefName
  headRefOid
  mergeCommit { oid }
  statusCheckRollup {
    commit { oid }
    contexts(first: 100) {
      totalCount
      nodes {
        __typename
        ... on CheckRun { name status conclusion checkSuite { app { slug } } }
        ... on StatusContext { context state creator { __typename login } }
      }
    }
  }
  latestOpinionatedReviews(first: 50, writersOnly: true) {
    totalCount
    nodes { state author { __typename login } commit { oid } }
  }
}`;

/** The open ones into a branch, a point for 30: which of them belong to no ticket. */
export const OPEN_PULLS = query<OpenPullsQuery, OpenPullsQueryVariables>(
  `
query OpenPulls($owner: String!, $repo: String!, $base: String!) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    id
    pullRequests(first: 30, states: [OPEN], baseRefName: $base, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes {
        id
        number
        state
        repository { id nameWithOwner }
        closingIssuesReferences(first: 10) { nodes { id } }
        ...ProofParts
      }
    }
  }
}
${PROOF}`,
  { spare: true, mayBeForbidden: ["pullRequests"] },
);

export const PULLS = query<PullsQuery, PullsQueryVariables>(
  `
query Pulls($ids: [ID!]!) {
  ${RATE}
  nodes(ids: $ids) { ... on PullRequest { ...PullParts ...PullChecks } }
}
${PULL}${PULL_CHECKS}`,
  { spare: true, mayBeForbidden: ["statusCheckRollup", "nodes"] },
);

/** For boards whose tickets don't live on GitHub: those of a repository that were changed last, a point for 40. */
export const REMOTE_PULLS = query<RemotePullsQuery, RemotePullsQueryVariables>(
  `
query RemotePulls($owner: String!, $repo: String!, $size: Int!) {
  ${RATE}
  viewer { login }
  repository(owner: $owner, name: $repo) {
    id
    pullRequests(first: $size, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { ...PullParts ...PullChecks ...ProofParts }
    }
  }
}
${PULL}${PULL_CHECKS}${PROOF}`,
  { points: 3, spare: true, reach: "repository" },
);

/** One that is older than those: somebody has named it. */
export const REMOTE_PULL = query<RemotePullQuery, RemotePullQueryVariables>(
  `
query RemotePull($owner: String!, $repo: String!, $number: Int!) {
  ${RATE}
  repository(owner: $owner, name: $repo) { id pullRequest(number: $number) { ...PullParts ...PullChecks ...ProofParts } }
}
${PULL}${PULL_CHECKS}${PROOF}`,
  { spare: true, reach: "repository" },
);

/** What `doctor` asks: whether evidence can be read, and whether branch rules ask for the merge lock. */
export const PROOF_READY = query<ProofReadyQuery, ProofReadyQueryVariables>(
  `
query ProofReady($owner: String!, $repo: String!, $branch: String!) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    pullRequests(last: 1) {
      nodes { statusCheckRollup { contexts(first: 1) { totalCount } } latestOpinionatedReviews(first: 1) { totalCount } }
    }
    ref(qualifiedName: $branch) {
      branchProtectionRule { requiredStatusChecks { context app { slug } } }
      rules(first: 100) {
        nodes {
          parameters {
            ... on RequiredStatusChecksParameters { requiredStatusChecks { context integrationId } }
          }
        }
      }
    }
  }
}`,
  { mayBeForbidden: ["pullRequests", "branchProtectionRule", "rules"] },
);
