// A workflow as one text, the same whatever the order of its keys, and wherever the schema is: what its hash is made of.

import type { Workflow } from "./format.ts";

export function canonicalText(workflow: Workflow): string {
  const { $schema: _, ...rest } = workflow;
  return canonical(rest);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}
