// A claim as a git ref, for machines that share nothing but GitHub: the only thing there with compare-and-swap. A lease
// is a commit of its own each time (see `GitHubClient.createCommit`): pushing the same object again also "succeeds", so
// that two who agree on an object id would both believe that they hold it.
//
// A handoff that takes or renews a claim is 4 requests: HANDOFF (reads the ref), the lease commit, SWAP_REF, and the writes.
// SWAP_REF answers with nothing but success or an error; GitHub refuses where the ref is not at `before` any more.

import type {
  ClaimRefQuery,
  ClaimRefQueryVariables,
  ClaimRefsQuery,
  ClaimRefsQueryVariables,
  SwapRefMutation,
  SwapRefMutationVariables,
} from "./types.generated.ts";
import { mutation, query } from "../client/operation.ts";
import { PAGE, RATE } from "./parts.ts";

/** As `before`: there must be no such ref. As `after`: the ref goes away. */
export const NO_OBJECT = "0000000000000000000000000000000000000000";

export const SWAP_REF = mutation<SwapRefMutation, SwapRefMutationVariables>(
  `
mutation SwapRef($repository: ID!, $name: GitRefname!, $before: GitObjectID!, $after: GitObjectID!) {
  swap: updateRefs(
    input: { repositoryId: $repository, refUpdates: [{ name: $name, beforeOid: $before, afterOid: $after, force: true }] }
  ) { clientMutationId }
}`,
  { reach: "repository" },
);

/** After an unclear swap: whose lease is it now? */
export const CLAIM_REF = query<ClaimRefQuery, ClaimRefQueryVariables>(
  `
query ClaimRef($owner: String!, $repo: String!, $name: String!) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    id
    ref(qualifiedName: $name) { target { oid ... on Commit { message committedDate } } }
    defaultBranchRef { target { ... on Commit { tree { oid } } } }
  }
}`,
  { reach: "repository" },
);

/** The claims of a repository that an issue was transferred from: the ref stays behind. A point for 100. */
export const CLAIM_REFS = query<ClaimRefsQuery, ClaimRefsQueryVariables>(
  `
query ClaimRefs($owner: String!, $repo: String!, $after: String) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    id
    refs(refPrefix: "refs/signalbox/claims/", first: 100, after: $after) {
      ${PAGE}
      nodes { name target { oid ... on Commit { message } } }
    }
  }
}`,
  { reach: "repository" },
);
