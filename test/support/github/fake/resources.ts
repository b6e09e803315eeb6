// A query that takes too much: GitHub stops half way and answers with what it has, beside an error. What is cut off looks
// like the end of a list.

import type { Executed } from "./execute.ts";

export function cutOff({ data, errors = [] }: Executed): Executed {
  const error = { type: "RESOURCE_LIMITS_EXCEEDED", message: "Resource limits for this query exceeded." };
  return { data: halved(data), errors: [...errors, error] };
}

function halved(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length / 2)).map(halved);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === "hasNextPage" ? false : halved(part)]),
  );
}
