// Pieces that several operations share. None of them holds a connection, so that they cost nothing however often they
// are repeated: GitHub counts one request for each connection below each item, and a point for a hundred of those.

import { DEFAULT_LAYOUT, type FieldNames } from "../layout/layout.ts";

/** Declared by every operation that reads cards: how the fields are called that the rules live in. The client fills them in. */
export const CARD_FIELDS = naming(["state", "priority", "estimate", "status", "iteration"]);

function naming(kinds: readonly (keyof FieldNames)[]): string {
  return kinds.map((kind) => `$${kind}Field: String! = ${JSON.stringify(DEFAULT_LAYOUT.names[kind])}`).join(" ");
}

/** What the rules read of an issue. Children and blockers are counted here, and listed where somebody needs them. */
export const ISSUE = `
fragment IssueParts on Issue {
  id
  number
  title
  closed
  stateReason
  issueType { name }
  milestone { title }
  createdAt
  updatedAt
  repository { id nameWithOwner }
  parent { id number repository { id nameWithOwner } }
  subIssuesSummary { total }
  issueDependenciesSummary { totalBlockedBy totalBlocking }
}`;

/** An issue's card on a project: where it stands, since when, and who put it there. */
export const CARD = `
fragment CardParts on ProjectV2Item {
  id
  isArchived
  updatedAt
  creator { __typename login }
  state: fieldValueByName(name: $stateField) {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name createdAt updatedAt creator { __typename login } }
  }
  priority: fieldValueByName(name: $priorityField) {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name }
  }
  estimate: fieldValueByName(name: $estimateField) {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name }
  }
  iteration: fieldValueByName(name: $iterationField) { ... on ProjectV2ItemFieldIterationValue { title } }
  status: fieldValueByName(name: $statusField) {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name createdAt updatedAt creator { __typename login } }
  }
}`;

/** By which a reader tells its own board from others that an issue is on. */
export const PROJECT_NAME = `
fragment ProjectName on ProjectV2 {
  id
  number
  owner { ... on Organization { login } ... on User { login } }
}`;

/** The fields that are written, with the ids that writing takes. */
export const PROJECT = `
fragment ProjectParts on ProjectV2 {
  id
  number
  closed
  owner { ... on Organization { login } ... on User { login } }
  state: field(name: $stateField) { ...SelectParts }
  priority: field(name: $priorityField) { ...SelectParts }
  estimate: field(name: $estimateField) { ...SelectParts }
  status: field(name: $statusField) { ...SelectParts }
}
fragment SelectParts on ProjectV2SingleSelectField {
  id
  name
  options { id name }
}`;

/** The far end of a link: enough to know whether it still blocks. */
export const LINKED = `
fragment LinkedParts on Issue {
  id
  number
  title
  closed
  repository { id nameWithOwner }
}`;

/** Who closed an issue, opened it again or dragged its Status. It holds a connection: where many are read, it costs. */
export const HAPPENED = `
fragment HappenedParts on Issue {
  happened: timelineItems(last: 5, itemTypes: [CLOSED_EVENT, REOPENED_EVENT, PROJECT_V2_ITEM_STATUS_CHANGED_EVENT]) {
    nodes {
      __typename
      ... on ClosedEvent { createdAt actor { __typename login } }
      ... on ReopenedEvent { createdAt actor { __typename login } }
      ... on ProjectV2ItemStatusChangedEvent { createdAt status wasAutomated actor { __typename login } project { id } }
    }
  }
}`;

export const PAGE = "pageInfo { hasNextPage endCursor }";
/** Asked for in every query, so that the budget knows what GitHub knows. */
export const RATE = "rateLimit { cost limit remaining resetAt }";
