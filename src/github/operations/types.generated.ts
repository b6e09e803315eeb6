// Generated from src/github/operations by `npm run generate`: edit those instead.

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AddCommentInput = {
  readonly body: string;
  readonly clientMutationId?: string | null | undefined;
  readonly subjectId: string;
};

export type AddLabelsToLabelableInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly labelIds: ReadonlyArray<string>;
  readonly labelableId: string;
};

export type AddSubIssueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly issueId: string;
  readonly replaceParent?: boolean | null | undefined;
  readonly subIssueId?: string | null | undefined;
  readonly subIssueUrl?: string | null | undefined;
};

export type ClearProjectV2ItemFieldValueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly fieldId: string;
  readonly itemId: string;
  readonly projectId: string;
};

export type CloseIssueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly duplicateIssueId?: string | null | undefined;
  readonly issueId: string;
  readonly stateReason?: IssueClosedStateReason | null | undefined;
};

export type CreateIssueInput = {
  readonly assigneeIds?: ReadonlyArray<string> | null | undefined;
  readonly body?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly issueTemplate?: string | null | undefined;
  readonly labelIds?: ReadonlyArray<string> | null | undefined;
  readonly milestoneId?: string | null | undefined;
  readonly parentIssueId?: string | null | undefined;
  readonly projectIds?: ReadonlyArray<string> | null | undefined;
  readonly repositoryId: string;
  readonly title: string;
  readonly projectV2Ids?: ReadonlyArray<string> | null | undefined;
};

export type CreateLabelInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly color: string;
  readonly description?: string | null | undefined;
  readonly name: string;
  readonly repositoryId: string;
};

export type DeleteIssueCommentInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly id: string;
};

export type IssueClosedStateReason =
  | 'COMPLETED'
  | 'DUPLICATE'
  | 'NOT_PLANNED';

export type IssueState =
  | 'CLOSED'
  | 'OPEN';

export type IssueStateReason =
  | 'COMPLETED'
  | 'DUPLICATE'
  | 'NOT_PLANNED'
  | 'REOPENED';

export type ProjectV2FieldType =
  | 'ASSIGNEES'
  | 'DATE'
  | 'ITERATION'
  | 'LABELS'
  | 'LINKED_PULL_REQUESTS'
  | 'MILESTONE'
  | 'NUMBER'
  | 'PARENT_ISSUE'
  | 'REPOSITORY'
  | 'REVIEWERS'
  | 'SINGLE_SELECT'
  | 'SUB_ISSUES_PROGRESS'
  | 'TEXT'
  | 'TITLE'
  | 'TRACKED_BY'
  | 'TRACKS';

export type ProjectV2FieldValue = {
  readonly date?: string | null | undefined;
  readonly iterationId?: string | null | undefined;
  readonly number?: number | null | undefined;
  readonly singleSelectOptionId?: string | null | undefined;
  readonly text?: string | null | undefined;
};

export type ProjectV2ItemType =
  | 'DRAFT_ISSUE'
  | 'ISSUE'
  | 'PULL_REQUEST'
  | 'REDACTED';

export type ProjectV2SingleSelectFieldOptionColor =
  | 'BLUE'
  | 'GRAY'
  | 'GREEN'
  | 'ORANGE'
  | 'PINK'
  | 'PURPLE'
  | 'RED'
  | 'YELLOW';

export type ProjectV2SingleSelectFieldOptionInput = {
  readonly color: ProjectV2SingleSelectFieldOptionColor;
  readonly description: string;
  readonly name: string;
  readonly id?: string | null | undefined;
};

export type RefUpdate = {
  readonly afterOid: string;
  readonly beforeOid?: string | null | undefined;
  readonly force?: boolean | null | undefined;
  readonly name: string;
};

export type RemoveLabelsFromLabelableInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly labelIds: ReadonlyArray<string>;
  readonly labelableId: string;
};

export type RemoveSubIssueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly issueId: string;
  readonly subIssueId: string;
};

export type ReopenIssueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly issueId: string;
};

export type RepositoryPermission =
  | 'ADMIN'
  | 'MAINTAIN'
  | 'READ'
  | 'TRIAGE'
  | 'WRITE';

