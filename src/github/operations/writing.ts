// Writing. Fields of a mutation run in order and are no transaction: one may fail while the others stand, so each part
// has a name of its own, and brings back the value that was written, for the writer to compare.
//
// - MOVE: a handoff, 1 point and 1 comment. The state goes first, the comment with its marker second: a comment without
//   its move would be a lie, a move without its comment is found by recovery and finished. Status, closing and reopening
//   follow; a part that is not wanted is left out by its switch.
// - CREATE_ISSUE puts the issue on the board too; its card has no fields yet (an item can't be added and updated in one
//   call), which is what PLACE is for: the state, priority and estimate of one card.
// - CREATE and MOVE count as content, of which GitHub takes 80 a minute and 500 an hour.

import type {
  AddBlockerMutation,
  AddBlockerMutationVariables,
  AddCardMutation,
  AddCardMutationVariables,
  AddChildMutation,
  AddChildMutationVariables,
  AddLabelsMutation,
  AddLabelsMutationVariables,
  ClearFieldMutation,
  ClearFieldMutationVariables,
  CommentMutation,
  CommentMutationVariables,
  CreateIssueMutation,
  CreateIssueMutationVariables,
  EditIssueMutation,
  EditIssueMutationVariables,
  MoveMutation,
  MoveMutationVariables,
  PlaceMutation,
  PlaceMutationVariables,
  RemoveBlockerMutation,
  RemoveBlockerMutationVariables,
  RemoveChildMutation,
  RemoveChildMutationVariables,
  RemoveLabelsMutation,
  RemoveLabelsMutationVariables,
} from "../operations.generated.ts";
import { mutation } from "../operation.ts";
import { CARD, ISSUE } from "./parts.ts";

export const MOVE = mutation<MoveMutation, MoveMutationVariables>(
  `
mutation Move(
  $project: ID!
  $item: ID!
  $issue: ID!
  $stateField: ID!
  $stateOption: String!
  $comment: String!
  $withStatus: Boolean!
  $statusField: ID = ""
  $statusOption: String
  $close: Boolean!
  $closeReason: IssueClosedStateReason
  $reopen: Boolean!
) {
  state: updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $stateField, value: { singleSelectOptionId: $stateOption } }
  ) { projectV2Item { ...CardParts } }
  comment: addComment(input: { subjectId: $issue, body: $comment }) {
    commentEdge { node { id body createdAt } }
  }
  reopen: reopenIssue(input: { issueId: $issue }) @include(if: $reopen) { issue { closed } }
  close: closeIssue(input: { issueId: $issue, stateReason: $closeReason }) @include(if: $close) {
    issue { closed stateReason }
  }
  status: updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $statusField, value: { singleSelectOptionId: $statusOption } }
  ) @include(if: $withStatus) { projectV2Item { ...CardParts } }
}
${CARD}`,
  { content: 1 },
);

export const PLACE = mutation<PlaceMutation, PlaceMutationVariables>(
  `
mutation Place(
  $project: ID!
  $item: ID!
  $withState: Boolean!
  $stateField: ID = ""
  $stateOption: String
  $withPriority: Boolean!
  $priorityField: ID = ""
  $priorityOption: String
  $withEstimate: Boolean!
  $estimateField: ID = ""
  $estimateOption: String
) {
  state: updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $stateField, value: { singleSelectOptionId: $stateOption } }
  ) @include(if: $withState) { projectV2Item { ...CardParts } }
  priority: updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $priorityField, value: { singleSelectOptionId: $priorityOption } }
  ) @include(if: $withPriority) { projectV2Item { ...CardParts } }
  estimate: updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $estimateField, value: { singleSelectOptionId: $estimateOption } }
  ) @include(if: $withEstimate) { projectV2Item { ...CardParts } }
}
${CARD}`,
);

export const CLEAR_FIELD = mutation<ClearFieldMutation, ClearFieldMutationVariables>(`
mutation ClearField($project: ID!, $item: ID!, $field: ID!) {
  clear: clearProjectV2ItemFieldValue(input: { projectId: $project, itemId: $item, fieldId: $field }) {
    projectV2Item { ...CardParts }
  }
}
${CARD}`);

