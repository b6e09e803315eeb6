// Outputs that the runners themselves have written (Go's are written after its documentation), and what they say.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countTests } from "./count.ts";

const FOLDER = join(import.meta.dirname, "../../../../test/fixtures/test-runs");

/** Passed, failed and skipped. */
const OUTPUTS: Readonly<Record<string, readonly [number, number, number] | null>> = {
  "node-spec.txt": [3, 0, 2],
  "node-spec-failed.txt": [3, 1, 2],
  "node-spec-skipped.txt": [0, 0, 2],
  "node-none.txt": [0, 0, 0],
  "node-tap.txt": [3, 0, 2],
  "node-tap-failed.txt": [3, 1, 2],
  "tap.txt": [1, 1, 2],
  "vitest.txt": [2, 0, 2],
  "vitest-failed.txt": [2, 1, 3],
  "vitest-skipped.txt": [0, 0, 1],
  "vitest-none.txt": [0, 0, 0],
  "jest.txt": [2, 0, 2],
  "jest-failed.txt": [2, 1, 3],
  "jest-skipped.txt": [0, 0, 1],
  "jest-none.txt": [0, 0, 0],
  "pytest.txt": [2, 0, 2],
  "pytest-failed.txt": [2, 1, 3],
  "pytest-quiet.txt": [2, 0, 2],
  "pytest-skipped.txt": [0, 0, 1],
  "pytest-none.txt": [0, 0, 0],
  "cargo.txt": [4, 0, 1],
  "cargo-failed.txt": [2, 1, 1],
  "cargo-ignored.txt": [0, 0, 1],
  "go-plain.txt": [2, 0, 0],
  "go-verbose.txt": [4, 0, 1],
  "go-verbose-failed.txt": [1, 1, 0],
  "go-json.txt": [1, 1, 1],
};

const REPORTS: Readonly<Record<string, readonly [number, number, number]>> = {
  "vitest-junit.xml": [2, 0, 2],
  // jest-junit does not say what is still to be done.
  "jest-junit.xml": [3, 0, 1],
  "pytest-junit.xml": [2, 0, 2],
  "node-junit.xml": [3, 0, 2],
};

describe("counts of tests", () => {
  it.for(Object.entries(OUTPUTS))("in %s", ([file, wanted]) => {
    expect(asList(countTests(read(file), []))).toEqual(wanted);
  });

  it.for(Object.entries(REPORTS))("in %s", ([file, wanted]) => {
    expect(asList(countTests("", [read(file)]))).toEqual(wanted);
  });

  it("adds up the parts of a project", () => {
    expect(asList(countTests(read("vitest.txt") + read("cargo.txt") + read("cargo.txt"), []))).toEqual([10, 0, 4]);
  });

  it("takes a report rather than the output", () => {
    expect(asList(countTests(read("vitest-failed.txt"), [read("pytest-junit.xml")]))).toEqual([2, 0, 2]);
  });

  it("looks for one runner alone where it is named", () => {
    expect(asList(countTests(read("vitest.txt") + read("cargo.txt"), [], "cargo"))).toEqual([4, 0, 1]);
    expect(countTests(read("vitest.txt"), [], "junit")).toBeNull();
  });

  it.for([
    ["nothing", ""],
    ["a script that only says so", "All tests passed!\n"],
    ["numbers in a sentence", "We have 12 passed tests here\nTests: many\n"],
    ["half a report's words", "ok\n"],
  ])("finds none in %s", ([, output]) => {
    expect(countTests(output ?? "", [])).toBeNull();
  });

  it.for([
    ["half a file", "<testsuites><testsuite><testcase"],
    ["another kind of file", "<html><testcase/></html>"],
    ["entities that grow", '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><testsuites>&c;</testsuites>'],
    ["nothing", ""],
  ])("finds none in a report that is %s", ([, report]) => {
    expect(countTests("", [report ?? ""])).toBeNull();
  });
});

function read(file: string): string {
  return readFileSync(join(FOLDER, file), "utf8");
}

function asList(counts: ReturnType<typeof countTests>): readonly number[] | null {
  return counts && [counts.passed, counts.failed, counts.skipped];
}
