export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The same text for the same value: keys sorted, undefined left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).toSorted()) {
    const inner = inOrder((value as Record<string, unknown>)[key]);
    // Assigned, it would become the object's prototype and vanish from the text.
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: inner, enumerable: true });
    else sorted[key] = inner;
  }
  return sorted;
}
