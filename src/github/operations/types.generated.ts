// Generated from src/github/operations by `npm run generate`: edit those instead.

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AddAssigneesToAssignableInput = {
  readonly assignableId: string;
  readonly assigneeIds: ReadonlyArray<string>;
  readonly clientMutationId?: string | null | undefined;
};

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

export type AddProjectV2ItemByIdInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly contentId: string;
  readonly projectId: string;
};

export type AddSubIssueInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly issueId: string;
  readonly replaceParent?: boolean | null | undefined;
  readonly subIssueId?: string | null | undefined;
  readonly subIssueUrl?: string | null | undefined;
};

export type CheckConclusionState =
  | 'ACTION_REQUIRED'
  | 'CANCELLED'
  | 'FAILURE'
  | 'NEUTRAL'
  | 'SKIPPED'
  | 'STALE'
  | 'STARTUP_FAILURE'
  | 'SUCCESS'
  | 'TIMED_OUT';

export type CheckRunState =
  | 'ACTION_REQUIRED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILURE'
  | 'IN_PROGRESS'
  | 'NEUTRAL'
  | 'PENDING'
  | 'QUEUED'
  | 'SKIPPED'
  | 'STALE'
  | 'STARTUP_FAILURE'
  | 'SUCCESS'
  | 'TIMED_OUT'
  | 'WAITING';

export type CheckStatusState =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'PENDING'
  | 'QUEUED'
  | 'REQUESTED'
  | 'WAITING';

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

export type PullRequestReviewDecision =
  | 'APPROVED'
  | 'CHANGES_REQUESTED'
  | 'REVIEW_REQUIRED';

export type PullRequestReviewState =
  | 'APPROVED'
  | 'CHANGES_REQUESTED'
  | 'COMMENTED'
  | 'DISMISSED'
  | 'PENDING';

export type PullRequestState =
  | 'CLOSED'
  | 'MERGED'
  | 'OPEN';

export type RefUpdate = {
  readonly afterOid: string;
  readonly beforeOid?: string | null | undefined;
  readonly force?: boolean | null | undefined;
  readonly name: string;
};

export type RemoveAssigneesFromAssignableInput = {
  readonly assignableId: string;
  readonly assigneeIds: ReadonlyArray<string>;
  readonly clientMutationId?: string | null | undefined;
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

export type StatusState =
  | 'ERROR'
  | 'EXPECTED'
  | 'FAILURE'
  | 'PENDING'
  | 'SUCCESS';

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
    | { readonly blocking: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type LinkedPartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } };

export type BlockersQueryVariables = Exact<{
  issue: string;
  after?: string | null | undefined;
}>;


export type BlockersQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly blockedBy: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type BoardPageQueryVariables = Exact<{
  project: string;
  size: number;
  after?: string | null | undefined;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type BoardPageQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly updatedAt: string, readonly items: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly type: ProjectV2ItemType, readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly content:
            | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly labels: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null } } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
            | Record<PropertyKey, never>
           | null, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly iteration:
            | { readonly title: string }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type BoardCardPartsFragment = { readonly type: ProjectV2ItemType, readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly content:
    | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly labels: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null } } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
    | Record<PropertyKey, never>
   | null, readonly creator:
    | { readonly __typename: 'Bot', readonly login: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
    | { readonly __typename: 'Mannequin', readonly login: string }
    | { readonly __typename: 'Organization', readonly login: string }
    | { readonly __typename: 'User', readonly login: string }
   | null, readonly state:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null, readonly priority:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly estimate:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly iteration:
    | { readonly title: string }
    | Record<PropertyKey, never>
   | null, readonly status:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null };

export type CardPartsFragment = { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly creator:
    | { readonly __typename: 'Bot', readonly login: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
    | { readonly __typename: 'Mannequin', readonly login: string }
    | { readonly __typename: 'Organization', readonly login: string }
    | { readonly __typename: 'User', readonly login: string }
   | null, readonly state:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null, readonly priority:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly estimate:
    | { readonly optionId: string | null, readonly name: string | null }
    | Record<PropertyKey, never>
   | null, readonly iteration:
    | { readonly title: string }
    | Record<PropertyKey, never>
   | null, readonly status:
    | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null }
    | Record<PropertyKey, never>
   | null };

export type IssuePartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } };

export type PullPartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
    | { readonly __typename: 'Bot', readonly login: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
    | { readonly __typename: 'Mannequin', readonly login: string }
    | { readonly __typename: 'Organization', readonly login: string }
    | { readonly __typename: 'User', readonly login: string }
   | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null } };

export type BoardPulseQueryVariables = Exact<{
  project: string;
  repositories: ReadonlyArray<string>;
  since: string;
  pulls: number;
}>;


export type BoardPulseQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string }, readonly node:
    | { readonly updatedAt: string, readonly items: { readonly totalCount: number } }
    | Record<PropertyKey, never>
   | null, readonly nodes: ReadonlyArray<
    | { readonly issues: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly updatedAt: string } | null> | null } }
    | Record<PropertyKey, never>
   | null>, readonly proposing: ReadonlyArray<
    | { readonly pullRequests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly closingIssuesReferences: { readonly nodes: ReadonlyArray<{ readonly id: string } | null> | null } | null, readonly mergedBy:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null } | null> | null } }
    | Record<PropertyKey, never>
   | null> };

export type PullChecksFragment = { readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null };

export type BoardScanQueryVariables = Exact<{
  project: string;
  size: number;
  c0?: string | null | undefined;
}>;


export type BoardScanQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly w0: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: ProjectV2ItemType, readonly updatedAt: string, readonly content:
            | { readonly id: string, readonly updatedAt: string }
            | Record<PropertyKey, never>
           | null } | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type ScanPartsFragment = { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: ProjectV2ItemType, readonly updatedAt: string, readonly content:
      | { readonly id: string, readonly updatedAt: string }
      | Record<PropertyKey, never>
     | null } | null> | null };

export type CardsQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type CardsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly type: ProjectV2ItemType, readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly content:
        | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly labels: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null } } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
        | Record<PropertyKey, never>
       | null, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly iteration:
        | { readonly title: string }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null }
    | Record<PropertyKey, never>
   | null> };

export type ChildrenQueryVariables = Exact<{
  issue: string;
  size: number;
  after?: string | null | undefined;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type ChildrenQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                  | { readonly login: string }
                  | { readonly login: string }
                  | Record<PropertyKey, never>
                 }, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null, readonly state:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null, readonly priority:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly estimate:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly iteration:
                | { readonly title: string }
                | Record<PropertyKey, never>
               | null, readonly status:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null } | null> | null } | null, readonly timelineItems: { readonly nodes: ReadonlyArray<
              | { readonly createdAt: string }
              | Record<PropertyKey, never>
             | null> | null }, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null } }
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

export type ClaimRefsQueryVariables = Exact<{
  owner: string;
  repo: string;
  after?: string | null | undefined;
}>;


