// JUnit files. Test cases are counted one by one: what the totals of a suite count differs from runner to runner.

import { parseXml, XmlElement, XmlError, type XmlDocument } from "@rgrove/parse-xml";
import type { TestCounts } from "../../../engine/evidence/fact.ts";

/** null: this is no JUnit file. */
export function countJUnit(text: string): TestCounts | null {
  const root = parse(text)?.root;
  if (!root || !["testsuites", "testsuite"].includes(root.name)) return null;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  // A list and not a recursion: a file may be nested as deep as its author likes.
  const open: XmlElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const inside = element.children.filter((child) => child instanceof XmlElement);
    if (element.name !== "testcase") open.push(...inside);
    else counts[verdictOf(inside.map(({ name }) => name))] += 1;
  }
  return counts;
}

function verdictOf(inside: readonly string[]): keyof TestCounts {
  if (inside.includes("failure") || inside.includes("error")) return "failed";
  return inside.includes("skipped") ? "skipped" : "passed";
}

function parse(text: string): XmlDocument | null {
  try {
    return parseXml(text);
  } catch (error) {
    // Half a file, as a runner that was killed leaves it, proves nothing.
    if (error instanceof XmlError || error instanceof RangeError) return null;
    throw error;
  }
}
