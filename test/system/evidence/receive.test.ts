// git's own hooks in a real bare repository, with the program as it is built: what a push to the base has to bring along,
// and what follows from it.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeTests } from "../../support/git/checked.ts";
import { branch, MERGE, SQUASH, type Checkout } from "../../support/git/project.ts";
import { makeProofBoard, type ProofBoard } from "../../support/git/proof-board.ts";
import { PROGRAM } from "../../support/program.ts";

let board: ProofBoard;

beforeEach(() => {
  board = makeProofBoard();
  installHooks(board.env);
});

afterEach(() => {
  board.project.remove();
});

function installHooks(env: NodeJS.ProcessEnv): void {
  const folder = join(board.project.remote, "hooks");
  mkdirSync(folder, { recursive: true });
  const names = ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "SIGNALBOX_WORKFLOW"];
  const exports = names.map((name) => `export ${name}='${env[name] ?? ""}'`);
  for (const name of ["pre-receive", "post-receive"]) {
    const command = `exec '${process.execPath}' '${PROGRAM}' hook ${name} --database '${env["SIGNALBOX_DATABASE"] ?? ""}'`;
    writeFileSync(join(folder, name), ["#!/bin/sh", ...exports, command, ""].join("\n"));
    chmodSync(join(folder, name), 0o755);
  }
}

interface Pushed {
  readonly ok: boolean;
  /** Without git's own words. */
  readonly said: string;
}

function push(from: Checkout, refspec = "main", pusher = "ann"): Pushed {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, GIT_CONFIG_GLOBAL: devNull, REMOTE_USER: pusher };
  const { status, stderr } = spawnSync("git", ["push", "origin", refspec], { cwd: from.folder, env, encoding: "utf8" });
  const lines = stderr.split("\n").filter((line) => line.startsWith("remote: "));
  return { ok: status === 0, said: lines.map((line) => line.slice("remote: ".length).trimEnd()).join("\n") };
}

/** A ticket that stands in review, with all that is asked for; its branch is pushed. */
async function inReview(): Promise<string> {
  const { agent } = board.project;
  const number = await board.ticket("In Progress");
  branch(board.project);
  const head = agent.commit("Tests", { "a.test.mjs": nodeTests(1) });
  agent.git("push", "--quiet", "origin", "feature");
  expect(await board.run("check", number)).toMatchObject({ status: 0 });
  const moved = await board.person("move", number, "--to", "In Review", "--commit", head, "--reason", "done");
  expect(moved).toMatchObject({ status: 0, stderr: "" });
  return number;
}

function bring(...how: readonly (readonly string[])[]): void {
  const { merger } = board.project;
  merger.update();
  for (const step of how) merger.git(...step);
}

async function stateOf(number: string): Promise<string> {
  const { stdout } = await board.run("ticket", "show", number, "--json");
  return (JSON.parse(stdout) as { readonly card: { readonly state: string } }).card.state;
}

it("refuses commits that belong to no ticket, and names them", async () => {
  await board.ticket("In Progress");
  const { agent } = board.project;
  agent.update();
  agent.commit("Quick fix", { "c.txt": "c\n" });
  const { ok, said } = push(agent);
  expect(ok).toBe(false);
  expect(said).toContain("this push to main is refused");
  expect(said).toMatch(/[0-9a-f]{7} Quick fix/);
  expect(said).toContain("Recovery: push them to another branch");
});

it("lets the merge of a ticket in review in, and the ticket follows", async () => {
  const number = await inReview();
  bring(...MERGE);
  const { ok, said } = push(board.project.merger);
  expect(said).toContain(`#${number} landed: main at`);
  expect(said).toContain('It stands in "Done".');
  expect(ok).toBe(true);
  expect(await stateOf(number)).toBe("Done");
});

it("lets a squash in, but nothing that comes along with it", async () => {
  const number = await inReview();
  bring(...SQUASH);
  board.project.merger.commit("And something else", { "c.txt": "c\n" });
  const refused = push(board.project.merger);
  expect(refused.ok).toBe(false);
  expect(refused.said).toContain("And something else");
  expect(refused.said).not.toContain("Squash the branch");
  board.project.merger.git("reset", "--quiet", "--hard", "HEAD~1");
  expect(push(board.project.merger)).toMatchObject({ ok: true });
  expect(await stateOf(number)).toBe("Done");
});

it("refuses the work of a ticket that was sent back", async () => {
  const number = await inReview();
  await board.person("move", number, "--to", "In Progress", "--reason", "not yet");
  bring(...MERGE);
  const { ok, said } = push(board.project.merger);
  expect(ok).toBe(false);
  expect(said).toContain(`#${number} can't be merged yet: it stands in "In Progress", and not in "In Review".`);
});

it("refuses what a merge smuggles in beside its branch", async () => {
  await inReview();
  bring(["merge", "--quiet", "--no-ff", "--no-commit", "origin/feature"]);
  board.project.merger.commit("Merge the branch", { "c.txt": "smuggled\n" });
  expect(push(board.project.merger)).toMatchObject({ ok: false, said: expect.stringContaining("Merge the branch") });
});

it("leaves other branches alone, and people and programs that are exempt", async () => {
  await board.ticket();
  const { agent } = board.project;
  agent.update();
  agent.commit("Of a bot", { "c.txt": "c\n" });
  expect(push(agent, "main:elsewhere")).toMatchObject({ ok: true, said: "" });
  // An author is whatever somebody wrote; who pushes is what the server knows.
  agent.git("commit", "--quiet", "--amend", "--no-edit", "--author", "bot <bot@example.com>");
  expect(push(agent)).toMatchObject({ ok: false });
  expect(push(agent, "main", "bot")).toMatchObject({ ok: true });
});

it("does not let the base be deleted, and refuses where it can't look", async () => {
  await board.ticket();
  const { agent } = board.project;
  agent.update();
  board.project.merger.git("push", "--quiet", "origin", "HEAD:refs/heads/spare");
  spawnSync("git", ["config", "receive.denyDeleteCurrent", "ignore"], { cwd: board.project.remote });
  expect(push(agent, ":main")).toMatchObject({ ok: false, said: expect.stringContaining("can't be deleted") });
  installHooks({ ...board.env, SIGNALBOX_DATABASE: join(board.project.folder, "a.txt", "board.db") });
  writeFileSync(join(board.project.folder, "a.txt"), "");
  agent.commit("More", { "c.txt": "c\n" });
  expect(push(agent)).toMatchObject({ ok: false, said: expect.stringContaining("could not be looked at") });
});
