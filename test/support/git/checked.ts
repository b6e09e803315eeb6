// Runs a check in an agent's checkout, as `signalbox check` does.

import { join } from "node:path";
import type { CheckSpec } from "../../../src/engine/workflow/format.ts";
import { runCheck, type CheckOptions, type CheckResult } from "../../../src/git/check/check.ts";
import type { Project } from "./project.ts";

/** A test file that `node --test` finds, with so many tests. */
export function nodeTests(count: number, body = ""): string {
  const tests = Array.from({ length: count }, (_, index) => `test("number ${index + 1}", () => {});`);
  return ['import test from "node:test";', ...tests, body, ""].join("\n");
}

export const NODE_TEST: CheckSpec = { run: `"${process.execPath}" --test --test-reporter=tap` };

export function scratchOf(project: Project): string {
  return join(project.folder, "checks");
}

export function checked(
  project: Project,
  check: Partial<CheckSpec> = {},
  options: Partial<CheckOptions> = {},
): Promise<CheckResult> {
  const { PATH, HOME } = process.env;
  return runCheck({
    check: { ...NODE_TEST, ...check },
    folder: project.agent.folder,
    commit: project.agent.head(),
    scratch: scratchOf(project),
    env: { PATH, HOME },
    ...options,
  });
}
