// The shipped workflows with short leases, so that nobody has to wait twenty minutes to see one run out.

import type { Workflow } from "../engine/workflow/format.ts";
import { shipped } from "../workflows/shipped.ts";

/** Longer than any agent works between two signs of life, at normal pace. */
const LEASE_SECONDS = 12;
const GRACE_SECONDS = 5;
const STALE_SECONDS = 15;
const TIMEOUT_SECONDS = 40;

export function leaseSeconds(pace: number): number {
  return scaled(LEASE_SECONDS, pace);
}

export function ticketWorkflow(pace: number): Workflow {
  const { workflow } = shipped("ticket");
  return {
    ...withoutSchema(workflow),
    lease: { seconds: leaseSeconds(pace), graceSeconds: scaled(GRACE_SECONDS, pace) },
  };
}

export function sessionWorkflow(pace: number): Workflow {
  return {
    ...withoutSchema(shipped("session").workflow),
    silence: {
      staleSeconds: scaled(STALE_SECONDS, pace),
      timeoutSeconds: scaled(TIMEOUT_SECONDS, pace),
      graceSeconds: scaled(GRACE_SECONDS, pace),
    },
  };
}

/** The schema's place is given relative to the file, and this one lies elsewhere. */
function withoutSchema(workflow: Workflow): Workflow {
  const { $schema: _, ...rest } = workflow;
  return rest;
}

/** Never so short that a busy machine loses a lease between two calls. */
function scaled(seconds: number, pace: number): number {
  return Math.max(3, Math.round(seconds * pace));
}
