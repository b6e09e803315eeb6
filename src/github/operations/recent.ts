// The newest issues of a repository, 1 point: where the answer to a creation was lost, the issue is found by the marker in
// its text.

import type { RecentIssuesQuery, RecentIssuesQueryVariables } from "../operations.generated.ts";
import { query } from "../operation.ts";
import { ISSUE, RATE } from "./parts.ts";

export const RECENT_ISSUES = query<RecentIssuesQuery, RecentIssuesQueryVariables>(
  `
query RecentIssues($owner: String!, $repo: String!) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    issues(first: 50, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { ...IssueParts body projectItems(first: 10) { nodes { id project { id } } } }
    }
  }
}
${ISSUE}`,
);
