// docs/security.md names a test for each threat: each is there, under that name.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPage, ROOT } from "./pages.ts";

interface Threat {
  readonly what: string;
  readonly happens: string;
  readonly shownBy: string;
}

function threatsIn(page: string): readonly Threat[] {
  const [, section = ""] = page.split("\n## Threats, and the tests that show them\n");
  const [table = ""] = section.split("\n## ");
  return table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) => {
      const [what = "", happens = "", shownBy = ""] = line
        .split("|")
        .slice(1)
        .map((cell) => cell.trim());
      return { what, happens, shownBy };
    });
}

function problemsWith({ what, happens, shownBy }: Threat): readonly string[] {
  if (shownBy === "") return happens.startsWith("**not prevented**") ? [] : [`${what}: no test is named`];
  const [, file = ""] = /^`([^`]+)`: /.exec(shownBy) ?? [];
  if (!existsSync(join(ROOT, file))) return [`${what}: there is no file ${file}`];
  const names = [...shownBy.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  if (names.length === 0) return [`${what}: no test is named`];
  const source = readPage(file);
  return names.flatMap((name) => (source.includes(`"${name}"`) ? [] : [`${what}: ${file} has no test "${name}"`]));
}

it("finds the test of every threat that is prevented", () => {
  const threats = threatsIn(readPage("docs/security.md"));
  expect(threats.length).toBeGreaterThan(15);
  expect(threats.flatMap(problemsWith)).toEqual([]);
});

it("would find one that is not there", () => {
  const row = { what: "x", happens: "refused" };
  expect(problemsWith({ ...row, shownBy: '`test/none.test.ts`: "a"' })).toEqual([
    "x: there is no file test/none.test.ts",
  ]);
  expect(problemsWith({ ...row, shownBy: '`src/engine/names.test.ts`: "no such"' })).toEqual([
    'x: src/engine/names.test.ts has no test "no such"',
  ]);
  expect(problemsWith({ ...row, shownBy: "" })).toEqual(["x: no test is named"]);
  expect(problemsWith({ ...row, happens: "**not prevented**", shownBy: "" })).toEqual([]);
});
