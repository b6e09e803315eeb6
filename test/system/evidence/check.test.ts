// `signalbox check` and `signalbox fact`, as agents and people type them, beside a real project in git.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { branch, land, MERGE } from "../../support/git/project.ts";
import { nodeTests } from "../../support/git/checked.ts";
import { makeProofBoard, type ProofBoard } from "../../support/git/proof-board.ts";
import { onScreen, PROGRAM, runProgram } from "../../support/program.ts";

let board: ProofBoard;

beforeEach(() => {
  board = makeProofBoard();
});

afterEach(() => {
  board.project.remove();
});

/** A branch with two commits, and tests that pass. */
function work(): string {
  branch(board.project);
  return board.project.agent.commit("Tests", { "a.test.mjs": nodeTests(3) });
}

interface Fact {
  readonly subject: string;
  readonly name: string;
  readonly verdict: string | null;
  readonly level: string | null;
}

async function facts(commit: string): Promise<readonly string[]> {
  const { stdout } = await board.run("fact", "list", "--commit", commit, "--json");
  const { facts: all } = JSON.parse(stdout) as { readonly facts: readonly Fact[] };
  const counted = all.filter(({ verdict }) => verdict !== null);
  return counted.map(({ name, verdict, level }) => `${name} ${verdict} ${level}`).toSorted();
}

it("looks at what the next step asks for, records it, and says what to do next", async () => {
  const number = await board.ticket("In Progress");
  const head = work();
  const { status, stdout, stderr } = await board.run("check", number);
  expect(stderr).toContain("tests at");
  expect(stdout).toMatch(/work {3}pass {4}3 commits since \w{7} of main, 3 files changed\. \(witnessed\)/);
  expect(stdout).toMatch(/tests {2}pass {4}`.*` ended with 0; 3 tests passed\./);
  expect(stdout).toContain(`Next: hand #${number} off with commit="${head}".`);
  expect(status).toBe(0);
  expect(await facts(head)).toEqual(["tests pass witnessed", "work pass witnessed"]);
});

it("is counted in the stats once the work is handed in", async () => {
  const number = await board.ticket("In Progress");
  const head = work();
  await board.run("check", number);
  expect((await board.run("stats")).stdout).toMatch(/Right the first time +– 0 of 0 handed in/);
  await board.person("move", number, "--to", "In Review", "--commit", head, "--reason", "It is done");
  const { stdout } = await board.run("stats");
  expect(stdout).toMatch(/Right the first time +100 % 1 of 1 handed in/);
  expect(stdout).toMatch(/Time to evidence, median[^]*tests \(1\)/);
});

it("ends with 1 where a test fails, shows the last lines, and records that", async () => {
  const number = await board.ticket("In Progress");
  branch(board.project);
  const failing = nodeTests(1, 'test("breaks", () => { throw new Error("it broke"); });');
  const head = board.project.agent.commit("Tests", { "a.test.mjs": failing });
  const { status, stdout } = await board.run("check", number, "tests");
  expect(status).toBe(1);
  expect(stdout).toContain("it broke");
  expect(stdout).toContain(`Next: mend it, commit, and run \`signalbox check ${number}\` again.`);
  expect(await facts(head)).toEqual(["tests fail witnessed"]);
});

it("runs a command of one's own, and only reports it", async () => {
  const number = await board.ticket("In Progress");
  const head = work();
  const own = await board.run("check", number, "--", "sh", "-c", "echo 1..1; echo 'ok 1 - it is mine'");
  expect(own.stdout).toContain("(reported)");
  expect(own.stdout).toContain(`Run \`signalbox check ${number}\`.`);
  expect(await facts(head)).toEqual(["tests pass reported"]);
});

it("says yes to landed after the merge, and not before", async () => {
  const number = await board.ticket("In Review");
  const head = branch(board.project);
  const before = await board.run("check", number, "landed", "--commit", head);
  expect(before).toMatchObject({ status: 1, stdout: expect.stringContaining("merging is for a person or CI") });
  land(board.project, ...MERGE);
  const after = await board.run("check", number, "landed", "--commit", head, "--json");
  expect(JSON.parse(after.stdout)).toMatchObject({ passed: true, looks: [{ name: "landed", verdict: "pass" }] });
  expect(await facts(head)).toEqual(["landed pass witnessed", "work pass witnessed"]);
  const mirrors = join(board.env["XDG_CACHE_HOME"] ?? "", "signalbox", "mirrors");
  const [mirror = ""] = readdirSync(mirrors);
  expect(statSync(join(mirrors, mirror)).mode & 0o777).toBe(0o700);
});

it("refuses what it can't look at, and says what it can", async () => {
  const number = await board.ticket("In Progress");
  work();
  const unknown = await board.run("check", number, "review");
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining("work, tests and landed") });
  const absent = await board.run("check", number, "--commit", "1234567");
  expect(absent).toMatchObject({ status: 1, stderr: expect.stringContaining('no commit "1234567"') });
  const nobody = await board.run("check", "99");
  expect(nobody).toMatchObject({ status: 1, stderr: expect.stringContaining("#99") });
  const two = await board.run("check", number, "work", "tests");
  expect(two.status).toBe(2);
  const early = await board.run("check", await board.ticket());
  expect(early).toMatchObject({ status: 1, stderr: expect.stringContaining("asks") });
  const elsewhere = await runProgram(["check", number], { cwd: "/", env: board.env, input: "" });
  expect(elsewhere).toMatchObject({ status: 1, stderr: expect.stringContaining("no git repository") });
});

it("shows on a terminal what it does", async () => {
  const number = await board.ticket("In Progress");
  work();
  const screen = await onScreen(["check", number], { cwd: board.project.agent.folder, env: board.env });
  expect(screen).toMatch(/tests (clones|runs|looks)/);
  expect(screen).toContain("3 tests passed");
});

it("cleans up when it is interrupted, and records nothing", async () => {
  const number = await board.ticket("In Progress");
  branch(board.project);
  const marker = join(board.project.folder, "begun");
  const body = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(marker)}, ""); setInterval(() => {}, 1000);`;
  const head = board.project.agent.commit("Hangs", { "a.test.mjs": body });
  const child = spawn(process.execPath, [PROGRAM, "check", number, "tests"], {
    cwd: board.project.agent.folder,
    env: board.env,
  });
  const said = text(child.stdout);
  await vi.waitUntil(() => existsSync(marker), { timeout: 60_000 });
  child.kill("SIGINT");
  const [status] = (await once(child, "close")) as [number | null];
  expect(status).toBe(1);
  expect(await said).toContain("it was stopped; nothing of it was recorded");
  expect(readdirSync(join(board.env["XDG_CACHE_HOME"] ?? "", "signalbox", "checks"))).toEqual([]);
  expect(await facts(head)).toEqual([]);
});

it("takes a fact back", async () => {
  const number = await board.ticket("In Progress");
  const head = work();
  const { looks } = JSON.parse((await board.run("check", number, "--json")).stdout) as {
    readonly looks: readonly { readonly event: number }[];
  };
  const seq = String(looks.at(-1)?.event);
  const taken = await board.person("fact", "retract", seq, "--reason", "the machine was broken");
  expect(taken.stdout).toContain("Taken back: tests");
  expect(await facts(head)).toEqual(["work pass witnessed"]);
  expect((await board.run("fact", "list", "--commit", head)).stdout).toMatch(/work +pass +witnessed +git/);
  expect(await board.run("fact", "retract", seq, "--reason", "again")).toMatchObject({ status: 1 });
});