export const CREATE_ISSUE = mutation<CreateIssueMutation, CreateIssueMutationVariables>(
  `
mutation CreateIssue(
  $repository: ID!
  $project: ID!
  $title: String!
  $body: String!
  $labels: [ID!]
  $parent: ID
) {
  create: createIssue(
    input: {
      repositoryId: $repository
      projectV2Ids: [$project]
      title: $title
      body: $body
      labelIds: $labels
      parentIssueId: $parent
    }
  ) { issue { ...IssueParts body projectItems(first: 10) { nodes { id project { id } } } } }
}
${ISSUE}`,
  { content: 1 },
);

/** For an issue that was there before the board, or whose card was removed. */
export const ADD_CARD = mutation<AddCardMutation, AddCardMutationVariables>(`
mutation AddCard($project: ID!, $issue: ID!) {
  add: addProjectV2ItemById(input: { projectId: $project, contentId: $issue }) { item { ...CardParts } }
}
${CARD}`);

export const EDIT_ISSUE = mutation<EditIssueMutation, EditIssueMutationVariables>(
  `
mutation EditIssue($issue: ID!, $title: String, $body: String) {
  edit: updateIssue(input: { id: $issue, title: $title, body: $body }) { issue { id title body updatedAt } }
}`,
  { reach: "repository" },
);

export const COMMENT = mutation<CommentMutation, CommentMutationVariables>(
  `
mutation Comment($issue: ID!, $body: String!) {
  comment: addComment(input: { subjectId: $issue, body: $body }) { commentEdge { node { id body createdAt } } }
}`,
  { content: 1, reach: "repository" },
);

export const ADD_BLOCKER = mutation<AddBlockerMutation, AddBlockerMutationVariables>(
  `
mutation AddBlocker($issue: ID!, $blocker: ID!) {
  link: addBlockedBy(input: { issueId: $issue, blockingIssueId: $blocker }) { issue { id } blockingIssue { id } }
}`,
  { reach: "repository" },
);

export const REMOVE_BLOCKER = mutation<RemoveBlockerMutation, RemoveBlockerMutationVariables>(
  `
mutation RemoveBlocker($issue: ID!, $blocker: ID!) {
  link: removeBlockedBy(input: { issueId: $issue, blockingIssueId: $blocker }) { issue { id } blockingIssue { id } }
}`,
  { reach: "repository" },
);

export const ADD_CHILD = mutation<AddChildMutation, AddChildMutationVariables>(
  `
mutation AddChild($parent: ID!, $child: ID!, $replaceParent: Boolean!) {
  link: addSubIssue(input: { issueId: $parent, subIssueId: $child, replaceParent: $replaceParent }) {
    issue { id }
    subIssue { id parent { id } }
  }
}`,
  { reach: "repository" },
);

export const REMOVE_CHILD = mutation<RemoveChildMutation, RemoveChildMutationVariables>(
  `
mutation RemoveChild($parent: ID!, $child: ID!) {
  link: removeSubIssue(input: { issueId: $parent, subIssueId: $child }) { subIssue { id parent { id } } }
}`,
  { reach: "repository" },
);

export const ADD_LABELS = mutation<AddLabelsMutation, AddLabelsMutationVariables>(
  `
mutation AddLabels($issue: ID!, $labels: [ID!]!) {
  labels: addLabelsToLabelable(input: { labelableId: $issue, labelIds: $labels }) {
    labelable { labels(first: 100) { nodes { id name } } }
  }
}`,
  { reach: "repository" },
);

export const REMOVE_LABELS = mutation<RemoveLabelsMutation, RemoveLabelsMutationVariables>(
  `
mutation RemoveLabels($issue: ID!, $labels: [ID!]!) {
  labels: removeLabelsFromLabelable(input: { labelableId: $issue, labelIds: $labels }) {
    labelable { labels(first: 100) { nodes { id name } } }
  }
}`,
  { reach: "repository" },
);