export type UpdateIssueInput = {
  readonly assigneeIds?: ReadonlyArray<string> | null | undefined;
  readonly body?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly id: string;
  readonly labelIds?: ReadonlyArray<string> | null | undefined;
  readonly milestoneId?: string | null | undefined;
  readonly projectIds?: ReadonlyArray<string> | null | undefined;
  readonly state?: IssueState | null | undefined;
  readonly title?: string | null | undefined;
};

export type UpdateProjectV2ItemFieldValueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly fieldId: string;
  readonly itemId: string;
  readonly projectId: string;
  readonly value: ProjectV2FieldValue;
};

export type UpdateRefsInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly refUpdates: ReadonlyArray<RefUpdate>;
  readonly repositoryId: string;
};

export type AddBlockedByInput = {
  readonly issueId: string;
  readonly blockingIssueId: string;
  readonly clientMutationId?: string | null | undefined;
};

export type RemoveBlockedByInput = {
  readonly issueId: string;
  readonly blockingIssueId: string;
  readonly clientMutationId?: string | null | undefined;
};

export type BlockedQueryVariables = Exact<{
  issue: string;
  after?: string | null | undefined;
}>;


export type BlockedQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly blocking: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type LinkedPartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } };

export type BlockersQueryVariables = Exact<{
  issue: string;
  after?: string | null | undefined;
}>;


export type BlockersQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly blockedBy: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type BoardPageQueryVariables = Exact<{
  project: string;
  after?: string | null | undefined;
}>;


export type BoardPageQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly updatedAt: string, readonly items: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly type: ProjectV2ItemType, readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly content:
            | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
            | Record<PropertyKey, never>
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type BoardCardPartsFragment = { readonly type: ProjectV2ItemType, readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly content:
    | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
    | Record<PropertyKey, never>
   | null, readonly state:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null, readonly priority:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly estimate:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly status:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null };

export type CardPartsFragment = { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly state:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null, readonly priority:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly estimate:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly status:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null };

export type IssuePartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } };

export type BoardPulseQueryVariables = Exact<{
  project: string;
}>;


export type BoardPulseQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly updatedAt: string, readonly items: { readonly totalCount: number } }
    | Record<PropertyKey, never>
   | null };

export type ChildrenQueryVariables = Exact<{
  issue: string;
  after?: string | null | undefined;
}>;


export type ChildrenQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                  | { readonly login: string }
                  | { readonly login: string }
                  | Record<PropertyKey, never>
                 }, readonly state:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null, readonly priority:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly estimate:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly status:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null } | null> | null } | null, readonly timelineItems: { readonly nodes: ReadonlyArray<
              | { readonly createdAt: string }
              | Record<PropertyKey, never>
             | null> | null }, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type ProjectNameFragment = { readonly id: string, readonly number: number, readonly owner:
    | { readonly login: string }
    | { readonly login: string }
    | Record<PropertyKey, never>
   };

export type ClaimRefQueryVariables = Exact<{
  owner: string;
  repo: string;
  name: string;
}>;


export type ClaimRefQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly ref: { readonly target:
        | { readonly oid: string }
        | { readonly message: string, readonly committedDate: string, readonly oid: string }
        | { readonly oid: string }
        | { readonly oid: string }
       | null } | null, readonly defaultBranchRef: { readonly target:
        | { readonly tree: { readonly oid: string } }
        | Record<PropertyKey, never>
       | null } | null } | null };

export type CommentsQueryVariables = Exact<{
  issue: string;
  before?: string | null | undefined;
}>;


export type CommentsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly comments: { readonly totalCount: number, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type CreateFieldMutationVariables = Exact<{
  project: string;
  name: string;
  options: ReadonlyArray<ProjectV2SingleSelectFieldOptionInput>;
}>;


export type CreateFieldMutation = { readonly create: { readonly projectV2Field:
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: ProjectV2SingleSelectFieldOptionColor, readonly description: string }> }
     | null } | null };

type FieldParts_ProjectV2Field_Fragment = { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType };

type FieldParts_ProjectV2IterationField_Fragment = { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType };

type FieldParts_ProjectV2SingleSelectField_Fragment = { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType };

export type FieldPartsFragment =
  | FieldParts_ProjectV2Field_Fragment
  | FieldParts_ProjectV2IterationField_Fragment
  | FieldParts_ProjectV2SingleSelectField_Fragment
;

export type OptionPartsFragment = { readonly options: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: ProjectV2SingleSelectFieldOptionColor, readonly description: string }> };

export type EveryWriteMutationVariables = Exact<{
  setField: UpdateProjectV2ItemFieldValueInput;
  clearField: ClearProjectV2ItemFieldValueInput;
  comment: AddCommentInput;
  retract: DeleteIssueCommentInput;
  close: CloseIssueInput;
  reopen: ReopenIssueInput;
  edit: UpdateIssueInput;
  addLabels: AddLabelsToLabelableInput;
  removeLabels: RemoveLabelsFromLabelableInput;
  addChild: AddSubIssueInput;
  removeChild: RemoveSubIssueInput;
  addBlocker: AddBlockedByInput;
  removeBlocker: RemoveBlockedByInput;
  create: CreateIssueInput;
  swap: UpdateRefsInput;
  createLabel: CreateLabelInput;
}>;


export type EveryWriteMutation = { readonly setField: { readonly projectV2Item: { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null } | null } | null, readonly clearField: { readonly projectV2Item: { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null } | null } | null, readonly comment: { readonly commentEdge: { readonly node: { readonly id: string, readonly body: string, readonly createdAt: string } | null } | null } | null, readonly retract: { readonly clientMutationId: string | null } | null, readonly close: { readonly issue: { readonly id: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null } | null } | null, readonly reopen: { readonly issue: { readonly id: string, readonly closed: boolean } | null } | null, readonly edit: { readonly issue: { readonly id: string, readonly title: string, readonly body: string } | null } | null, readonly addLabels: { readonly labelable:
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
     | null } | null, readonly removeLabels: { readonly labelable:
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
     | null } | null, readonly addChild: { readonly subIssue: { readonly id: string, readonly parent: { readonly id: string } | null } | null } | null, readonly removeChild: { readonly subIssue: { readonly id: string, readonly parent: { readonly id: string } | null } | null } | null, readonly addBlocker: { readonly issue: { readonly id: string } | null, readonly blockingIssue: { readonly id: string } | null } | null, readonly removeBlocker: { readonly issue: { readonly id: string } | null, readonly blockingIssue: { readonly id: string } | null } | null, readonly create: { readonly issue: { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly project: { readonly id: string } } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null } | null, readonly swap: { readonly clientMutationId: string | null } | null, readonly createLabel: { readonly label: { readonly id: string, readonly name: string } | null } | null };

export type HandoffQueryVariables = Exact<{
  owner: string;
  repo: string;
  number: number;
  withClaim: boolean;
  claim?: string | null | undefined;
}>;


export type HandoffQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string }, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly issue: { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly closed: boolean, readonly owner:
              | { readonly login: string }
              | { readonly login: string }
              | Record<PropertyKey, never>
            , readonly state:
              | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
              | Record<PropertyKey, never>
             | null, readonly priority:
              | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
              | Record<PropertyKey, never>
             | null, readonly estimate:
              | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
              | Record<PropertyKey, never>
             | null, readonly status:
              | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
              | Record<PropertyKey, never>
             | null }, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly comments: { readonly totalCount: number, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null }, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null, readonly ref?: { readonly id: string, readonly target:
        | { readonly oid: string }
        | { readonly message: string, readonly committedDate: string, readonly oid: string }
        | { readonly oid: string }
        | { readonly oid: string }
       | null } | null, readonly defaultBranchRef?: { readonly target:
        | { readonly tree: { readonly oid: string } }
        | Record<PropertyKey, never>
       | null } | null } | null };

export type ClaimPartsFragment = { readonly id: string, readonly target:
    | { readonly oid: string }
    | { readonly message: string, readonly committedDate: string, readonly oid: string }
    | { readonly oid: string }
    | { readonly oid: string }
   | null };