export type ClaimRefsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly refs: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly name: string, readonly target:
          | { readonly oid: string }
          | { readonly message: string, readonly oid: string }
          | { readonly oid: string }
          | { readonly oid: string }
         | null } | null> | null } | null } | null };

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
  assign: AddAssigneesToAssignableInput;
  unassign: RemoveAssigneesFromAssignableInput;
  addChild: AddSubIssueInput;
  removeChild: RemoveSubIssueInput;
  addBlocker: AddBlockedByInput;
  removeBlocker: RemoveBlockedByInput;
  create: CreateIssueInput;
  swap: UpdateRefsInput;
  addItem: AddProjectV2ItemByIdInput;
  createLabel: CreateLabelInput;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type EveryWriteMutation = { readonly setField: { readonly projectV2Item: { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly iteration:
        | { readonly title: string }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null } | null } | null, readonly clearField: { readonly projectV2Item: { readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly iteration:
        | { readonly title: string }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null } | null } | null, readonly comment: { readonly commentEdge: { readonly node: { readonly id: string, readonly body: string, readonly createdAt: string } | null } | null, readonly subject:
      | { readonly comments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
              | { readonly login: string }
              | { readonly login: string }
              | { readonly login: string }
              | { readonly login: string }
              | { readonly login: string }
             | null } | null> | null } }
      | Record<PropertyKey, never>
     | null } | null, readonly retract: { readonly clientMutationId: string | null } | null, readonly close: { readonly issue: { readonly id: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null } | null } | null, readonly reopen: { readonly issue: { readonly id: string, readonly closed: boolean } | null } | null, readonly edit: { readonly issue: { readonly id: string, readonly title: string, readonly body: string } | null } | null, readonly addLabels: { readonly labelable:
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
     | null } | null, readonly removeLabels: { readonly labelable:
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
      | { readonly labels: { readonly nodes: ReadonlyArray<{ readonly name: string } | null> | null } | null }
     | null } | null, readonly assign: { readonly clientMutationId: string | null } | null, readonly unassign: { readonly clientMutationId: string | null } | null, readonly addChild: { readonly subIssue: { readonly id: string, readonly parent: { readonly id: string } | null } | null } | null, readonly removeChild: { readonly subIssue: { readonly id: string, readonly parent: { readonly id: string } | null } | null } | null, readonly addBlocker: { readonly issue: { readonly id: string } | null, readonly blockingIssue: { readonly id: string } | null } | null, readonly removeBlocker: { readonly issue: { readonly id: string } | null, readonly blockingIssue: { readonly id: string } | null } | null, readonly create: { readonly issue: { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly project: { readonly id: string } } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null } | null, readonly swap: { readonly clientMutationId: string | null } | null, readonly addItem: { readonly item: { readonly id: string, readonly project: { readonly id: string } } | null } | null, readonly createLabel: { readonly label: { readonly id: string, readonly name: string } | null } | null };

export type HandoffQueryVariables = Exact<{
  byName?: boolean;
  byId?: boolean;
  owner?: string;
  repo?: string;
  number?: number;
  id?: string;
  withClaim: boolean;
  claim?: string;
  withProof?: boolean;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type HandoffQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string }, readonly repository?: { readonly id: string, readonly nameWithOwner: string, readonly issue: { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly assignees: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly login: string } | null> | null }, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly closed: boolean, readonly owner:
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
             | null }, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly iteration:
            | { readonly title: string }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly comments: { readonly totalCount: number, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null }, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null } & { readonly url?: string, readonly merged?: boolean, readonly baseRefName?: string, readonly headRefOid?: string, readonly mergedBy?:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly author?:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly mergeCommit?: { readonly oid: string } | null, readonly statusCheckRollup?: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
                | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
                | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
               | null> | null } } | null, readonly latestOpinionatedReviews?: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null> | null } | null, readonly timelineItems: { readonly nodes: ReadonlyArray<
          | { readonly createdAt: string, readonly fromRepository: { readonly nameWithOwner: string } | null }
          | Record<PropertyKey, never>
         | null> | null }, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number }, readonly happened: { readonly nodes: ReadonlyArray<
          | { readonly __typename: 'AddedToProjectEvent' }
          | { readonly __typename: 'AssignedEvent' }
          | { readonly __typename: 'ClosedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'CommentDeletedEvent' }
          | { readonly __typename: 'ConnectedEvent' }
          | { readonly __typename: 'ConvertedNoteToIssueEvent' }
          | { readonly __typename: 'ConvertedToDiscussionEvent' }
          | { readonly __typename: 'CrossReferencedEvent' }
          | { readonly __typename: 'DemilestonedEvent' }
          | { readonly __typename: 'DisconnectedEvent' }
          | { readonly __typename: 'IssueComment' }
          | { readonly __typename: 'LabeledEvent' }
          | { readonly __typename: 'LockedEvent' }
          | { readonly __typename: 'MarkedAsDuplicateEvent' }
          | { readonly __typename: 'MentionedEvent' }
          | { readonly __typename: 'MilestonedEvent' }
          | { readonly __typename: 'MovedColumnsInProjectEvent' }
          | { readonly __typename: 'ParentIssueAddedEvent' }
          | { readonly __typename: 'ParentIssueRemovedEvent' }
          | { readonly __typename: 'PinnedEvent' }
          | { readonly __typename: 'ReferencedEvent' }
          | { readonly __typename: 'RemovedFromProjectEvent' }
          | { readonly __typename: 'RenamedTitleEvent' }
          | { readonly __typename: 'ReopenedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'SubIssueAddedEvent' }
          | { readonly __typename: 'SubIssueRemovedEvent' }
          | { readonly __typename: 'SubscribedEvent' }
          | { readonly __typename: 'TransferredEvent' }
          | { readonly __typename: 'UnassignedEvent' }
          | { readonly __typename: 'UnlabeledEvent' }
          | { readonly __typename: 'UnlockedEvent' }
          | { readonly __typename: 'UnmarkedAsDuplicateEvent' }
          | { readonly __typename: 'UnpinnedEvent' }
          | { readonly __typename: 'UnsubscribedEvent' }
          | { readonly __typename: 'UserBlockedEvent' }
          | { readonly __typename: 'ProjectV2ItemStatusChangedEvent', readonly createdAt: string, readonly status: string, readonly wasAutomated: boolean, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null, readonly project: { readonly id: string } | null }
         | null> | null } } | null, readonly ref?: { readonly id: string, readonly target:
        | { readonly oid: string }
        | { readonly message: string, readonly committedDate: string, readonly oid: string }
        | { readonly oid: string }
        | { readonly oid: string }
       | null } | null, readonly defaultBranchRef?: { readonly target:
        | { readonly tree: { readonly oid: string } }
        | Record<PropertyKey, never>
       | null } | null } | null, readonly node?:
    | { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly ref?: { readonly id: string, readonly target:
            | { readonly oid: string }
            | { readonly message: string, readonly committedDate: string, readonly oid: string }
            | { readonly oid: string }
            | { readonly oid: string }
           | null } | null, readonly defaultBranchRef?: { readonly target:
            | { readonly tree: { readonly oid: string } }
            | Record<PropertyKey, never>
           | null } | null }, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly assignees: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly login: string } | null> | null }, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly closed: boolean, readonly owner:
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
             | null }, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly iteration:
            | { readonly title: string }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly comments: { readonly totalCount: number, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null }, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null } & { readonly url?: string, readonly merged?: boolean, readonly baseRefName?: string, readonly headRefOid?: string, readonly mergedBy?:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly author?:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly mergeCommit?: { readonly oid: string } | null, readonly statusCheckRollup?: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
                | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
                | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
               | null> | null } } | null, readonly latestOpinionatedReviews?: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null> | null } | null, readonly timelineItems: { readonly nodes: ReadonlyArray<
          | { readonly createdAt: string, readonly fromRepository: { readonly nameWithOwner: string } | null }
          | Record<PropertyKey, never>
         | null> | null }, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number }, readonly happened: { readonly nodes: ReadonlyArray<
          | { readonly __typename: 'AddedToProjectEvent' }
          | { readonly __typename: 'AssignedEvent' }
          | { readonly __typename: 'ClosedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'CommentDeletedEvent' }
          | { readonly __typename: 'ConnectedEvent' }
          | { readonly __typename: 'ConvertedNoteToIssueEvent' }
          | { readonly __typename: 'ConvertedToDiscussionEvent' }
          | { readonly __typename: 'CrossReferencedEvent' }
          | { readonly __typename: 'DemilestonedEvent' }
          | { readonly __typename: 'DisconnectedEvent' }
          | { readonly __typename: 'IssueComment' }
          | { readonly __typename: 'LabeledEvent' }
          | { readonly __typename: 'LockedEvent' }
          | { readonly __typename: 'MarkedAsDuplicateEvent' }
          | { readonly __typename: 'MentionedEvent' }
          | { readonly __typename: 'MilestonedEvent' }
          | { readonly __typename: 'MovedColumnsInProjectEvent' }
          | { readonly __typename: 'ParentIssueAddedEvent' }
          | { readonly __typename: 'ParentIssueRemovedEvent' }
          | { readonly __typename: 'PinnedEvent' }
          | { readonly __typename: 'ReferencedEvent' }
          | { readonly __typename: 'RemovedFromProjectEvent' }
          | { readonly __typename: 'RenamedTitleEvent' }
          | { readonly __typename: 'ReopenedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'SubIssueAddedEvent' }
          | { readonly __typename: 'SubIssueRemovedEvent' }
          | { readonly __typename: 'SubscribedEvent' }
          | { readonly __typename: 'TransferredEvent' }
          | { readonly __typename: 'UnassignedEvent' }
          | { readonly __typename: 'UnlabeledEvent' }
          | { readonly __typename: 'UnlockedEvent' }
          | { readonly __typename: 'UnmarkedAsDuplicateEvent' }
          | { readonly __typename: 'UnpinnedEvent' }
          | { readonly __typename: 'UnsubscribedEvent' }
          | { readonly __typename: 'UserBlockedEvent' }
          | { readonly __typename: 'ProjectV2ItemStatusChangedEvent', readonly createdAt: string, readonly status: string, readonly wasAutomated: boolean, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null, readonly project: { readonly id: string } | null }
         | null> | null } }
    | Record<PropertyKey, never>
   | null };

