// A list as GitHub gives it: in pages, behind opaque cursors. That `first` or `last` is there, and at most 100, has been
// checked before (see cost.ts).

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

export function connection<T, V>(all: readonly T[], args: PageArguments, view: (item: T) => V) {
  const from = args.after == null ? 0 : position(args.after) + 1;
  const to = args.before == null ? all.length : position(args.before);
  const span = all.slice(from, to);
  const cut = args.first == null ? span.slice(Math.max(0, span.length - (args.last ?? 0))) : span.slice(0, args.first);
  const start = args.first == null ? to - cut.length : from;
  const page = cut.map((item, index) => ({ cursor: cursor(start + index), node: view(item) }));
  return {
    totalCount: all.length,
    edges: page,
    nodes: page.map(({ node }) => node),
    pageInfo: {
      startCursor: page[0]?.cursor ?? null,
      endCursor: page.at(-1)?.cursor ?? null,
      hasPreviousPage: start > 0,
      hasNextPage: start + cut.length < all.length,
    },
  };
}

function cursor(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString("base64");
}

function position(text: string): number {
  return Number(Buffer.from(text, "base64").toString().slice("cursor:v2:".length));
}