export type ProjectPartsFragment = { readonly id: string, readonly number: number, readonly closed: boolean, readonly owner:
    | { readonly login: string }
    | { readonly login: string }
    | Record<PropertyKey, never>
  , readonly state:
    | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
    | Record<PropertyKey, never>
   | null, readonly priority:
    | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
    | Record<PropertyKey, never>
   | null, readonly estimate:
    | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
    | Record<PropertyKey, never>
   | null, readonly status:
    | { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> }
    | Record<PropertyKey, never>
   | null };

export type SelectPartsFragment = { readonly id: string, readonly name: string, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string }> };

export type LabelsQueryVariables = Exact<{
  owner: string;
  repo: string;
  after?: string | null | undefined;
}>;


export type LabelsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly labels: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null } | null };

export type MembersQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
}>;


export type MembersQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
              | { readonly login: string }
              | { readonly login: string }
              | Record<PropertyKey, never>
             }, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
    | Record<PropertyKey, never>
   | null> };

export type MemberPartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
          | { readonly login: string }
          | { readonly login: string }
          | Record<PropertyKey, never>
         }, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } };

export type ProjectFieldsQueryVariables = Exact<{
  owner: string;
  number: number;
  after?: string | null | undefined;
}>;


export type ProjectFieldsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repositoryOwner:
    | { readonly __typename: 'Organization', readonly login: string, readonly projectV2: { readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly closed: boolean, readonly viewerCanUpdate: boolean, readonly fields: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: ProjectV2SingleSelectFieldOptionColor, readonly description: string }> }
           | null> | null } } | null }
    | { readonly __typename: 'User', readonly login: string, readonly projectV2: { readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly closed: boolean, readonly viewerCanUpdate: boolean, readonly fields: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
            | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: ProjectV2SingleSelectFieldOptionColor, readonly description: string }> }
           | null> | null } } | null }
   | null };

export type RecentIssuesQueryVariables = Exact<{
  owner: string;
  repo: string;
  after?: string | null | undefined;
}>;


export type RecentIssuesQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly issues: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly project: { readonly id: string } } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null } } | null };

export type RepositoryQueryVariables = Exact<{
  owner: string;
  repo: string;
}>;


export type RepositoryQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly hasIssuesEnabled: boolean, readonly isArchived: boolean, readonly viewerPermission: RepositoryPermission | null } | null };

export type SurroundingsQueryVariables = Exact<{
  owner: string;
  repo: string;
  number: number;
}>;


export type SurroundingsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly issue: { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                  | { readonly login: string }
                  | { readonly login: string }
                  | Record<PropertyKey, never>
                 }, readonly state:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                    | { readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null, readonly priority:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly estimate:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly status:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null }, readonly parent: { readonly id: string, readonly number: number, readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                    | { readonly login: string }
                    | { readonly login: string }
                    | Record<PropertyKey, never>
                   }, readonly state:
                  | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                      | { readonly login: string }
                      | { readonly login: string }
                      | { readonly login: string }
                      | { readonly login: string }
                      | { readonly login: string }
                     | null }
                  | Record<PropertyKey, never>
                 | null, readonly priority:
                  | { readonly optionId: string | null, readonly name: string | null }
                  | Record<PropertyKey, never>
                 | null, readonly estimate:
                  | { readonly optionId: string | null, readonly name: string | null }
                  | Record<PropertyKey, never>
                 | null, readonly status:
                  | { readonly optionId: string | null, readonly name: string | null }
                  | Record<PropertyKey, never>
                 | null } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null }, readonly repository: { readonly nameWithOwner: string } } | null, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
              | { readonly login: string }
              | { readonly login: string }
              | Record<PropertyKey, never>
             }, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
                | { readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly repository: { readonly nameWithOwner: string }, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null } | null };

export type SwapRefMutationVariables = Exact<{
  repository: string;
  name: string;
  before: string;
  after: string;
}>;


export type SwapRefMutation = { readonly swap: { readonly clientMutationId: string | null } | null };

export type UpdateFieldMutationVariables = Exact<{
  field: string;
  options: ReadonlyArray<ProjectV2SingleSelectFieldOptionInput>;
}>;


export type UpdateFieldMutation = { readonly update: { readonly projectV2Field:
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType }
      | { readonly id: string, readonly name: string, readonly dataType: ProjectV2FieldType, readonly options: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: ProjectV2SingleSelectFieldOptionColor, readonly description: string }> }
     | null } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string } };
