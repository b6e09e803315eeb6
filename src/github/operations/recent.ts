// The newest issues of a repository, a point for 50: where the answer to a creation was lost, the issue is found by the marker in
// its text.

import type { RecentIssuesQuery, RecentIssuesQueryVariables } from "./types.generated.ts";
import { query } from "../client/operation.ts";
import { ISSUE, PAGE, RATE } from "./parts.ts";

export const RECENT_ISSUES = query<RecentIssuesQuery, RecentIssuesQueryVariables>(
  `
query RecentIssues($owner: String!, $repo: String!, $after: String) {
  ${RATE}
  repository(owner: $owner, name: $repo) {
    issues(first: 50, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      ${PAGE}
      nodes { ...IssueParts body projectItems(first: 10) { nodes { id project { id } } } }
    }
  }
}
${ISSUE}`,
);