export type HandoffIssueFragment = { readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null, readonly assignees: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly login: string } | null> | null }, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly closed: boolean, readonly owner:
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
         | null }, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly iteration:
        | { readonly title: string }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null } | null> | null } | null, readonly comments: { readonly totalCount: number, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
        | { readonly login: string }
       | null } | null> | null }, readonly closedByPullRequestsReferences: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null } & { readonly url?: string, readonly merged?: boolean, readonly baseRefName?: string, readonly headRefOid?: string, readonly mergedBy?:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly author?:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly mergeCommit?: { readonly oid: string } | null, readonly statusCheckRollup?: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
            | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
            | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
           | null> | null } } | null, readonly latestOpinionatedReviews?: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null> | null } | null, readonly timelineItems: { readonly nodes: ReadonlyArray<
      | { readonly createdAt: string, readonly fromRepository: { readonly nameWithOwner: string } | null }
      | Record<PropertyKey, never>
     | null> | null }, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number }, readonly happened: { readonly nodes: ReadonlyArray<
      | { readonly __typename: 'AddedToProjectEvent' }
      | { readonly __typename: 'AssignedEvent' }
      | { readonly __typename: 'ClosedEvent', readonly createdAt: string, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null }
      | { readonly __typename: 'CommentDeletedEvent' }
      | { readonly __typename: 'ConnectedEvent' }
      | { readonly __typename: 'ConvertedNoteToIssueEvent' }
      | { readonly __typename: 'ConvertedToDiscussionEvent' }
      | { readonly __typename: 'CrossReferencedEvent' }
      | { readonly __typename: 'DemilestonedEvent' }
      | { readonly __typename: 'DisconnectedEvent' }
      | { readonly __typename: 'IssueComment' }
      | { readonly __typename: 'LabeledEvent' }
      | { readonly __typename: 'LockedEvent' }
      | { readonly __typename: 'MarkedAsDuplicateEvent' }
      | { readonly __typename: 'MentionedEvent' }
      | { readonly __typename: 'MilestonedEvent' }
      | { readonly __typename: 'MovedColumnsInProjectEvent' }
      | { readonly __typename: 'ParentIssueAddedEvent' }
      | { readonly __typename: 'ParentIssueRemovedEvent' }
      | { readonly __typename: 'PinnedEvent' }
      | { readonly __typename: 'ReferencedEvent' }
      | { readonly __typename: 'RemovedFromProjectEvent' }
      | { readonly __typename: 'RenamedTitleEvent' }
      | { readonly __typename: 'ReopenedEvent', readonly createdAt: string, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null }
      | { readonly __typename: 'SubIssueAddedEvent' }
      | { readonly __typename: 'SubIssueRemovedEvent' }
      | { readonly __typename: 'SubscribedEvent' }
      | { readonly __typename: 'TransferredEvent' }
      | { readonly __typename: 'UnassignedEvent' }
      | { readonly __typename: 'UnlabeledEvent' }
      | { readonly __typename: 'UnlockedEvent' }
      | { readonly __typename: 'UnmarkedAsDuplicateEvent' }
      | { readonly __typename: 'UnpinnedEvent' }
      | { readonly __typename: 'UnsubscribedEvent' }
      | { readonly __typename: 'UserBlockedEvent' }
      | { readonly __typename: 'ProjectV2ItemStatusChangedEvent', readonly createdAt: string, readonly status: string, readonly wasAutomated: boolean, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly project: { readonly id: string } | null }
     | null> | null } };

export type ClaimPlaceFragment = { readonly id: string, readonly nameWithOwner: string, readonly ref?: { readonly id: string, readonly target:
      | { readonly oid: string }
      | { readonly message: string, readonly committedDate: string, readonly oid: string }
      | { readonly oid: string }
      | { readonly oid: string }
     | null } | null, readonly defaultBranchRef?: { readonly target:
      | { readonly tree: { readonly oid: string } }
      | Record<PropertyKey, never>
     | null } | null };

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

