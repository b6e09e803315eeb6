// Any number of writes in one request. Fields of a mutation run in order and are no transaction: one may fail while the
// others stand, so each part has an alias of its own, and brings back what was written, for the writer to compare.
//
// EVERY_WRITE is never sent: it holds each part once, so that the types of the answers are generated and the texts are
// checked against the schema. `writeTogether` makes requests of the same parts.

import type { EveryWriteMutation, EveryWriteMutationVariables } from "./types.generated.ts";
import { mutation, type Mutation } from "../client/operation.ts";
import { CARD, CARD_FIELDS, ISSUE } from "./parts.ts";

const PARTS = {
  setField: {
    field: "updateProjectV2ItemFieldValue",
    input: "UpdateProjectV2ItemFieldValueInput",
    answer: "projectV2Item { ...CardParts }",
  },
  clearField: {
    field: "clearProjectV2ItemFieldValue",
    input: "ClearProjectV2ItemFieldValueInput",
    answer: "projectV2Item { ...CardParts }",
  },
  /** With the comments that came before: whose move was first shows in their order. */
  comment: {
    field: "addComment",
    input: "AddCommentInput",
    answer: `commentEdge { node { id body createdAt } }
      subject { ... on Issue { comments(last: 20) { nodes { id body createdAt viewerDidAuthor author { login } } } } }`,
  },
  retract: { field: "deleteIssueComment", input: "DeleteIssueCommentInput", answer: "clientMutationId" },
  close: { field: "closeIssue", input: "CloseIssueInput", answer: "issue { id closed stateReason }" },
  reopen: { field: "reopenIssue", input: "ReopenIssueInput", answer: "issue { id closed }" },
  edit: { field: "updateIssue", input: "UpdateIssueInput", answer: "issue { id title body }" },
  addLabels: {
    field: "addLabelsToLabelable",
    input: "AddLabelsToLabelableInput",
    answer: "labelable { labels(first: 100) { nodes { name } } }",
  },
  removeLabels: {
    field: "removeLabelsFromLabelable",
    input: "RemoveLabelsFromLabelableInput",
    answer: "labelable { labels(first: 100) { nodes { name } } }",
  },
  assign: { field: "addAssigneesToAssignable", input: "AddAssigneesToAssignableInput", answer: "clientMutationId" },
  unassign: {
    field: "removeAssigneesFromAssignable",
    input: "RemoveAssigneesFromAssignableInput",
    answer: "clientMutationId",
  },
  addChild: { field: "addSubIssue", input: "AddSubIssueInput", answer: "subIssue { id parent { id } }" },
  removeChild: { field: "removeSubIssue", input: "RemoveSubIssueInput", answer: "subIssue { id parent { id } }" },
  addBlocker: { field: "addBlockedBy", input: "AddBlockedByInput", answer: "issue { id } blockingIssue { id }" },
  removeBlocker: {
    field: "removeBlockedBy",
    input: "RemoveBlockedByInput",
    answer: "issue { id } blockingIssue { id }",
  },
  create: {
    field: "createIssue",
    input: "CreateIssueInput",
    answer: "issue { ...IssueParts body projectItems(first: 10) { nodes { id project { id } } } }",
  },
  /** A ref that goes away, or moves on: only where it is at what is said to be before. */
  swap: { field: "updateRefs", input: "UpdateRefsInput", answer: "clientMutationId" },
  /** One that is there already is answered as it is. */
  addItem: {
    field: "addProjectV2ItemById",
    input: "AddProjectV2ItemByIdInput",
    answer: "item { id project { id } }",
  },
  createLabel: { field: "createLabel", input: "CreateLabelInput", answer: "label { id name }" },
} as const;

export type WriteKind = keyof typeof PARTS;

/** One write, under the alias by which its answer is found. */
export type Write = {
  [Kind in WriteKind]: {
    readonly alias: string;
    readonly kind: Kind;
    readonly input: EveryWriteMutationVariables[Kind];
  };
}[WriteKind];

export type WriteAnswer<Kind extends WriteKind> = EveryWriteMutation[Kind];
/** By alias; null: that part failed. */
export type WriteAnswers = Readonly<Record<string, EveryWriteMutation[WriteKind]>>;

/** What touches the project, and goes out with its token. */
const ON_PROJECT = new Set<WriteKind>(["setField", "clearField", "addItem"]);

export function isOnProject({ kind }: Write): boolean {
  return ON_PROJECT.has(kind);
}

/** What makes a notification: GitHub has a limit of its own for these. */
const CONTENT = new Set<WriteKind>(["comment", "create"]);

export const EVERY_WRITE = mutation<EveryWriteMutation, EveryWriteMutationVariables>(
  textOf(
    "EveryWrite",
    Object.entries(PARTS).map(([kind, part]) => ({ alias: kind, part })),
  ),
  { content: 2 },
);

export function writeTogether(writes: readonly Write[]): {
  readonly operation: Mutation<WriteAnswers, Readonly<Record<string, object>>>;
  readonly variables: Readonly<Record<string, object>>;
} {
  const text = textOf(
    "Write",
    writes.map(({ alias, kind }) => ({ alias, part: PARTS[kind] })),
  );
  return {
    operation: mutation(text, {
      content: writes.filter(({ kind }) => CONTENT.has(kind)).length,
      reach: writes.some(isOnProject) ? "project" : "repository",
    }),
    variables: Object.fromEntries(writes.map(({ alias, input }) => [alias, input])),
  };
}

interface Part {
  readonly field: string;
  readonly input: string;
  readonly answer: string;
}

function textOf(name: string, parts: readonly { readonly alias: string; readonly part: Part }[]): string {
  const variables = parts.map(({ alias, part }) => `$${alias}: ${part.input}!`);
  const fields = parts.map(({ alias, part }) => `  ${alias}: ${part.field}(input: $${alias}) { ${part.answer} }`);
  const onCards = fields.some((field) => field.includes("...CardParts")) ? [CARD_FIELDS] : [];
  const text = `mutation ${name}(${[...variables, ...onCards].join(", ")}) {\n${fields.join("\n")}\n}`;
  return [
    text,
    ...(text.includes("...CardParts") ? [CARD] : []),
    ...(text.includes("...IssueParts") ? [ISSUE] : []),
  ].join("");
}
