// A list of any length, page by page.

import type { GitHubClient } from "./client.ts";
import { GitHubError } from "./errors.ts";
import type { Query } from "./operation.ts";

export interface PageOf<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Node | null)[] | null;
}

/** What `pick` finds in each answer, all of it; a page that is null (the list's owner is gone) ends it. */
export async function* allPages<Data, Variables extends { after?: string | null | undefined }, Node>(
  client: GitHubClient,
  operation: Query<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => PageOf<Node> | null | undefined,
): AsyncGenerator<Node> {
  for (let after = variables.after ?? null; ;) {
    const page = pick(await client.query(operation, { ...variables, after }));
    for (const node of page?.nodes ?? []) if (node !== null) yield node;
    const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (next === null) return;
    if (next === after) {
      throw new GitHubError(
        "github_failed",
        `GitHub gave the same page of ${operation.name} twice.`,
        "Try again in a moment.",
      );
    }
    after = next;
  }
}
