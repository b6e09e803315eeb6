// Pieces that several operations share. None of them holds a connection, so that they cost nothing however often they
// are repeated: GitHub counts one request for each connection below each item, and a point for a hundred of those.

/** The names of the fields that the rules live in. */
export const FIELDS = {
  state: "Workflow State",
  priority: "Priority",
  estimate: "Estimate",
  /** GitHub's own, kept in step where the project has it. */
  status: "Status",
} as const;

/** What the rules read of an issue. Children and blockers are counted here, and listed where somebody needs them. */
export const ISSUE = `
fragment IssueParts on Issue {
  id
  number
  title
  closed
  stateReason
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
  state: fieldValueByName(name: "${FIELDS.state}") {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name createdAt updatedAt creator { login } }
  }
  priority: fieldValueByName(name: "${FIELDS.priority}") {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name }
  }
  estimate: fieldValueByName(name: "${FIELDS.estimate}") {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name }
  }
  status: fieldValueByName(name: "${FIELDS.status}") {
    ... on ProjectV2ItemFieldSingleSelectValue { optionId name }
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
  state: field(name: "${FIELDS.state}") { ...SelectParts }
  priority: field(name: "${FIELDS.priority}") { ...SelectParts }
  estimate: field(name: "${FIELDS.estimate}") { ...SelectParts }
  status: field(name: "${FIELDS.status}") { ...SelectParts }
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

export const PAGE = "pageInfo { hasNextPage endCursor }";
/** Asked for in every query, so that the budget knows what GitHub knows. */
export const RATE = "rateLimit { cost limit remaining resetAt }";
