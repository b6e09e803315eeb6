// The one query of a handoff: 1 point. Everything that a decision about one ticket needs, cold or warm: the issue, its
// card with the ids of fields and options (so that nothing has to be remembered between two handoffs), its open
// blockers, the last comments (our markers stand in them), as whom the token writes, and where claims are refs, the claim
// with the tree that the next lease commit will carry. `projectItems` lists every project that the issue is on; the reader takes its own.
//
// An issue that was seen before is asked for by its id, which stays where it is renamed; one that was not, by its name.
//
// It brings the ticket's pull requests as cards show them, and where the workflow asks for evidence, all that GitHub knows
// of them (pull-requests.ts).
//
// `blockedBy` stops at 50, `comments` at 20: pageInfo says so, and `reading.ts` has the operations that go on.

import type { HandoffQuery, HandoffQueryVariables } from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { MAY_BE_FORBIDDEN, PROOF, PULL, PULL_CHECKS } from "./pull-requests.ts";
import { CARD, CARD_FIELDS, HAPPENED, ISSUE, LINKED, PAGE, PROJECT, RATE } from "./parts.ts";

export const HANDOFF = query<HandoffQuery, HandoffQueryVariables>(
  `
query Handoff(
  $byName: Boolean! = true
  $byId: Boolean! = false
  $owner: String! = ""
  $repo: String! = ""
  $number: Int! = 0
  $id: ID! = ""
  $withClaim: Boolean!
  $claim: String! = ""
  $withProof: Boolean! = false
  ${CARD_FIELDS}
) {
  ${RATE}
  viewer { login }
  repository(owner: $owner, name: $repo) @include(if: $byName) {
    ...ClaimPlace
    issue(number: $number) { ...HandoffIssue }
  }
  node(id: $id) @include(if: $byId) {
    ... on Issue { ...HandoffIssue repository { ...ClaimPlace } }
  }
}
fragment HandoffIssue on Issue {
  ...IssueParts
  body
  labels(first: 100) { nodes { id name } }
  assignees(first: 20) { nodes { id login } }
  blockedBy(first: 50) { totalCount ${PAGE} nodes { ...LinkedParts } }
  projectItems(first: 20, includeArchived: true) { totalCount nodes { ...CardParts project { ...ProjectParts } } }
  comments(last: 20) {
    totalCount
    pageInfo { hasPreviousPage startCursor }
    nodes { id body createdAt viewerDidAuthor author { login } }
  }
  closedByPullRequestsReferences(last: 10, includeClosedPrs: true) {
    totalCount
    nodes { ...PullParts ...PullChecks ...ProofParts @include(if: $withProof) }
  }
  ...HappenedParts
  timelineItems(last: 1, itemTypes: [TRANSFERRED_EVENT]) {
    nodes { ... on TransferredEvent { createdAt fromRepository { nameWithOwner } } }
  }
}
fragment ClaimPlace on Repository {
  id
  nameWithOwner
  ref(qualifiedName: $claim) @include(if: $withClaim) { ...ClaimParts }
  defaultBranchRef @include(if: $withClaim) { target { ... on Commit { tree { oid } } } }
}
fragment ClaimParts on Ref {
  id
  target { oid ... on Commit { message committedDate } }
}
${ISSUE}${CARD}${PROJECT}${LINKED}${HAPPENED}${PULL}${PULL_CHECKS}${PROOF}`,
  { mayBeForbidden: MAY_BE_FORBIDDEN },
);
