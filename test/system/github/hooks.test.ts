// Hooks of a client whose tickets live on GitHub: what depends on a ticket is asked there, and nothing else is.

import { describe, expect, it } from "vitest";
import { before, denied, SESSION, tool } from "../hooks/fire.ts";
import { openWorkspace } from "./workspace.ts";

const plan = (number: number, more: object = {}): object =>
  before(tool("handoff_ticket"), { number, command: "ralph_plan", intent: "lock", reason: "x", ...more });
const stop = { hook_event_name: "Stop", stop_hook_active: false };

/** #2 may be planned when #3 has arrived; the store has seen that it has not. */
async function family() {
  const workspace = await openWorkspace();
  const parent = workspace.add("Bathroom", "Backlog");
  workspace.add("Tiles", "Ready for Plan", { under: parent });
  const late = workspace.add("Taps", "Backlog", { under: parent });
  await workspace.run(["ticket", "list"]);
  return { ...workspace, late };
}

/** The client's main agent holds #1. */
async function holding() {
  const workspace = await openWorkspace();
  const issue = workspace.add("Tiles", "Research Needed");
  const client = await workspace.connect({ SIGNALBOX_AGENT: `claude-code-${SESSION}` });
  const asked = {
    number: 1,
    command: "ralph_research",
    intent: "lock",
    reason: "x",
    agent: `main-${SESSION.slice(0, 8)}`,
  };
  const locked = await client.ok("handoff_ticket", asked);
  return { ...workspace, issue, locked };
}

