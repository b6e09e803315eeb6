// Set-up and the doctor: found once, 1 point each. A project belongs to a user or to an organisation; asking for the
// owner of repositories finds both without knowing which.

import type {
  CreateFieldMutation,
  CreateFieldMutationVariables,
  LabelsQuery,
  LabelsQueryVariables,
  ProjectFieldsQuery,
  ProjectFieldsQueryVariables,
  RepositoryQuery,
  RepositoryQueryVariables,
  UpdateFieldMutation,
  UpdateFieldMutationVariables,
  ViewerQuery,
  ViewerQueryVariables,
} from "./types.generated.ts";
import { mutation, query } from "../client/operation.ts";
import { PAGE, RATE } from "./parts.ts";

const FIELD = `
fragment FieldParts on ProjectV2FieldCommon { id name dataType }
fragment OptionParts on ProjectV2SingleSelectField { options { id name color description } }`;

export const PROJECT_FIELDS = query<ProjectFieldsQuery, ProjectFieldsQueryVariables>(`
query ProjectFields($owner: String!, $number: Int!, $after: String) {
  ${RATE}
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

export const LABELS = query<LabelsQuery, LabelsQueryVariables>(
  `
query Labels($owner: String!, $repo: String!, $after: String) {
  ${RATE}
  repository(owner: $owner, name: $repo) { id labels(first: 100, after: $after) { ${PAGE} nodes { id name } } }
}`,
  { reach: "repository" },
);
