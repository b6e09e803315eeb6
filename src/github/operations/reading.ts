// Reading a ticket with others around it. Costs are GitHub's: one request for each connection below each item, a hundred of
// them a point.
//
// - SURROUNDINGS: a ticket with its siblings, its children and all their links, 5 points: a group of 50 under one parent
//   is complete after this one request. What it names and did not read is asked for by MEMBERS, as often as needed;
//   a group of 50 that is already known (from the store, or from the board) takes MEMBERS alone, 2 points (100: 3).
// - BLOCKERS, BLOCKED, CHILDREN, COMMENTS: the rest of a list that was cut off, 1 point for 100 (CHILDREN 3).

import type {
  BlockedQuery,
  BlockedQueryVariables,
  BlockersQuery,
  BlockersQueryVariables,
  ChildrenQuery,
  ChildrenQueryVariables,
  CommentsQuery,
  CommentsQueryVariables,
  MembersQuery,
  MembersQueryVariables,
  SurroundingsQuery,
  SurroundingsQueryVariables,
} from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { CARD, CARD_FIELDS, ISSUE, LINKED, PAGE, PROJECT_NAME, RATE } from "./parts.ts";

/** A member of a group, wherever it was found: its card among its projects, and its links both ways. */
const MEMBER = `
fragment MemberParts on Issue {
  ...IssueParts
  blockedBy(first: 50) { totalCount ${PAGE} nodes { ...LinkedParts } }
  blocking(first: 50) { totalCount ${PAGE} nodes { ...LinkedParts } }
  projectItems(first: 10, includeArchived: true) { nodes { ...CardParts project { ...ProjectName } } }
}
${ISSUE}${CARD}${LINKED}${PROJECT_NAME}`;

export const SURROUNDINGS = query<SurroundingsQuery, SurroundingsQueryVariables>(
  `
query Surroundings($owner: String!, $repo: String!, $number: Int!, $children: Int!, $siblings: Int!, ${CARD_FIELDS}) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    id
    nameWithOwner
    issue(number: $number) {
      ...MemberParts
      subIssues(first: $children) { totalCount ${PAGE} nodes { ...MemberParts } }
      parent { id subIssues(first: $siblings) { totalCount ${PAGE} nodes { ...MemberParts } } }
    }
  }
}
${MEMBER}`,
  { points: 5 },
);

export const MEMBERS = query<MembersQuery, MembersQueryVariables>(
  `
query Members($ids: [ID!]!, ${CARD_FIELDS}) {
  ${RATE}
  nodes(ids: $ids) { ...MemberParts }
}
${MEMBER}`,
  { points: 3 },
);

/** `timelineItems` tells since when a child hangs under its parent. */
export const CHILDREN = query<ChildrenQuery, ChildrenQueryVariables>(
  `
query Children($issue: ID!, $size: Int!, $after: String, ${CARD_FIELDS}) {
  ${RATE}
  node(id: $issue) {
    ... on Issue {
      subIssues(first: $size, after: $after) {
        totalCount
        ${PAGE}
        nodes {
          ...IssueParts
          blockedBy(first: 20) { totalCount ${PAGE} nodes { ...LinkedParts } }
          projectItems(first: 10, includeArchived: true) { nodes { ...CardParts project { ...ProjectName } } }
          timelineItems(last: 1, itemTypes: [PARENT_ISSUE_ADDED_EVENT]) {
            nodes { ... on ParentIssueAddedEvent { createdAt } }
          }
        }
      }
    }
  }
}
${ISSUE}${CARD}${LINKED}${PROJECT_NAME}`,
  { points: 3 },
);

export const BLOCKERS = query<BlockersQuery, BlockersQueryVariables>(`
query Blockers($issue: ID!, $after: String) {
  ${RATE}
  node(id: $issue) { ... on Issue { blockedBy(first: 100, after: $after) { ${PAGE} nodes { ...LinkedParts } } } }
}
${LINKED}`);

export const BLOCKED = query<BlockedQuery, BlockedQueryVariables>(`
query Blocked($issue: ID!, $after: String) {
  ${RATE}
  node(id: $issue) { ... on Issue { blocking(first: 100, after: $after) { ${PAGE} nodes { ...LinkedParts } } } }
}
${LINKED}`);

/** From the newest backwards: a search for a marker stops where comments are older than it. */
export const COMMENTS = query<CommentsQuery, CommentsQueryVariables>(`
query Comments($issue: ID!, $before: String) {
  ${RATE}
  node(id: $issue) {
    ... on Issue {
      comments(last: 100, before: $before) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { id body createdAt viewerDidAuthor author { login } }
      }
    }
  }
}`);
