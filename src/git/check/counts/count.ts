// How many tests a run says that it ran. An exit of 0 is not enough: runners end with 0 when everything was skipped, and a
// script that runs nothing does too. What a project prints is its own word: a review, or `untouched`, guards the scripts.

import { stripVTControlCharacters } from "node:util";
import type { TestCounts } from "../../../engine/evidence/fact.ts";
import type { CountsBy } from "../../../engine/workflow/format.ts";
import { countJUnit } from "./junit.ts";
import { countTap } from "./tap.ts";
import { TEXT_RUNNERS } from "./text.ts";

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** null: there is nothing in it that says. `reports`: the text of JUnit files, which say more than any output. */
export function countTests(output: string, reports: readonly string[], how: CountsBy = "auto"): TestCounts | null {
  if (how === "none") return null;
  if (how === "auto" || how === "junit") {
    const counted = reports.map(countJUnit).filter((counts) => counts !== null);
    if (counted.length > 0 || how === "junit") return counted.length > 0 ? sum(counted) : null;
  }
  const text = readable(output);
  // A project may have several parts with a runner each: what they say adds up.
  const found = Object.entries({ tap: countTap, ...TEXT_RUNNERS })
    .filter(([name]) => how === "auto" || how === name)
    .map(([, count]) => count(text))
    .filter((counts) => counts !== null);
  return found.length > 0 ? sum(found) : null;
}

/** No summary is that long, and patterns take their time over lines without an end. */
const LONGEST_LINE = 10_000;
const MOST_TEXT = 16 * 1024 * 1024;

function readable(output: string): string {
  return stripVTControlCharacters(output.slice(-MOST_TEXT))
    .split(/\r?\n/)
    .filter((line) => line.length <= LONGEST_LINE)
    .join("\n");
}

function sum(all: readonly TestCounts[]): TestCounts {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NO_TESTS,
  );
}
