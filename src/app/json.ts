export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The same text for the same value: keys sorted, undefined left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    const sorted: [string, unknown][] = Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted);
  });
}