export type HappenedPartsFragment = { readonly happened: { readonly nodes: ReadonlyArray<
      | { readonly __typename: 'AddedToProjectEvent' }
      | { readonly __typename: 'AssignedEvent' }
      | { readonly __typename: 'ClosedEvent', readonly createdAt: string, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null }
      | { readonly __typename: 'CommentDeletedEvent' }
      | { readonly __typename: 'ConnectedEvent' }
      | { readonly __typename: 'ConvertedNoteToIssueEvent' }
      | { readonly __typename: 'ConvertedToDiscussionEvent' }
      | { readonly __typename: 'CrossReferencedEvent' }
      | { readonly __typename: 'DemilestonedEvent' }
      | { readonly __typename: 'DisconnectedEvent' }
      | { readonly __typename: 'IssueComment' }
      | { readonly __typename: 'LabeledEvent' }
      | { readonly __typename: 'LockedEvent' }
      | { readonly __typename: 'MarkedAsDuplicateEvent' }
      | { readonly __typename: 'MentionedEvent' }
      | { readonly __typename: 'MilestonedEvent' }
      | { readonly __typename: 'MovedColumnsInProjectEvent' }
      | { readonly __typename: 'ParentIssueAddedEvent' }
      | { readonly __typename: 'ParentIssueRemovedEvent' }
      | { readonly __typename: 'PinnedEvent' }
      | { readonly __typename: 'ReferencedEvent' }
      | { readonly __typename: 'RemovedFromProjectEvent' }
      | { readonly __typename: 'RenamedTitleEvent' }
      | { readonly __typename: 'ReopenedEvent', readonly createdAt: string, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null }
      | { readonly __typename: 'SubIssueAddedEvent' }
      | { readonly __typename: 'SubIssueRemovedEvent' }
      | { readonly __typename: 'SubscribedEvent' }
      | { readonly __typename: 'TransferredEvent' }
      | { readonly __typename: 'UnassignedEvent' }
      | { readonly __typename: 'UnlabeledEvent' }
      | { readonly __typename: 'UnlockedEvent' }
      | { readonly __typename: 'UnmarkedAsDuplicateEvent' }
      | { readonly __typename: 'UnpinnedEvent' }
      | { readonly __typename: 'UnsubscribedEvent' }
      | { readonly __typename: 'UserBlockedEvent' }
      | { readonly __typename: 'ProjectV2ItemStatusChangedEvent', readonly createdAt: string, readonly status: string, readonly wasAutomated: boolean, readonly actor:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly project: { readonly id: string } | null }
     | null> | null } };

export type ProofPartsFragment = { readonly url: string, readonly merged: boolean, readonly baseRefName: string, readonly headRefOid: string, readonly mergedBy:
    | { readonly __typename: 'Bot', readonly login: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
    | { readonly __typename: 'Mannequin', readonly login: string }
    | { readonly __typename: 'Organization', readonly login: string }
    | { readonly __typename: 'User', readonly login: string }
   | null, readonly author:
    | { readonly __typename: 'Bot', readonly login: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
    | { readonly __typename: 'Mannequin', readonly login: string }
    | { readonly __typename: 'Organization', readonly login: string }
    | { readonly __typename: 'User', readonly login: string }
   | null, readonly mergeCommit: { readonly oid: string } | null, readonly statusCheckRollup: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
        | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
        | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
       | null> | null } } | null, readonly latestOpinionatedReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly commit: { readonly oid: string } | null } | null> | null } | null };

export type LabelsQueryVariables = Exact<{
  repository: string;
  after?: string | null | undefined;
}>;


export type LabelsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly labels: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string } | null> | null } | null }
    | Record<PropertyKey, never>
   | null };

export type LastCommentsQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
}>;


export type LastCommentsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly comments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null } }
    | Record<PropertyKey, never>
   | null> };

export type LastEventsQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
}>;


export type LastEventsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly comments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly body: string, readonly createdAt: string, readonly viewerDidAuthor: boolean, readonly author:
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
            | { readonly login: string }
           | null } | null> | null }, readonly happened: { readonly nodes: ReadonlyArray<
          | { readonly __typename: 'AddedToProjectEvent' }
          | { readonly __typename: 'AssignedEvent' }
          | { readonly __typename: 'ClosedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'CommentDeletedEvent' }
          | { readonly __typename: 'ConnectedEvent' }
          | { readonly __typename: 'ConvertedNoteToIssueEvent' }
          | { readonly __typename: 'ConvertedToDiscussionEvent' }
          | { readonly __typename: 'CrossReferencedEvent' }
          | { readonly __typename: 'DemilestonedEvent' }
          | { readonly __typename: 'DisconnectedEvent' }
          | { readonly __typename: 'IssueComment' }
          | { readonly __typename: 'LabeledEvent' }
          | { readonly __typename: 'LockedEvent' }
          | { readonly __typename: 'MarkedAsDuplicateEvent' }
          | { readonly __typename: 'MentionedEvent' }
          | { readonly __typename: 'MilestonedEvent' }
          | { readonly __typename: 'MovedColumnsInProjectEvent' }
          | { readonly __typename: 'ParentIssueAddedEvent' }
          | { readonly __typename: 'ParentIssueRemovedEvent' }
          | { readonly __typename: 'PinnedEvent' }
          | { readonly __typename: 'ReferencedEvent' }
          | { readonly __typename: 'RemovedFromProjectEvent' }
          | { readonly __typename: 'RenamedTitleEvent' }
          | { readonly __typename: 'ReopenedEvent', readonly createdAt: string, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null }
          | { readonly __typename: 'SubIssueAddedEvent' }
          | { readonly __typename: 'SubIssueRemovedEvent' }
          | { readonly __typename: 'SubscribedEvent' }
          | { readonly __typename: 'TransferredEvent' }
          | { readonly __typename: 'UnassignedEvent' }
          | { readonly __typename: 'UnlabeledEvent' }
          | { readonly __typename: 'UnlockedEvent' }
          | { readonly __typename: 'UnmarkedAsDuplicateEvent' }
          | { readonly __typename: 'UnpinnedEvent' }
          | { readonly __typename: 'UnsubscribedEvent' }
          | { readonly __typename: 'UserBlockedEvent' }
          | { readonly __typename: 'ProjectV2ItemStatusChangedEvent', readonly createdAt: string, readonly status: string, readonly wasAutomated: boolean, readonly actor:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null, readonly project: { readonly id: string } | null }
         | null> | null } }
    | Record<PropertyKey, never>
   | null> };

export type MayWriteQueryVariables = Exact<{
  issue: string;
}>;


export type MayWriteQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly node:
    | { readonly viewerCanUpdate: boolean }
    | Record<PropertyKey, never>
   | null };

export type MembersQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type MembersQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
              | { readonly login: string }
              | { readonly login: string }
              | Record<PropertyKey, never>
             }, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly iteration:
            | { readonly title: string }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } }
    | Record<PropertyKey, never>
   | null> };

