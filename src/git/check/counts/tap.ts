// TAP, with subtests. A test that has subtests stands for them: only those are counted.

import { Parser, Result, type EventLog } from "tap-parser";
import type { TestCounts } from "../../../engine/evidence/fact.ts";

const IS_TAP = /^(TAP version 1[34]|1\.\.\d+)/m;

/** null: this is no TAP. */
export function countTap(text: string): TestCounts | null {
  if (!IS_TAP.test(text)) return null;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  count(Parser.parse(text), counts);
  return counts.passed + counts.failed + counts.skipped > 0 || /^1\.\.0/m.test(text) ? counts : null;
}

function count(events: EventLog, counts: { passed: number; failed: number; skipped: number }): void {
  let isSummary = false;
  for (const [name, value] of events) {
    if (name === "child") count(value as EventLog, counts);
    if (name === "assert" && value instanceof Result && !isSummary) counts[verdictOf(value)] += 1;
    isSummary = name === "child" || (isSummary && name !== "assert");
  }
}

function verdictOf({ ok, skip, todo }: Result): keyof TestCounts {
  // What is still to be done may fail, and proves nothing when it does not.
  if (skip !== false || todo !== false) return "skipped";
  return ok ? "passed" : "failed";
}
