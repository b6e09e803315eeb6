// Workflows: every one that was ever in force here, by its hash.

import type { Workflow } from "../../engine/workflow/format.ts";

export interface Workflows {
  /** By the part that it plays: `ticket` for the workflow of tickets, whatever its own name is. */
  inForce(part: string): Promise<WorkflowInForce | null>;
  get(hash: string): Promise<Workflow | null>;
}

export interface WorkflowInForce {
  readonly hash: string;
  readonly version: number;
  readonly workflow: Workflow;
}
