import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { WordMap } from "../../../src/importers/map.ts";
import { runProgramSync } from "../../support/program.ts";
const SAMPLES = join(import.meta.dirname, "samples");
const ISSUES = join(SAMPLES, "issues.json");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-import-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

it("shows on a dry run what would come in, writes the table, and leaves no board behind", () => {
  const { status, stdout } = signalbox("import", "--from", "gh", ISSUES, "--dry-run", "--map", "map.json");
  expect(status).toBe(0);
  expect(stdout).toContain("4 tickets with 2 links would come in.");
  expect(stdout).toMatch(/1 {2}closed as not planned → Canceled/);
  expect(stdout).toContain("issue 5:");
  expect(JSON.parse(readFileSync(join(folder, "map.json"), "utf8"))).toMatchObject({ states: { open: "Backlog" } });
  expect(existsSync(join(folder, ".signalbox"))).toBe(false);
});

it("imports by a table that was changed, from stdin too, and says the rest in JSON", () => {
  signalbox("import", "--from", "gh", ISSUES, "--dry-run", "--map", "map.json");
  const map = JSON.parse(readFileSync(join(folder, "map.json"), "utf8")) as WordMap;
  writeFileSync(
    join(folder, "map.json"),
    JSON.stringify({ ...map, states: { ...map.states, open: "Research Needed" } }),
  );
  const input = readFileSync(ISSUES, "utf8");
  const { status, stdout } = signalboxWith(
    input,
    "import",
    "--from",
    "gh",
    "-",
    "--map",
    "map.json",
    "--json",
    "--as",
    "kim",
  );
  expect(status).toBe(0);
  const answer = JSON.parse(stdout) as { numbers: Record<string, number>; notes: string[] };
  expect(answer).toMatchObject({ imported: 4, known: 0 });
  expect(answer.notes).toHaveLength(3);
  expect(answer.notes).toContainEqual(expect.stringContaining("its own"));
  const shown = signalbox("ticket", "show", String(answer.numbers["12"]), "--json").stdout;
  expect(JSON.parse(shown)).toMatchObject({ card: { state: "Research Needed", priority: "P1" } });
  expect(signalbox("verify").status).toBe(0);
  expect(signalbox("log").stdout).toContain("kim");
});

it.each([
  ["beads", "beads.jsonl", 4],
  ["backlog", "backlog", 3],
  ["csv", "tickets.csv", 4],
])("imports %s, and nothing of it again", (format, name, count) => {
  expect(signalbox("import", "--from", format, join(SAMPLES, name)).stdout).toMatch(`Imported ${count} tickets\n`);
  expect(signalbox("import", "--from", format, join(SAMPLES, name)).stdout).toMatch(
    `Imported 0 tickets, ${count} were here already\n`,
  );
});

it("refuses a table that does not fit, and one that is none", () => {
  writeFileSync(
    join(folder, "map.json"),
    JSON.stringify({ states: { open: "Nowhere" }, priorities: {}, estimates: {} }),
  );
  expect(signalbox("import", "--from", "gh", ISSUES, "--map", "map.json")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/map\.json does not fit:\n.*says nothing of "In Review"/),
  });
  writeFileSync(join(folder, "map.json"), "{");
  expect(signalbox("import", "--from", "gh", ISSUES, "--map", "map.json").stderr).toMatch(/map\.json can't be used: /);
});

it("says what is wrong with what it is given", () => {
  expect(signalbox("import", "--from", "gh", "nowhere.json")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("nowhere.json can't be read"),
  });
  expect(signalbox("import", "--from", "jira", ISSUES)).toMatchObject({ status: 2 });
  expect(signalbox("import", ISSUES, "--dry-run")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--from"),
  });
});

it("is nothing that an agent's shell does by itself", () => {
  const { status, stderr } = run({ CLAUDECODE: "1" }, undefined, ["import", "--from", "gh", ISSUES]);
  expect(status).toBe(1);
  expect(stderr).toContain("agent's shell");
});

function signalbox(...args: string[]): ReturnType<typeof run> {
  return run({}, undefined, args);
}

/** In a pipe a person shows a token. */
function signalboxWith(input: string, ...args: string[]): ReturnType<typeof run> {
  const { token } = JSON.parse(signalbox("token", "new", "--role", "operator", "--json").stdout) as { token: string };
  return run({ SIGNALBOX_TOKEN: token }, input, args);
}

function run(
  env: Readonly<Record<string, string>>,
  input: string | undefined,
  args: readonly string[],
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const plain = { PATH: process.env["PATH"], HOME: folder, ...env };
  return runProgramSync(args, { cwd: folder, env: plain, ...(input === undefined ? {} : { input }) });
}
