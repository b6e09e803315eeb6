// The shipped workflows with short leases, so that nobody has to wait twenty minutes to see one run out.

import { basename } from "node:path";
import type { EdgeSpec, Workflow } from "../engine/workflow/format.ts";
import { shipped } from "../workflows/shipped.ts";

/** Longer than any agent works between two signs of life, at normal pace. */
const LEASE_SECONDS = 12;
const GRACE_SECONDS = 5;
const STALE_SECONDS = 15;
const TIMEOUT_SECONDS = 40;
/** However fast everything else is: a check runs in its own time. */
const LEAST_SECONDS_WITH_CHECK = 20;
const CHECK_SECONDS = 60;

export function leaseSeconds(pace: number): number {
  return scaled(LEASE_SECONDS, pace);
}

/** `project`: the repository that the work is in, with its base; null: nobody is asked for commits. */
export function ticketWorkflow(pace: number, project: Project | null = null): Workflow {
  const { workflow } = shipped("ticket");
  const lease = { seconds: leaseSeconds(pace), graceSeconds: scaled(GRACE_SECONDS, pace) };
  const plain = { ...withoutSchema(workflow), lease };
  return project ? withProof(plain, project) : plain;
}

export interface Project {
  readonly remote: string;
  readonly base: string;
}

/**
 * Work is handed in as in the shipped workflow with proof: with its commit, and with tests that were seen to pass there.
 * Who accepts it need not merge: the demo leaves that to nobody.
 */
function withProof(plain: Workflow, project: Project): Workflow {
  const taking = shipped("ticket-proof").workflow.edges.filter(({ takes }) => takes !== undefined);
  const seconds = Math.max(LEAST_SECONDS_WITH_CHECK, plain.lease?.seconds ?? 0);
  const states = Object.fromEntries(taking.map(({ from }) => [from, seconds]));
  return {
    ...plain,
    ...project,
    edges: plain.edges.map((edge) => withFacts(edge, taking)),
    ...(plain.lease ? { lease: { ...plain.lease, states } } : {}),
    checks: { tests: { run: `${nodeHere()} --test`, seconds: CHECK_SECONDS } },
  };
}

function withFacts(edge: EdgeSpec, taking: readonly EdgeSpec[]): EdgeSpec {
  const strict = taking.find(({ from, to }) => from === edge.from && to === edge.to);
  if (!strict) return edge;
  const facts = (strict.guards ?? []).filter(({ type }) => type === "facts");
  return { ...edge, takes: "commit", guards: [...(edge.guards ?? []), ...facts] };
}

/** The Node that runs this; its folder is the first on the demo's PATH. */
function nodeHere(): string {
  return basename(process.execPath, ".exe") === "node" ? "node" : `"${process.execPath}"`;
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
