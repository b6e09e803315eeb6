// Set-up and the doctor: found once, 1 point each. A project belongs to a user or to an organisation; asking for the
// owner of repositories finds both without knowing which.

import type {
  CreateFieldMutation,
  CreateFieldMutationVariables,
  LabelsQuery,
  LabelsQueryVariables,
  MayWriteQuery,
  MayWriteQueryVariables,
  ProjectFieldsQuery,
  ProjectFieldsQueryVariables,
  RepositoryQuery,
  RepositoryQueryVariables,
  UpdateFieldMutation,
  UpdateFieldMutationVariables,
  UserIdQuery,
  UserIdQueryVariables,
  ViewerQuery,
  ViewerQueryVariables,
} from "./types.generated.ts";
import { mutation, query } from "../client/operation.ts";
import { PAGE, RATE } from "./parts.ts";

const FIELD = `
fragment FieldParts on ProjectV2FieldCommon { id name dataType }
fragment OptionParts on ProjectV2SingleSelectField { options { id name color description } }`;

export const PROJECT_FIELDS = query<ProjectFieldsQuery, ProjectFieldsQueryVariables>(`
query ProjectFields(
  $owner: String!
  $number: Int!
  $after: String
  $withHome: Boolean! = false
  $homeOwner: String! = ""
  $homeRepo: String! = ""
) {
  ${RATE}
  repository(owner: $homeOwner, name: $homeRepo) @include(if: $withHome) { id nameWithOwner }
  repositoryOwner(login: $owner) {
    __typename
    login
    ... on ProjectV2Owner {
      projectV2(number: $number) {
        id
        number
        title
        url
        closed
        viewerCanUpdate
        fields(first: 100, after: $after) { ${PAGE} nodes { ...FieldParts ...OptionParts } }
      }
    }
  }
}
${FIELD}`);

export const CREATE_FIELD = mutation<CreateFieldMutation, CreateFieldMutationVariables>(`
mutation CreateField($project: ID!, $name: String!, $options: [ProjectV2SingleSelectFieldOptionInput!]!) {
  create: createProjectV2Field(
    input: { projectId: $project, name: $name, dataType: SINGLE_SELECT, singleSelectOptions: $options }
  ) { projectV2Field { ...FieldParts ...OptionParts } }
}
${FIELD}`);

/** Overwrites all options: those that are to stay, and the cards that carry them, need their ids. */
export const UPDATE_FIELD = mutation<UpdateFieldMutation, UpdateFieldMutationVariables>(`
mutation UpdateField($field: ID!, $options: [ProjectV2SingleSelectFieldOptionInput!]!) {
  update: updateProjectV2Field(input: { fieldId: $field, singleSelectOptions: $options }) {
    projectV2Field { ...FieldParts ...OptionParts }
  }
}
${FIELD}`);

export const VIEWER = query<ViewerQuery, ViewerQueryVariables>(`query Viewer { ${RATE} viewer { login } }`, {
  reach: "repository",
});

export const REPOSITORY = query<RepositoryQuery, RepositoryQueryVariables>(
  `
query Repository($owner: String!, $repo: String!) {
  ${RATE}
  repository(owner: $owner, name: $repo) { id nameWithOwner hasIssuesEnabled isArchived viewerPermission }
}`,
  { reach: "repository" },
);

/** Whether the token that writes to issues may. */
export const MAY_WRITE = query<MayWriteQuery, MayWriteQueryVariables>(
  `query MayWrite($issue: ID!) { ${RATE} node(id: $issue) { ... on Issue { viewerCanUpdate } } }`,
  { reach: "repository" },
);

/** Whom an issue is assigned to is written by their id. */
export const USER_ID = query<UserIdQuery, UserIdQueryVariables>(
  `
query UserId($login: String!) {
  ${RATE}
  user(login: $login) { id }
}`,
  { reach: "repository" },
);

export const LABELS = query<LabelsQuery, LabelsQueryVariables>(
  `
query Labels($repository: ID!, $after: String) {
  ${RATE}
  node(id: $repository) { ... on Repository { labels(first: 100, after: $after) { ${PAGE} nodes { id name } } } }
}`,
  { reach: "repository" },
);
