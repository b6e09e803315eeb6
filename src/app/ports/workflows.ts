// Workflows: every one that was ever in force here, by its hash.

import type { Time } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";

/** The parts that workflows play on a board, whatever their own names are. */
export const PARTS = ["ticket", "session", "run"] as const;
export type WorkflowPart = (typeof PARTS)[number];
export const TICKET_PART = "ticket" satisfies WorkflowPart;

export interface Workflows {
  inForce(part: WorkflowPart): Promise<WorkflowInForce | null>;
  /** Of all parts at once: a process asks this often. */
  versions(): Promise<ForceVersions>;
  get(hash: string): Promise<Workflow | null>;
}

export interface WorkflowInForce {
  readonly hash: string;
  readonly version: number;
  readonly since: Time;
  readonly workflow: Workflow;
}

/** Each adoption raises its part's; 0: none is in force, and the shipped one is used. */
export type ForceVersions = Readonly<Record<WorkflowPart, number>>;
