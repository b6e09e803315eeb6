// Which workflow is in force is known by hash: the same whatever the order of the keys, and wherever the schema is.

import { createHash } from "node:crypto";
import type { Workflow } from "../engine/workflow/format.ts";

export function hashWorkflow(workflow: Workflow): string {
  const { $schema: _, ...rest } = workflow;
  return createHash("sha256").update(canonical(rest)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}
