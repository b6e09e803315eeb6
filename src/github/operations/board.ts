// The board as a whole. Costs are GitHub's: one request for each connection below each item, a hundred of them a point.
//
// - BOARD_PULSE: 1 point, 2 where there are 30 repositories and more; whether the board changed at all, which issues of its
//   repositories did, and the pull requests there that were changed last, with their checks.
// - BOARD_SCAN: 1 point for up to 10,000 cards; when each card and its issue were last changed, and nothing else. It asks
//   for many pages at once, by cursors that are remembered from the last time.
// - CARDS: so many cards by their ids, 3 points for 100.
// - LAST_COMMENTS: of so many issues, 1 point for 100: our markers tell who moved a card.
// - LAST_EVENTS: the same where the state stands in Status, 2 points: GitHub tells who dragged that.
// - BOARD_PAGE: the next 100 cards, 3 points. It holds what the rules and lists need: place, links, labels, and the newest
//   pull requests without their checks. Archived cards are left out by GitHub. Drafts and pull requests come with their
//   type and are passed over by the reader.
// - STANDING: 1 point; whether these can still be seen at all.

import type {
  BoardPageQuery,
  BoardPageQueryVariables,
  BoardPulseQuery,
  BoardPulseQueryVariables,
  BoardScanQuery,
  CardsQuery,
  CardsQueryVariables,
  LastCommentsQuery,
  LastCommentsQueryVariables,
  LastEventsQuery,
  LastEventsQueryVariables,
  StandingQuery,
  StandingQueryVariables,
} from "./types.generated.ts";
import { query, type Query } from "../client/operation.ts";
import { CARD, CARD_FIELDS, HAPPENED, ISSUE, LINKED, PAGE, RATE } from "./parts.ts";
import { MAY_BE_FORBIDDEN, PULL, PULL_CHECKS } from "./pull-requests.ts";

export const BOARD_PULSE = query<BoardPulseQuery, BoardPulseQueryVariables>(
  `
query BoardPulse($project: ID!, $repositories: [ID!]!, $since: DateTime!, $pulls: Int!) {
  ${RATE}
  viewer { login }
  node(id: $project) { ... on ProjectV2 { updatedAt items(first: 1) { totalCount } } }
  nodes(ids: $repositories) {
    ... on Repository {
      issues(first: 100, filterBy: { since: $since }, orderBy: { field: UPDATED_AT, direction: ASC }) {
        ${PAGE}
        nodes { id updatedAt }
      }
    }
  }
  # By itself: where the token may not see them, the issues are seen all the same.
  proposing: nodes(ids: $repositories) {
    ... on Repository {
      pullRequests(first: $pulls, orderBy: { field: UPDATED_AT, direction: DESC }) {
        nodes { ...PullParts ...PullChecks closingIssuesReferences(first: 10) { nodes { id } } }
      }
    }
  }
}
${PULL}${PULL_CHECKS}`,
  { points: 2, spare: true, mayBeForbidden: ["pullRequests"] },
);

/** As many pages as there are cursors; each under the name `w` and its place in the list. */
export function boardScan(cursors: readonly (string | null)[]): {
  readonly operation: Query<BoardScanQuery, { readonly project: string; readonly size: number }>;
  readonly variables: Readonly<Record<string, string | null>>;
} {
  return {
    operation: query(scanText(cursors.length), { points: Math.max(1, Math.round(cursors.length / 100)), spare: true }),
    variables: Object.fromEntries(cursors.map((cursor, index) => [`c${index}`, cursor])),
  };
}

/** Sent as `boardScan` makes it. */
export const BOARD_SCAN = query<BoardScanQuery, never>(scanText(1), { spare: true });

function scanText(pages: number): string {
  const indexes = Array.from({ length: pages }, (_, index) => index);
  const variables = indexes.map((index) => `, $c${index}: String`).join("");
  const windows = indexes.map((index) => `w${index}: items(first: $size, after: $c${index}) { ...ScanParts }`);
  return `
query BoardScan($project: ID!, $size: Int!${variables}) {
  ${RATE}
  node(id: $project) { ... on ProjectV2 { ${windows.join(" ")} } }
}
fragment ScanParts on ProjectV2ItemConnection {
  totalCount
  ${PAGE}
  nodes { id type updatedAt content { ... on Issue { id updatedAt } } }
}`;
}

/** With its blockers and its labels, as no counter tells those. */
const BOARD_CARD = `
fragment BoardCardParts on ProjectV2Item {
  ...CardParts
  type
  content {
    ... on Issue {
      ...IssueParts
      blockedBy(first: 20) { totalCount ${PAGE} nodes { ...LinkedParts } }
      labels(first: 20) { ${PAGE} nodes { id name } }
      closedByPullRequestsReferences(last: 5, includeClosedPrs: true) { totalCount nodes { ...PullParts } }
    }
  }
}
${CARD}${ISSUE}${LINKED}${PULL}`;

export const BOARD_PAGE = query<BoardPageQuery, BoardPageQueryVariables>(
  `
query BoardPage($project: ID!, $size: Int!, $after: String, ${CARD_FIELDS}) {
  ${RATE}
  node(id: $project) {
    ... on ProjectV2 {
      updatedAt
      items(first: $size, after: $after) { totalCount ${PAGE} nodes { ...BoardCardParts } }
    }
  }
}
${BOARD_CARD}`,
  { points: 3, spare: true, mayBeForbidden: MAY_BE_FORBIDDEN },
);

export const CARDS = query<CardsQuery, CardsQueryVariables>(
  `
query Cards($ids: [ID!]!, ${CARD_FIELDS}) {
  ${RATE}
  nodes(ids: $ids) { ...BoardCardParts }
}
${BOARD_CARD}`,
  { points: 3, spare: true, mayBeForbidden: MAY_BE_FORBIDDEN },
);

const LAST_SAID = "comments(last: 20) { nodes { id body createdAt viewerDidAuthor author { login } } }";

export const LAST_COMMENTS = query<LastCommentsQuery, LastCommentsQueryVariables>(
  `
query LastComments($ids: [ID!]!) {
  ${RATE}
  nodes(ids: $ids) { ... on Issue { ${LAST_SAID} } }
}`,
);

export const LAST_EVENTS = query<LastEventsQuery, LastEventsQueryVariables>(
  `
query LastEvents($ids: [ID!]!) {
  ${RATE}
  nodes(ids: $ids) { ... on Issue { ${LAST_SAID} ...HappenedParts } }
}
${HAPPENED}`,
  { points: 2 },
);

export const STANDING = query<StandingQuery, StandingQueryVariables>(
  `
query Standing($ids: [ID!]!) {
  ${RATE}
  nodes(ids: $ids) { __typename id ... on ProjectV2Item { isArchived } }
}`,
);
