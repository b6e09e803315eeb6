// What a workflow would have done to what happened here. Types alone: the dashboard shares them.

import type { Difference } from "../../engine/compare/difference.ts";
import type { Finding } from "../../engine/lint/finding.ts";

export interface Trial {
  readonly workflow: TriedWorkflow;
  /** The one in force. */
  readonly against: TriedWorkflow;
  /** What the linter says of it, errors aside. */
  readonly findings: readonly Finding[];
  readonly difference: Difference;
  /** The same in words. */
  readonly changes: readonly string[];
  readonly loosens: readonly string[];
  /** From when on, and over how many days. */
  readonly since: string;
  readonly days: number;
  /** Handoffs that were accepted then, and that were refused. */
  readonly accepted: number;
  readonly refused: number;
  readonly wouldRefuse: Deviations;
  readonly wouldPass: Deviations;
  /** Accepted then; now only because an operator may go past the rules. */
  readonly wouldOverride: number;
  /** How many moves each guard would have held up. */
  readonly guards: readonly GuardCost[];
  /** Deviations of tickets that had deviated before: judged by what was recorded, and not by what would have become of them. */
  readonly afterDeviation: number;
  /** Open tickets that have no place, or no way on. */
  readonly stuck: readonly Stuck[];
  /** Verdicts that do not even come out the same under the workflow that they were decided by. */
  readonly unexplained: number;
  /** Handoffs of that time that could not be tried: of an earlier version, made elsewhere, or by rules nobody knows. */
  readonly leftOut: number;
}

export interface TriedWorkflow {
  readonly name: string;
  readonly version: number;
  readonly hash: string;
}

export interface Deviations {
  readonly count: number;
  readonly tickets: number;
  /** The most frequent first. */
  readonly groups: readonly DeviationGroup[];
}

export interface DeviationGroup {
  readonly from: string | null;
  readonly to: string | null;
  /** Of the refusal: the one that there would be, or the one that there was. */
  readonly code: string;
  readonly why: string;
  readonly count: number;
  readonly examples: readonly DeviationExample[];
}

export interface DeviationExample {
  readonly seq: number;
  readonly key: string;
  readonly who: string;
  readonly at: string;
}

export interface GuardCost {
  readonly from: string;
  readonly to: string;
  readonly guard: string;
  /** Moves that it would have refused; where it only warns: that it would have warned of. */
  readonly moves: number;
  readonly policy: "enforce" | "warn";
}

export interface Stuck {
  readonly state: string;
  readonly why: "no such state" | "no way on";
  readonly count: number;
  /** The first of them. */
  readonly keys: readonly string[];
}
