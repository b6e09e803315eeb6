// Which workflow is in force is known by hash: the same whatever the order of the keys, and wherever the schema is.

import { createHash } from "node:crypto";
import { canonicalText } from "../engine/workflow/canonical.ts";
import type { Workflow } from "../engine/workflow/format.ts";

export function hashWorkflow(workflow: Workflow): string {
  return createHash("sha256").update(canonicalText(workflow)).digest("hex");
}
