// An agent over MCP beside a real project: it claims success, is refused for want of tests, does just what the refusal says in
// its shell, retries, and gets through; then it is stopped where a merge is due.

import { afterEach, beforeEach, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { nodeTests } from "../../support/git/checked.ts";
import { branch, land, MERGE } from "../../support/git/project.ts";
import { makeProofBoard, type ProofBoard } from "../../support/git/proof-board.ts";
import { PROGRAM } from "../../support/program.ts";

let board: ProofBoard;
let agent: StdioClient;

beforeEach(async () => {
  board = makeProofBoard();
  const env = Object.fromEntries(Object.entries(board.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  agent = new StdioClient(null, { ...env, SIGNALBOX_AGENT: "ann" }, PROGRAM, board.project.agent.folder);
  await agent.initialize();
});

afterEach(async () => {
  await agent.leave();
  board.project.remove();
});

const handoff = { command: "impl", reason: "It is done, and all tests pass." };

it("is told what to run, runs it, and gets through; and waits for the merge", async () => {
  const number = Number(await board.ticket("Plan in Review"));
  const lock = await agent.call("handoff_ticket", { number, ...handoff, intent: "lock" });
  expect(lock.isError).toBeFalsy();
  branch(board.project);
  const head = board.project.agent.commit("Tests", { "a.test.mjs": nodeTests(2) });

  const missing = await agent.call("handoff_ticket", { number, ...handoff, intent: "complete" });
  expect(missing.structuredContent).toMatchObject({ code: "commit_missing" });
  // The server stands in the checkout, and knows what is probably meant.
  expect(missing.content[0]?.text).toContain(head);

  const retry = { number, ...handoff, intent: "complete", commit: head, evidence: { tests: "pass" } };
  const refused = await agent.call("handoff_ticket", retry);
  expect(refused.structuredContent).toMatchObject({ code: "facts_missing" });
  const [, command = ""] = /run `signalbox ([^`]+)`/.exec(refused.content[0]?.text ?? "") ?? [];
  expect(command).toContain(`check ${number}`);
  expect(await board.run(...command.split(" "))).toMatchObject({ status: 0 });
  const accepted = await agent.call("handoff_ticket", retry);
  expect(accepted.isError).toBeFalsy();

  expect((await board.person("move", String(number), "--to", "Done", "--reason", "x")).stderr).toContain("landed");
  board.project.agent.git("push", "--quiet", "origin", "feature");
  land(board.project, ...MERGE);
  expect(await board.run("check", String(number))).toMatchObject({ status: 0 });
  expect(await board.person("move", String(number), "--to", "Done", "--reason", "merged")).toMatchObject({ status: 0 });
});

it("is told that there is no such commit, and that a branch without work is empty", async () => {
  const number = Number(await board.ticket("Plan in Review"));
  await agent.call("handoff_ticket", { number, ...handoff, intent: "lock" });
  const submit = { number, ...handoff, intent: "complete" };
  const absent = await agent.call("handoff_ticket", { ...submit, commit: "1234567890123456789012345678901234567890" });
  expect(absent.structuredContent).toMatchObject({ code: "commit_unknown" });
  const empty = await agent.call("handoff_ticket", { ...submit, commit: board.project.agent.head() });
  expect(empty.structuredContent).toMatchObject({ code: "facts_missing" });
  expect(empty.content[0]?.text).toContain("work");
});