export type MemberPartsFragment = { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
          | { readonly login: string }
          | { readonly login: string }
          | Record<PropertyKey, never>
         }, readonly creator:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly state:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null, readonly priority:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly estimate:
        | { readonly optionId: string | null, readonly name: string | null }
        | Record<PropertyKey, never>
       | null, readonly iteration:
        | { readonly title: string }
        | Record<PropertyKey, never>
       | null, readonly status:
        | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null }
        | Record<PropertyKey, never>
       | null } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } };

export type OpenPullsQueryVariables = Exact<{
  owner: string;
  repo: string;
  base: string;
}>;


export type OpenPullsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly pullRequests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly state: PullRequestState, readonly url: string, readonly merged: boolean, readonly baseRefName: string, readonly headRefOid: string, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly closingIssuesReferences: { readonly nodes: ReadonlyArray<{ readonly id: string } | null> | null } | null, readonly mergedBy:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly author:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly mergeCommit: { readonly oid: string } | null, readonly statusCheckRollup: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
              | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
              | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                  | { readonly __typename: 'Bot', readonly login: string }
                  | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                  | { readonly __typename: 'Mannequin', readonly login: string }
                  | { readonly __typename: 'Organization', readonly login: string }
                  | { readonly __typename: 'User', readonly login: string }
                 | null }
             | null> | null } } | null, readonly latestOpinionatedReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null> | null } } | null };

export type ProjectFieldsQueryVariables = Exact<{
  owner: string;
  number: number;
  after?: string | null | undefined;
  withHome?: boolean;
  homeOwner?: string;
  homeRepo?: string;
}>;


export type ProjectFieldsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository?: { readonly id: string, readonly nameWithOwner: string } | null, readonly repositoryOwner:
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

export type ProofReadyQueryVariables = Exact<{
  owner: string;
  repo: string;
  branch: string;
}>;


export type ProofReadyQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly pullRequests: { readonly nodes: ReadonlyArray<{ readonly statusCheckRollup: { readonly contexts: { readonly totalCount: number } } | null, readonly latestOpinionatedReviews: { readonly totalCount: number } | null } | null> | null }, readonly ref: { readonly branchProtectionRule: { readonly requiredStatusChecks: ReadonlyArray<{ readonly context: string, readonly app: { readonly slug: string } | null }> | null } | null, readonly rules: { readonly nodes: ReadonlyArray<{ readonly parameters:
            | { readonly requiredStatusChecks: ReadonlyArray<{ readonly context: string, readonly integrationId: number | null }> }
            | Record<PropertyKey, never>
           | null } | null> | null } | null } | null } | null };

export type PullsQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
}>;


export type PullsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly mergedBy:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null }
    | Record<PropertyKey, never>
   | null> };

export type RecentIssuesQueryVariables = Exact<{
  owner: string;
  repo: string;
  after?: string | null | undefined;
}>;


export type RecentIssuesQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly issues: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly body: string, readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly project: { readonly id: string } } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null } } | null };

export type RemotePullQueryVariables = Exact<{
  owner: string;
  repo: string;
  number: number;
}>;


export type RemotePullQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly pullRequest: { readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly merged: boolean, readonly mergedBy:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null, readonly author:
        | { readonly __typename: 'Bot', readonly login: string }
        | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
        | { readonly __typename: 'Mannequin', readonly login: string }
        | { readonly __typename: 'Organization', readonly login: string }
        | { readonly __typename: 'User', readonly login: string }
       | null, readonly mergeCommit: { readonly oid: string } | null, readonly statusCheckRollup: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
            | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
            | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
           | null> | null } } | null, readonly latestOpinionatedReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null } | null };

export type RemotePullsQueryVariables = Exact<{
  owner: string;
  repo: string;
  size: number;
}>;


export type RemotePullsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string }, readonly repository: { readonly id: string, readonly pullRequests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly url: string, readonly state: PullRequestState, readonly isDraft: boolean, readonly updatedAt: string, readonly baseRefName: string, readonly headRefOid: string, readonly headRefName: string, readonly reviewDecision: PullRequestReviewDecision | null, readonly merged: boolean, readonly mergedBy:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly defaultBranchRef: { readonly name: string } | null }, readonly rollup: { readonly commit: { readonly oid: string, readonly status: { readonly context: { readonly state: StatusState } | null } | null } | null, readonly contexts: { readonly checkRunCountsByState: ReadonlyArray<{ readonly state: CheckRunState, readonly count: number }> | null, readonly statusContextCountsByState: ReadonlyArray<{ readonly state: StatusState, readonly count: number }> | null } } | null, readonly author:
          | { readonly __typename: 'Bot', readonly login: string }
          | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
          | { readonly __typename: 'Mannequin', readonly login: string }
          | { readonly __typename: 'Organization', readonly login: string }
          | { readonly __typename: 'User', readonly login: string }
         | null, readonly mergeCommit: { readonly oid: string } | null, readonly statusCheckRollup: { readonly commit: { readonly oid: string } | null, readonly contexts: { readonly totalCount: number, readonly nodes: ReadonlyArray<
              | { readonly __typename: 'CheckRun', readonly name: string, readonly status: CheckStatusState, readonly conclusion: CheckConclusionState | null, readonly checkSuite: { readonly app: { readonly slug: string } | null } }
              | { readonly __typename: 'StatusContext', readonly context: string, readonly state: StatusState, readonly creator:
                  | { readonly __typename: 'Bot', readonly login: string }
                  | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                  | { readonly __typename: 'Mannequin', readonly login: string }
                  | { readonly __typename: 'Organization', readonly login: string }
                  | { readonly __typename: 'User', readonly login: string }
                 | null }
             | null> | null } } | null, readonly latestOpinionatedReviews: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly state: PullRequestReviewState, readonly author:
              | { readonly __typename: 'Bot', readonly login: string }
              | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
              | { readonly __typename: 'Mannequin', readonly login: string }
              | { readonly __typename: 'Organization', readonly login: string }
              | { readonly __typename: 'User', readonly login: string }
             | null, readonly commit: { readonly oid: string } | null } | null> | null } | null } | null> | null } } | null };

export type RepositoryQueryVariables = Exact<{
  owner: string;
  repo: string;
}>;


export type RepositoryQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly hasIssuesEnabled: boolean, readonly isArchived: boolean, readonly viewerPermission: RepositoryPermission | null } | null };

export type StandingQueryVariables = Exact<{
  ids: ReadonlyArray<string>;
}>;


