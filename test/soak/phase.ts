// A phase of the soak: a store, agents at work on it, faults that come and go, and a checker that follows.

import type { Counts } from "./counts.ts";

export interface Phase {
  readonly name: string;
  readonly run: (options: PhaseOptions) => Promise<PhaseSummary>;
}

export interface PhaseOptions {
  readonly minutes: number;
  readonly seed: number;
  /** One line on what goes on, for whoever watches. */
  readonly tell: (line: string) => void;
}

export interface PhaseSummary {
  readonly name: string;
  readonly minutes: number;
  /** What was done and what was done to it: calls, accepted, refused, kills, takeovers … */
  readonly counts: Counts;
  /** What must never happen, in sentences; none on a good run. */
  readonly breaches: readonly string[];
  /** Of the servers that lived longest, in MB: after warming up, and at the end. */
  readonly memoryMb: { readonly early: number; readonly late: number };
}
