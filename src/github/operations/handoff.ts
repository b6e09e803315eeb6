// The one query of a handoff: 1 point. Everything that a decision about one ticket needs, cold or warm: the issue, its
// card with the ids of fields and options (so that nothing has to be remembered between two handoffs), its open
// blockers, the last comments (our markers stand in them), as whom the token writes, and where claims are refs, the claim
// with the tree that the next lease commit will carry. `projectItems` lists every project that the issue is on; the reader takes its own.
//
// `blockedBy` stops at 50, `comments` at 20: pageInfo says so, and `reading.ts` has the operations that go on.

import type { HandoffQuery, HandoffQueryVariables } from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { CARD, ISSUE, LINKED, PAGE, PROJECT, RATE } from "./parts.ts";

export const HANDOFF = query<HandoffQuery, HandoffQueryVariables>(`
query Handoff($owner: String!, $repo: String!, $number: Int!, $withClaim: Boolean!, $claim: String = "") {
  ${RATE}
  viewer { login }
  repository(owner: $owner, name: $repo) {
    id
    nameWithOwner
    issue(number: $number) {
      ...IssueParts
      body
      labels(first: 100) { nodes { id name } }
      blockedBy(first: 50) { totalCount ${PAGE} nodes { ...LinkedParts } }
      projectItems(first: 20, includeArchived: true) { totalCount nodes { ...CardParts project { ...ProjectParts } } }
      comments(last: 20) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { id body createdAt viewerDidAuthor author { login } }
      }
    }
    ref(qualifiedName: $claim) @include(if: $withClaim) { ...ClaimParts }
    defaultBranchRef @include(if: $withClaim) { target { ... on Commit { tree { oid } } } }
  }
}
fragment ClaimParts on Ref {
  id
  target { oid ... on Commit { message committedDate } }
}
${ISSUE}${CARD}${PROJECT}${LINKED}`);
