import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { bareEnv, PROGRAM, runProgram, type Ended } from "../../support/program.ts";

const RUN = { project: "shop", session: "monday" };

let office: Office;
let desk: Desk;

beforeEach(async () => {
  office = openOffice();
  desk = await office.connect({ SIGNALBOX_AGENT: "ann" });
  await desk.ok("update_run", {
    ...RUN,
    items: [{ number: 1, title: "Fix \u001b[31mit\u0007", type: "bugfix" }],
    tasks: [
      { id: "a", description: "First" },
      { id: "b", dependsOn: ["a"] },
    ],
  });
});

afterEach(() => office.close());

function runs(...args: string[]): Promise<Ended> {
  return runProgram(["runs", "--database", office.database, ...args], { env: bareEnv() });
}

it("lists runs with what they wait for", async () => {
  await desk.ok("update_task_status", { ...RUN, task: "a", status: "failed" });
  const { stdout, stderr, status } = await runs();
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toMatch(/^PROJECT +SESSION +STATE +NEXT SKILL +PHASE +ITEMS +TASKS +FAILED +LAST\n/);
  expect(stdout).toMatch(/shop +monday +collab-start +collab-start +brainstorming +0\/1 +0\/2 +1 +\d+s\n$/);
  expect(JSON.parse((await runs("--json")).stdout)).toMatchObject([{ ...RUN, skill: "collab-start", failedTasks: 1 }]);
  expect((await runs("--limit", "none")).status).toBe(2);
});

it("shows one run with its items and waves of tasks, and nothing that a terminal would obey", async () => {
  await desk.ok("update_task_status", { ...RUN, task: "a", status: "completed" });
  const { stdout, status } = await runs(RUN.project, RUN.session);
  expect(status).toBe(0);
  expect(stdout).toContain("Next       collab-start\n");
  expect(stdout).toMatch(/ 1 +bugfix +Fix +\[31mit +– +pending\n/);
  expect(stdout).toMatch(/Batch 0 +completed\nTASK.*\na +completed +– +First +ann +–\n/);
  expect(stdout).toMatch(/Batch 1 +pending\nTASK.*\nb +pending +a +– +–\n/);
  expect(stdout).not.toContain("\u001b");
  expect(JSON.parse((await runs("--json", RUN.project, RUN.session)).stdout)).toMatchObject({ completedTasks: ["a"] });
});

it("says which run was probably meant, and how one is named", async () => {
  const { stderr, status } = await runs("shop", "mondy");
  expect(stderr).toContain('Did you mean project "shop", session "monday"?');
  expect(status).toBe(1);
  expect((await runs("shop")).status).toBe(2);
});

it("says what to tell an agent, who worked a task, which document each step leaves, and what was refused", async () => {
  const ticket = await desk.ok("create_ticket", { title: "Broken" });
  await desk.ok("update_run", { ...RUN, items: [{ number: 1, ticket: ticket["number"] }] });
  await desk.ok("update_task_status", { ...RUN, task: "a", status: "in_progress" });
  await desk.ok("update_task_status", { ...RUN, task: "a", status: "completed" });
  await desk.refused("complete_skill", { ...RUN, skill: "executing-plans" });
  const { stdout } = await runs(RUN.project, RUN.session);
  expect(stdout).toContain('call get_run {"project":"shop","session":"monday"} and use the skill that it names');
  expect(stdout).toMatch(/ 1 +bugfix +.* #1 Backlog +pending\n/);
  expect(stdout).toMatch(/a +completed +– +First +ann +\d+s\n/);
  expect(stdout).toMatch(/docs\/runs\/monday\/run\.md +collab-start +brainstorming +at work\n/);
  expect(stdout).toMatch(/\d\d:\d\d:\d\d \S+ +ann +complete executing-plans +wrong_skill +.*collab-start/);
});

it("writes a run as one document, with the documents that lie in the folder and nothing from outside", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const evil = { project: "shop", session: "../../secret" };
  await desk.ok("update_run", { ...evil, items: [{ number: 1, title: "x", type: "code" }] });
  mkdirSync(join(folder, "repo/docs/runs/monday"), { recursive: true });
  mkdirSync(join(folder, "repo/.git"));
  writeFileSync(join(folder, "repo/docs/runs/monday/goals.md"), "# Goals\n\nUmlauts are found.\n");
  mkdirSync(join(folder, "secret"));
  writeFileSync(join(folder, "secret/goals.md"), "the password");
  const cwd = join(folder, "repo/docs");
  const inRepo = (...args: string[]) =>
    runProgram(["runs", "--database", office.database, ...args], { env: bareEnv(), cwd });
  const { stdout } = await inRepo(RUN.project, RUN.session, "--export", "-");
  expect(stdout).toContain("# Run monday of shop\n");
  expect(stdout).toContain("> # Goals\n>\n> Umlauts are found.\n");
  const file = join(folder, "archive.md");
  expect((await inRepo(RUN.project, RUN.session, "--export", file)).stdout).toBe(`Wrote the run to ${file}\n`);
  expect(readFileSync(file, "utf8")).toBe(stdout);
  const again = await inRepo(RUN.project, RUN.session, "--export", file);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("is there already") });
  const secret = await inRepo(evil.project, evil.session, "--export", "-");
  expect(secret.stdout).toContain("docs/runs/../../secret/goals.md");
  expect(secret.stdout).not.toContain("the password");
  expect((await inRepo("--export", "-")).status).toBe(2);
  expect((await inRepo(RUN.project, "nobody", "--export", "-")).status).toBe(1);
});

it("keeps up with what is committed, and ends when it is interrupted", async () => {
  const args = ["runs", "--database", office.database, "--watch", "--json", RUN.project, RUN.session];
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: bareEnv() });
  const ended = once(child, "exit");
  let output = "";
  const seen = Promise.withResolvers<void>();
  let completing = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('"completedTasks":["a"]')) seen.resolve();
    if (completing || !output.includes("\n")) return;
    completing = true;
    desk.ok("update_task_status", { ...RUN, task: "a", status: "completed" }).catch(seen.reject);
  });
  await seen.promise;
  child.kill("SIGINT");
  expect((await ended)[0]).toBe(0);
});
