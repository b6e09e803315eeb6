// What the linter says: a fault, its place in the file, and what to do about it.

import { listedBriefly, nearest } from "../words.ts";

export interface Finding {
  readonly code: FindingCode;
  /** error: the workflow can't be used. warning: probably not meant. note: true, and good to know. */
  readonly severity: Severity;
  /** A JSON pointer into the file, e.g. `/edges/3/to`. */
  readonly pointer: string;
  readonly reason: string;
  readonly suggestion: string;
}

/** docs/troubleshooting.md explains each. */
export type FindingCode =
  | `undeclared_${"state" | "command" | "item_type" | "phase"}`
  | "check_not_clean"
  | "command_never_acts"
  | "condition_ignored"
  | "duplicate_edge"
  | "duplicate_pipeline_state"
  | "edge_never_taken"
  | "fact_without_source"
  | "facts_without_commit"
  | "follow_without_edge"
  | "gate_without_effect"
  | "guard_on_escape"
  | "guard_without_escape"
  | "hands_of_nobody"
  | "intent_always_refused"
  | "intent_not_from_inputs"
  | "lock_mismatch"
  | "lock_never_entered"
  | "lock_not_from_inputs"
  | "lock_without_exit"
  | "names_are_claims"
  | "no_phase_for_unknown"
  | "no_terminal_state"
  | "no_way_to_end"
  | "outcome_not_terminal"
  | "output_always_refused"
  | "rounds_forward"
  | "router_cycle"
  | "router_not_exhaustive"
  | "state_in_two_phases"
  | "state_without_phase"
  | "target_outside_pipeline"
  | "terminal_has_exit"
  | "unknown_estimate"
  | "unprovided_skill"
  | "unreachable_state"
  | "unused_skill"
  | "way_around";

export type Severity = "error" | "warning" | "note";

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

export function pointer(...path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Errors first, then by place (index 9 before index 10), then by code and words: the same file, the same list. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const keyed = findings.map((finding) => ({ finding, path: finding.pointer.split("/") }));
  keyed.sort(
    (a, b) =>
      RANK[a.finding.severity] - RANK[b.finding.severity] ||
      comparePaths(a.path, b.path) ||
      compareWords(a.finding.code, b.finding.code) ||
      compareWords(a.finding.reason, b.finding.reason),
  );
  return keyed.map(({ finding }) => finding);
}

export type Suggest = (word: string, known: Iterable<string>) => string | undefined;

// Every suggestion compares a word with all known ones; a file full of wrong names would take minutes.
const MOST_COMPARISONS = 100_000;

/** `nearest`, until it has cost enough. */
export function createSuggest(): Suggest {
  let left = MOST_COMPARISONS;
  return (word, known) => {
    const words = [...known];
    left -= words.length;
    return left < 0 ? undefined : nearest(word, words);
  };
}

/** The first few of many names, quoted. */
export function quoteSome(names: readonly string[], join: "and" | "or" = "and"): string {
  return listedBriefly(
    names.map((name) => `"${name}"`),
    join,
    5,
  );
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [left = "", right = ""] = [a[index], b[index]];
    if (left === right) continue;
    const numbers = /^\d+$/.test(left) && /^\d+$/.test(right);
    return numbers && Number(left) !== Number(right) ? Number(left) - Number(right) : compareWords(left, right);
  }
  return a.length - b.length;
}

function compareWords(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