export type StandingQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly nodes: ReadonlyArray<
    | { readonly __typename: 'AddedToMergeQueueEvent', readonly id: string }
    | { readonly __typename: 'AddedToProjectEvent', readonly id: string }
    | { readonly __typename: 'App', readonly id: string }
    | { readonly __typename: 'AssignedEvent', readonly id: string }
    | { readonly __typename: 'AutoMergeDisabledEvent', readonly id: string }
    | { readonly __typename: 'AutoMergeEnabledEvent', readonly id: string }
    | { readonly __typename: 'AutoRebaseEnabledEvent', readonly id: string }
    | { readonly __typename: 'AutoSquashEnabledEvent', readonly id: string }
    | { readonly __typename: 'AutomaticBaseChangeFailedEvent', readonly id: string }
    | { readonly __typename: 'AutomaticBaseChangeSucceededEvent', readonly id: string }
    | { readonly __typename: 'BaseRefChangedEvent', readonly id: string }
    | { readonly __typename: 'BaseRefDeletedEvent', readonly id: string }
    | { readonly __typename: 'BaseRefForcePushedEvent', readonly id: string }
    | { readonly __typename: 'Blob', readonly id: string }
    | { readonly __typename: 'Bot', readonly id: string }
    | { readonly __typename: 'BranchProtectionRule', readonly id: string }
    | { readonly __typename: 'BypassForcePushAllowance', readonly id: string }
    | { readonly __typename: 'BypassPullRequestAllowance', readonly id: string }
    | { readonly __typename: 'CWE', readonly id: string }
    | { readonly __typename: 'CheckRun', readonly id: string }
    | { readonly __typename: 'CheckSuite', readonly id: string }
    | { readonly __typename: 'ClosedEvent', readonly id: string }
    | { readonly __typename: 'CodeOfConduct', readonly id: string }
    | { readonly __typename: 'CommentDeletedEvent', readonly id: string }
    | { readonly __typename: 'Commit', readonly id: string }
    | { readonly __typename: 'CommitComment', readonly id: string }
    | { readonly __typename: 'CommitCommentThread', readonly id: string }
    | { readonly __typename: 'Comparison', readonly id: string }
    | { readonly __typename: 'ConnectedEvent', readonly id: string }
    | { readonly __typename: 'ConvertToDraftEvent', readonly id: string }
    | { readonly __typename: 'ConvertedNoteToIssueEvent', readonly id: string }
    | { readonly __typename: 'ConvertedToDiscussionEvent', readonly id: string }
    | { readonly __typename: 'CrossReferencedEvent', readonly id: string }
    | { readonly __typename: 'DemilestonedEvent', readonly id: string }
    | { readonly __typename: 'DependencyGraphManifest', readonly id: string }
    | { readonly __typename: 'DeployKey', readonly id: string }
    | { readonly __typename: 'DeployedEvent', readonly id: string }
    | { readonly __typename: 'Deployment', readonly id: string }
    | { readonly __typename: 'DeploymentEnvironmentChangedEvent', readonly id: string }
    | { readonly __typename: 'DeploymentReview', readonly id: string }
    | { readonly __typename: 'DeploymentStatus', readonly id: string }
    | { readonly __typename: 'DisconnectedEvent', readonly id: string }
    | { readonly __typename: 'Discussion', readonly id: string }
    | { readonly __typename: 'DiscussionCategory', readonly id: string }
    | { readonly __typename: 'DiscussionComment', readonly id: string }
    | { readonly __typename: 'DiscussionPoll', readonly id: string }
    | { readonly __typename: 'DiscussionPollOption', readonly id: string }
    | { readonly __typename: 'DraftIssue', readonly id: string }
    | { readonly __typename: 'Enterprise', readonly id: string }
    | { readonly __typename: 'EnterpriseAdministratorInvitation', readonly id: string }
    | { readonly __typename: 'EnterpriseIdentityProvider', readonly id: string }
    | { readonly __typename: 'EnterpriseMemberInvitation', readonly id: string }
    | { readonly __typename: 'EnterpriseRepositoryInfo', readonly id: string }
    | { readonly __typename: 'EnterpriseServerInstallation', readonly id: string }
    | { readonly __typename: 'EnterpriseServerUserAccount', readonly id: string }
    | { readonly __typename: 'EnterpriseServerUserAccountEmail', readonly id: string }
    | { readonly __typename: 'EnterpriseServerUserAccountsUpload', readonly id: string }
    | { readonly __typename: 'EnterpriseUserAccount', readonly id: string }
    | { readonly __typename: 'Environment', readonly id: string }
    | { readonly __typename: 'ExternalIdentity', readonly id: string }
    | { readonly __typename: 'Gist', readonly id: string }
    | { readonly __typename: 'GistComment', readonly id: string }
    | { readonly __typename: 'HeadRefDeletedEvent', readonly id: string }
    | { readonly __typename: 'HeadRefForcePushedEvent', readonly id: string }
    | { readonly __typename: 'HeadRefRestoredEvent', readonly id: string }
    | { readonly __typename: 'IpAllowListEntry', readonly id: string }
    | { readonly __typename: 'Issue', readonly id: string }
    | { readonly __typename: 'IssueComment', readonly id: string }
    | { readonly __typename: 'Label', readonly id: string }
    | { readonly __typename: 'LabeledEvent', readonly id: string }
    | { readonly __typename: 'Language', readonly id: string }
    | { readonly __typename: 'License', readonly id: string }
    | { readonly __typename: 'LinkedBranch', readonly id: string }
    | { readonly __typename: 'LockedEvent', readonly id: string }
    | { readonly __typename: 'Mannequin', readonly id: string }
    | { readonly __typename: 'MarkedAsDuplicateEvent', readonly id: string }
    | { readonly __typename: 'MarketplaceCategory', readonly id: string }
    | { readonly __typename: 'MarketplaceListing', readonly id: string }
    | { readonly __typename: 'MemberFeatureRequestNotification', readonly id: string }
    | { readonly __typename: 'MembersCanDeleteReposClearAuditEntry', readonly id: string }
    | { readonly __typename: 'MembersCanDeleteReposDisableAuditEntry', readonly id: string }
    | { readonly __typename: 'MembersCanDeleteReposEnableAuditEntry', readonly id: string }
    | { readonly __typename: 'MentionedEvent', readonly id: string }
    | { readonly __typename: 'MergeQueue', readonly id: string }
    | { readonly __typename: 'MergeQueueEntry', readonly id: string }
    | { readonly __typename: 'MergedEvent', readonly id: string }
    | { readonly __typename: 'MigrationSource', readonly id: string }
    | { readonly __typename: 'Milestone', readonly id: string }
    | { readonly __typename: 'MilestonedEvent', readonly id: string }
    | { readonly __typename: 'MovedColumnsInProjectEvent', readonly id: string }
    | { readonly __typename: 'OIDCProvider', readonly id: string }
    | { readonly __typename: 'OauthApplicationCreateAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgAddBillingManagerAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgAddMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgBlockUserAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgConfigDisableCollaboratorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgConfigEnableCollaboratorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgCreateAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgDisableOauthAppRestrictionsAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgDisableSamlAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgDisableTwoFactorRequirementAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgEnableOauthAppRestrictionsAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgEnableSamlAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgEnableTwoFactorRequirementAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgInviteMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgInviteToBusinessAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgOauthAppAccessApprovedAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgOauthAppAccessBlockedAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgOauthAppAccessDeniedAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgOauthAppAccessRequestedAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgOauthAppAccessUnblockedAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgRemoveBillingManagerAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgRemoveMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgRemoveOutsideCollaboratorAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgRestoreMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgUnblockUserAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgUpdateDefaultRepositoryPermissionAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgUpdateMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgUpdateMemberRepositoryCreationPermissionAuditEntry', readonly id: string }
    | { readonly __typename: 'OrgUpdateMemberRepositoryInvitationPermissionAuditEntry', readonly id: string }
    | { readonly __typename: 'Organization', readonly id: string }
    | { readonly __typename: 'OrganizationIdentityProvider', readonly id: string }
    | { readonly __typename: 'OrganizationInvitation', readonly id: string }
    | { readonly __typename: 'OrganizationMigration', readonly id: string }
    | { readonly __typename: 'Package', readonly id: string }
    | { readonly __typename: 'PackageFile', readonly id: string }
    | { readonly __typename: 'PackageTag', readonly id: string }
    | { readonly __typename: 'PackageVersion', readonly id: string }
    | { readonly __typename: 'ParentIssueAddedEvent', readonly id: string }
    | { readonly __typename: 'ParentIssueRemovedEvent', readonly id: string }
    | { readonly __typename: 'PinnedDiscussion', readonly id: string }
    | { readonly __typename: 'PinnedEnvironment', readonly id: string }
    | { readonly __typename: 'PinnedEvent', readonly id: string }
    | { readonly __typename: 'PinnedIssue', readonly id: string }
    | { readonly __typename: 'PrivateRepositoryForkingDisableAuditEntry', readonly id: string }
    | { readonly __typename: 'PrivateRepositoryForkingEnableAuditEntry', readonly id: string }
    | { readonly __typename: 'Project', readonly id: string }
    | { readonly __typename: 'ProjectCard', readonly id: string }
    | { readonly __typename: 'ProjectColumn', readonly id: string }
    | { readonly __typename: 'ProjectV2', readonly id: string }
    | { readonly __typename: 'ProjectV2Field', readonly id: string }
    | { readonly __typename: 'ProjectV2Item', readonly isArchived: boolean, readonly id: string }
    | { readonly __typename: 'ProjectV2ItemFieldDateValue', readonly id: string }
    | { readonly __typename: 'ProjectV2ItemFieldIterationValue', readonly id: string }
    | { readonly __typename: 'ProjectV2ItemFieldNumberValue', readonly id: string }
    | { readonly __typename: 'ProjectV2ItemFieldSingleSelectValue', readonly id: string }
    | { readonly __typename: 'ProjectV2ItemFieldTextValue', readonly id: string }
    | { readonly __typename: 'ProjectV2IterationField', readonly id: string }
    | { readonly __typename: 'ProjectV2SingleSelectField', readonly id: string }
    | { readonly __typename: 'ProjectV2StatusUpdate', readonly id: string }
    | { readonly __typename: 'ProjectV2View', readonly id: string }
    | { readonly __typename: 'ProjectV2Workflow', readonly id: string }
    | { readonly __typename: 'PublicKey', readonly id: string }
    | { readonly __typename: 'PullRequest', readonly id: string }
    | { readonly __typename: 'PullRequestCommit', readonly id: string }
    | { readonly __typename: 'PullRequestCommitCommentThread', readonly id: string }
    | { readonly __typename: 'PullRequestReview', readonly id: string }
    | { readonly __typename: 'PullRequestReviewComment', readonly id: string }
    | { readonly __typename: 'PullRequestReviewThread', readonly id: string }
    | { readonly __typename: 'PullRequestThread', readonly id: string }
    | { readonly __typename: 'Push', readonly id: string }
    | { readonly __typename: 'PushAllowance', readonly id: string }
    | { readonly __typename: 'Query', readonly id: string }
    | { readonly __typename: 'Reaction', readonly id: string }
    | { readonly __typename: 'ReadyForReviewEvent', readonly id: string }
    | { readonly __typename: 'Ref', readonly id: string }
    | { readonly __typename: 'ReferencedEvent', readonly id: string }
    | { readonly __typename: 'Release', readonly id: string }
    | { readonly __typename: 'ReleaseAsset', readonly id: string }
    | { readonly __typename: 'RemovedFromMergeQueueEvent', readonly id: string }
    | { readonly __typename: 'RemovedFromProjectEvent', readonly id: string }
    | { readonly __typename: 'RenamedTitleEvent', readonly id: string }
    | { readonly __typename: 'ReopenedEvent', readonly id: string }
    | { readonly __typename: 'RepoAccessAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoAddMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoAddTopicAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoArchivedAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoChangeMergeSettingAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigDisableAnonymousGitAccessAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigDisableCollaboratorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigDisableContributorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigDisableSockpuppetDisallowedAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigEnableAnonymousGitAccessAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigEnableCollaboratorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigEnableContributorsOnlyAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigEnableSockpuppetDisallowedAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigLockAnonymousGitAccessAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoConfigUnlockAnonymousGitAccessAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoCreateAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoDestroyAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoRemoveMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'RepoRemoveTopicAuditEntry', readonly id: string }
    | { readonly __typename: 'Repository', readonly id: string }
    | { readonly __typename: 'RepositoryInvitation', readonly id: string }
    | { readonly __typename: 'RepositoryMigration', readonly id: string }
    | { readonly __typename: 'RepositoryRule', readonly id: string }
    | { readonly __typename: 'RepositoryRuleset', readonly id: string }
    | { readonly __typename: 'RepositoryRulesetBypassActor', readonly id: string }
    | { readonly __typename: 'RepositoryTopic', readonly id: string }
    | { readonly __typename: 'RepositoryVisibilityChangeDisableAuditEntry', readonly id: string }
    | { readonly __typename: 'RepositoryVisibilityChangeEnableAuditEntry', readonly id: string }
    | { readonly __typename: 'RepositoryVulnerabilityAlert', readonly id: string }
    | { readonly __typename: 'ReviewDismissalAllowance', readonly id: string }
    | { readonly __typename: 'ReviewDismissedEvent', readonly id: string }
    | { readonly __typename: 'ReviewRequest', readonly id: string }
    | { readonly __typename: 'ReviewRequestRemovedEvent', readonly id: string }
    | { readonly __typename: 'ReviewRequestedEvent', readonly id: string }
    | { readonly __typename: 'SavedReply', readonly id: string }
    | { readonly __typename: 'SecurityAdvisory', readonly id: string }
    | { readonly __typename: 'SponsorsActivity', readonly id: string }
    | { readonly __typename: 'SponsorsListing', readonly id: string }
    | { readonly __typename: 'SponsorsListingFeaturedItem', readonly id: string }
    | { readonly __typename: 'SponsorsTier', readonly id: string }
    | { readonly __typename: 'Sponsorship', readonly id: string }
    | { readonly __typename: 'SponsorshipNewsletter', readonly id: string }
    | { readonly __typename: 'Status', readonly id: string }
    | { readonly __typename: 'StatusCheckRollup', readonly id: string }
    | { readonly __typename: 'StatusContext', readonly id: string }
    | { readonly __typename: 'SubIssueAddedEvent', readonly id: string }
    | { readonly __typename: 'SubIssueRemovedEvent', readonly id: string }
    | { readonly __typename: 'SubscribedEvent', readonly id: string }
    | { readonly __typename: 'Tag', readonly id: string }
    | { readonly __typename: 'Team', readonly id: string }
    | { readonly __typename: 'TeamAddMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'TeamAddRepositoryAuditEntry', readonly id: string }
    | { readonly __typename: 'TeamChangeParentTeamAuditEntry', readonly id: string }
    | { readonly __typename: 'TeamDiscussion', readonly id: string }
    | { readonly __typename: 'TeamDiscussionComment', readonly id: string }
    | { readonly __typename: 'TeamRemoveMemberAuditEntry', readonly id: string }
    | { readonly __typename: 'TeamRemoveRepositoryAuditEntry', readonly id: string }
    | { readonly __typename: 'Topic', readonly id: string }
    | { readonly __typename: 'TransferredEvent', readonly id: string }
    | { readonly __typename: 'Tree', readonly id: string }
    | { readonly __typename: 'UnassignedEvent', readonly id: string }
    | { readonly __typename: 'UnlabeledEvent', readonly id: string }
    | { readonly __typename: 'UnlockedEvent', readonly id: string }
    | { readonly __typename: 'UnmarkedAsDuplicateEvent', readonly id: string }
    | { readonly __typename: 'UnpinnedEvent', readonly id: string }
    | { readonly __typename: 'UnsubscribedEvent', readonly id: string }
    | { readonly __typename: 'User', readonly id: string }
    | { readonly __typename: 'UserBlockedEvent', readonly id: string }
    | { readonly __typename: 'UserContentEdit', readonly id: string }
    | { readonly __typename: 'UserList', readonly id: string }
    | { readonly __typename: 'UserNamespaceRepository', readonly id: string }
    | { readonly __typename: 'UserStatus', readonly id: string }
    | { readonly __typename: 'VerifiableDomain', readonly id: string }
    | { readonly __typename: 'Workflow', readonly id: string }
    | { readonly __typename: 'WorkflowRun', readonly id: string }
    | { readonly __typename: 'WorkflowRunFile', readonly id: string }
   | null> };

export type SurroundingsQueryVariables = Exact<{
  owner: string;
  repo: string;
  number: number;
  children: number;
  siblings: number;
  stateField?: string;
  priorityField?: string;
  estimateField?: string;
  statusField?: string;
  iterationField?: string;
}>;


export type SurroundingsQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string, readonly issue: { readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                  | { readonly login: string }
                  | { readonly login: string }
                  | Record<PropertyKey, never>
                 }, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null, readonly state:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null, readonly priority:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly estimate:
                | { readonly optionId: string | null, readonly name: string | null }
                | Record<PropertyKey, never>
               | null, readonly iteration:
                | { readonly title: string }
                | Record<PropertyKey, never>
               | null, readonly status:
                | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                    | { readonly __typename: 'Bot', readonly login: string }
                    | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                    | { readonly __typename: 'Mannequin', readonly login: string }
                    | { readonly __typename: 'Organization', readonly login: string }
                    | { readonly __typename: 'User', readonly login: string }
                   | null }
                | Record<PropertyKey, never>
               | null } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null }, readonly parent: { readonly id: string, readonly number: number, readonly subIssues: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly stateReason: IssueStateReason | null, readonly createdAt: string, readonly updatedAt: string, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
                    | { readonly login: string }
                    | { readonly login: string }
                    | Record<PropertyKey, never>
                   }, readonly creator:
                  | { readonly __typename: 'Bot', readonly login: string }
                  | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                  | { readonly __typename: 'Mannequin', readonly login: string }
                  | { readonly __typename: 'Organization', readonly login: string }
                  | { readonly __typename: 'User', readonly login: string }
                 | null, readonly state:
                  | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                      | { readonly __typename: 'Bot', readonly login: string }
                      | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                      | { readonly __typename: 'Mannequin', readonly login: string }
                      | { readonly __typename: 'Organization', readonly login: string }
                      | { readonly __typename: 'User', readonly login: string }
                     | null }
                  | Record<PropertyKey, never>
                 | null, readonly priority:
                  | { readonly optionId: string | null, readonly name: string | null }
                  | Record<PropertyKey, never>
                 | null, readonly estimate:
                  | { readonly optionId: string | null, readonly name: string | null }
                  | Record<PropertyKey, never>
                 | null, readonly iteration:
                  | { readonly title: string }
                  | Record<PropertyKey, never>
                 | null, readonly status:
                  | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                      | { readonly __typename: 'Bot', readonly login: string }
                      | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                      | { readonly __typename: 'Mannequin', readonly login: string }
                      | { readonly __typename: 'Organization', readonly login: string }
                      | { readonly __typename: 'User', readonly login: string }
                     | null }
                  | Record<PropertyKey, never>
                 | null } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly parent: { readonly id: string, readonly number: number, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null> | null }, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null, readonly blockedBy: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly blocking: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly title: string, readonly closed: boolean, readonly repository: { readonly id: string, readonly nameWithOwner: string } } | null> | null }, readonly projectItems: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isArchived: boolean, readonly updatedAt: string, readonly project: { readonly id: string, readonly number: number, readonly owner:
              | { readonly login: string }
              | { readonly login: string }
              | Record<PropertyKey, never>
             }, readonly creator:
            | { readonly __typename: 'Bot', readonly login: string }
            | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
            | { readonly __typename: 'Mannequin', readonly login: string }
            | { readonly __typename: 'Organization', readonly login: string }
            | { readonly __typename: 'User', readonly login: string }
           | null, readonly state:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null, readonly priority:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly estimate:
            | { readonly optionId: string | null, readonly name: string | null }
            | Record<PropertyKey, never>
           | null, readonly iteration:
            | { readonly title: string }
            | Record<PropertyKey, never>
           | null, readonly status:
            | { readonly optionId: string | null, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly creator:
                | { readonly __typename: 'Bot', readonly login: string }
                | { readonly __typename: 'EnterpriseUserAccount', readonly login: string }
                | { readonly __typename: 'Mannequin', readonly login: string }
                | { readonly __typename: 'Organization', readonly login: string }
                | { readonly __typename: 'User', readonly login: string }
               | null }
            | Record<PropertyKey, never>
           | null } | null> | null } | null, readonly issueType: { readonly name: string } | null, readonly milestone: { readonly title: string } | null, readonly repository: { readonly id: string, readonly nameWithOwner: string }, readonly subIssuesSummary: { readonly total: number }, readonly issueDependenciesSummary: { readonly totalBlockedBy: number, readonly totalBlocking: number } } | null } | null };

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

export type UserIdQueryVariables = Exact<{
  login: string;
}>;


export type UserIdQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly user: { readonly id: string } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly rateLimit: { readonly cost: number, readonly limit: number, readonly remaining: number, readonly resetAt: string } | null, readonly viewer: { readonly login: string } };
