// What GitHub knows of a ticket's pull requests, as evidence: asked for only where the workflow asks for evidence. In the
// query of a handoff it adds two connections below each of ten pull requests: 20 requests more, and still 1 point.
//
// A token may lack the permission for parts of it: those are null, with an error that names their place.

import type {
  OpenPullsQuery,
  OpenPullsQueryVariables,
  ProofReadyQuery,
  ProofReadyQueryVariables,
} from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { RATE } from "./parts.ts";

/** What may be refused without anything being wrong with the rest. */
export const MAY_BE_FORBIDDEN = ["closedByPullRequestsReferences"] as const;

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
