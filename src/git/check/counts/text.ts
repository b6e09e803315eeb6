// What runners print for people, each in its own words. Every summary in the output counts: a project may have several.

import type { TestCounts } from "../../../engine/evidence/fact.ts";

type Count = (text: string) => TestCounts | null;

export const TEXT_RUNNERS = {
  vitest: (text) => bySummary(text, /^ *Tests +(?=.*\(\d+\)$)(.*)$/gm) ?? none(text, /^No test files found/m),
  jest: (text) => bySummary(text, /^Tests: +(.* total)$/gm) ?? none(text, /^No tests found/m),
  pytest: (text) =>
    bySummary(text, /^=* ?(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s(?: \([\d:, a-z]+\))? ?=*$/gm) ??
    none(text, /^=* ?no tests ran in /m),
  cargo: (text) => bySummary(text, /^test result: \w+\. (.*) finished in .*$/gm),
  go: countGo,
  node: countNode,
} as const satisfies Record<string, Count>;

/** The words that runners put after a number. What is expected to fail proves nothing by it. */
const WORDS: Readonly<Record<string, keyof TestCounts>> = {
  passed: "passed",
  failed: "failed",
  error: "failed",
  errors: "failed",
  skipped: "skipped",
  ignored: "skipped",
  todo: "skipped",
  xfailed: "skipped",
  xpassed: "skipped",
  deselected: "skipped",
};

/** A line such as "2 passed, 1 skipped" for each match. */
function bySummary(text: string, lines: RegExp): TestCounts | null {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let isThere = false;
  for (const [, summary = ""] of text.matchAll(lines)) {
    for (const [, number, word = ""] of summary.matchAll(/(\d+) (\w+)/g)) {
      const verdict = WORDS[word];
      if (verdict === undefined) continue;
      counts[verdict] += Number(number);
      isThere = true;
    }
  }
  return isThere ? counts : null;
}

function none(text: string, line: RegExp): TestCounts | null {
  return line.test(text) ? { passed: 0, failed: 0, skipped: 0 } : null;
}

/** `go test -json`, else `-v`, else its packages: without either it does not say how many tests there were. */
function countGo(text: string): TestCounts | null {
  const events = [...text.matchAll(/^\{.*"Action":"(pass|fail|skip)".*\}$/gm)];
  if (events.length > 0) return tally(events.flatMap(([line, action = ""]) => (/"Test":/.test(line) ? [action] : [])));
  const tests = [...text.matchAll(/^\s*--- (PASS|FAIL|SKIP): /gm)];
  if (tests.length > 0) return tally(tests.map(([, verdict = ""]) => verdict.toLowerCase()));
  const packages = [...text.matchAll(/^(ok {2}|FAIL|\? {3})\t\S+\t(.*)$/gm)];
  if (packages.length === 0) return null;
  return tally(
    packages.flatMap(([, verdict = "", rest = ""]) => {
      if (/\[no test(s to run| files)\]/.test(rest)) return [];
      return [verdict === "FAIL" ? "fail" : "pass"];
    }),
  );
}

function tally(verdicts: readonly string[]): TestCounts {
  const times = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: times("pass"), failed: times("fail"), skipped: times("skip") };
}

/** `node --test` with its own reporter, for people; as TAP it is counted as TAP. */
function countNode(text: string): TestCounts | null {
  if (!/^ℹ tests \d+$/m.test(text)) return null;
  const all = (word: string): number =>
    [...text.matchAll(new RegExp(`^ℹ ${word} (\\d+)$`, "gm"))].reduce((total, [, number]) => total + Number(number), 0);
  return { passed: all("pass"), failed: all("fail") + all("cancelled"), skipped: all("skipped") + all("todo") };
}