describe("the convergence gate", () => {
  it("goes by where the cards are now", async () => {
    const { github, late, hook } = await family();
    expect((await hook("convergence-gate", plan(2))).answer).toEqual(denied(/waiting for #3 \(Backlog\)/));
    github.drag(late, "Ready for Plan");
    expect(await hook("convergence-gate", plan(2))).toMatchObject({ status: 0, answer: null, err: "" });
    github.drag(late, "Research Needed");
    expect((await hook("convergence-gate", plan(2))).answer).toEqual(denied(/waiting for #3 \(Research Needed\)/));
  });

  it("asks for the ticket of the repository that was named", async () => {
    const { add, hook } = await family();
    add("By itself", "Ready for Plan", { in: "api" });
    add("By itself too", "Ready for Plan", { in: "api" });
    expect((await hook("convergence-gate", plan(2))).answer).toEqual(denied(/#3/));
    expect(await hook("convergence-gate", plan(2, { repo: "api" }))).toMatchObject({ status: 0, answer: null });
  });

  it("asks for the ticket of another repository that a skill was called with, and not for its number here", async () => {
    const { add, hook } = await family();
    add("By itself", "Ready for Plan", { in: "api" });
    add("By itself too", "Ready for Plan", { in: "api" });
    const skill = (args: string): object => before("Skill", { skill: "signalbox:plan", args });
    expect((await hook("convergence-gate", skill("#2"))).answer).toEqual(denied(/#3/));
    expect((await hook("convergence-gate", skill("acme/shop#2"))).answer).toEqual(denied(/#3/));
    expect(await hook("convergence-gate", skill("acme/api#2"))).toMatchObject({ status: 0, answer: null });
  });

  it("asks GitHub for nothing where no group has to arrive", async () => {
    const { github, hook } = await family();
    github.countRequests();
    const research = { number: 3, command: "ralph_research", intent: "lock", reason: "x" };
    for (const event of [before(tool("handoff_ticket"), research), before("Skill", { skill: "commit", args: "3" })]) {
      expect(await hook("convergence-gate", event)).toMatchObject({ status: 0, answer: null, err: "" });
    }
    expect(github.countRequests().requests).toBe(0);
  });

  it("allows where GitHub does not answer, and says so: the mirror still says that #3 is missing", async () => {
    const { github, hook } = await family();
    const unchecked =
      /^signalbox hook convergence-gate: whether the group may begin was not checked here: .+ The server checks it at the handoff\.$/;
    github.faults.plan({ kind: "slow" }, { times: 99 });
    const began = performance.now();
    const slow = await hook("convergence-gate", plan(2));
    expect(slow).toMatchObject({ status: 0, answer: { systemMessage: expect.stringMatching(unchecked) } });
    expect(slow.answer).toMatchObject({ systemMessage: expect.stringContaining("did not answer within 3 s") });
    expect(performance.now() - began).toBeLessThan(9_000);
    github.faults.clear();
    const noToken = await hook("convergence-gate", plan(2), { SIGNALBOX_GITHUB_TOKEN: "" });
    expect(noToken.answer).toMatchObject({ systemMessage: expect.stringMatching(unchecked) });
    await github.close();
    const gone = await hook("convergence-gate", plan(2));
    expect(gone).toMatchObject({ status: 0, answer: { systemMessage: expect.stringMatching(unchecked) } });
  });

  it("writes nothing to GitHub", async () => {
    const { github, hook } = await family();
    await hook("convergence-gate", plan(2));
    expect(github.requests.filter(({ kind }) => kind !== "query")).toEqual([]);
  });
});

describe("the stop guard", () => {
  it("keeps an agent that holds a ticket, and lets it stop where somebody has moved the card", async () => {
    const { github, issue, hook } = await holding();
    expect((await hook("stop-guard", stop)).answer).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("You still hold #1 (Research in Progress)"),
    });
    github.drag(issue, "Ready for Plan");
    expect(await hook("stop-guard", stop)).toMatchObject({ status: 0, answer: null, err: "" });
  });

  it("names the repository of a ticket that is not in the default one", async () => {
    const { add, connect, hook } = await openWorkspace();
    add("Tiles", "Research Needed", { in: "api" });
    const client = await connect({ SIGNALBOX_AGENT: `claude-code-${SESSION}` });
    const agent = `main-${SESSION.slice(0, 8)}`;
    const asked = {
      number: 1,
      owner: "acme",
      repo: "api",
      command: "ralph_research",
      intent: "lock",
      reason: "x",
      agent,
    };
    await client.ok("handoff_ticket", asked);
    const { answer } = await hook("stop-guard", stop);
    expect(JSON.stringify(answer)).toContain("You still hold acme/api#1");
    expect(JSON.stringify(answer)).toContain('owner=\\"acme\\", repo=\\"api\\"');
  });

  it("lets it stop where GitHub does not answer, and says so", async () => {
    const { github, hook } = await holding();
    github.faults.plan({ kind: "slow" }, { times: 99 });
    const { status, answer } = await hook("stop-guard", stop);
    expect(status).toBe(0);
    expect(answer).toEqual({ systemMessage: expect.stringContaining("GitHub did not answer within 3 s") });
  });

  it("asks GitHub for nothing where the agent holds nothing", async () => {
    const { github, hook } = await family();
    github.countRequests();
    expect(await hook("stop-guard", stop)).toMatchObject({ status: 0, answer: null, err: "" });
    expect(github.countRequests().requests).toBe(0);
  });
});

it("the other hooks ask GitHub for nothing, and do what they do without a token", async () => {
  const { github, locked, hook } = await holding();
  github.countRequests();
  const noToken = { SIGNALBOX_GITHUB_TOKEN: "" };
  const after = { hook_event_name: "PostToolUse", tool_name: tool("handoff_ticket"), tool_response: locked };
  expect(await hook("observe", after, noToken)).toMatchObject({ status: 0, answer: null, err: "" });
  const edited = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/a.ts" } };
  expect(JSON.stringify((await hook("report-reminder", edited, noToken)).answer)).toContain("Your session on #1");
  const named = await hook("identity", plan(1), noToken);
  expect(named.answer).toMatchObject({ hookSpecificOutput: { updatedInput: { number: 1 } } });
  expect(github.countRequests().requests).toBe(0);
});
