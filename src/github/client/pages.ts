// Lists of any length, page by page, and of any number of ids, so many at a time.

import type { GitHubClient } from "./client.ts";
import { GitHubError } from "./errors.ts";
import type { Query } from "./operation.ts";
import type { PageSize } from "./page-size.ts";

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
    const next = nextOf(operation.name, page, after);
    if (next === null) return;
    after = next;
  }
}

/** Where the next page begins; null: this was the last. */
export function nextOf(
  name: string,
  page: Pick<PageOf<unknown>, "pageInfo"> | null | undefined,
  after: string | null,
): string | null {
  const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  if (next === null || next !== after) return next;
  throw new GitHubError("github_failed", `GitHub gave the same page of ${name} twice.`, "Try again in a moment.");
}

/** What each of these ids stands for, in their order; null: nothing that the token can see. */
export async function* byIds<Node>(
  client: GitHubClient,
  operation: Query<{ readonly nodes: readonly (Node | null)[] }, { readonly ids: readonly string[] }>,
  ids: readonly string[],
  page: PageSize,
): AsyncGenerator<readonly [string, Node | null]> {
  for (let at = 0; at < ids.length;) {
    const { data, size } = await client.queryPage(page, (most) => ({
      operation,
      variables: { ids: ids.slice(at, at + most) },
    }));
    const part = ids.slice(at, at + size);
    yield* part.map((id, index) => [id, data.nodes[index] ?? null] as const);
    at += size;
  }
}
