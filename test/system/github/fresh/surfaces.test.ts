// What agents, people and hooks are told by real processes on a board of GitHub: as of when it is, and what is wrong.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOKEN } from "../../../support/github/board.ts";
import { before, SESSION, tool } from "../../hooks/fire.ts";
import { openWorkspace } from "../workspace.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LINE = /^GitHub, as of \d\d:\d\d:\d\d \S+\.$/m;
const AT_ONCE = { SIGNALBOX_GITHUB_MAX_AGE: "0" };

describe("a tool", () => {
  it("lists where cards are now, and says as of when", async () => {
    const workspace = await openWorkspace();
    const issue = workspace.add("Tiles", "Research Needed");
    const client = await workspace.connect(AT_ONCE);
    const first = await client.ok("list_tickets", {});
    expect(first).toMatchObject({ tickets: [{ state: "Research Needed" }], asOf: expect.stringMatching(TIME) });
    workspace.github.drag(issue, "Ready for Plan");
    const then = await client.ok("list_tickets", {});
    expect(then).toMatchObject({ tickets: [{ state: "Ready for Plan" }], asOf: expect.stringMatching(TIME) });
    for (const [name, args] of [
      ["get_ticket", { number: 1 }],
      ["pick_actionable_issue", { workflowState: "Ready for Plan" }],
      ["check_convergence", { number: 1, targetState: "Ready for Plan" }],
      ["detect_pipeline_position", { number: 1 }],
    ] as const) {
      expect(await client.ok(name, args), name).toMatchObject({ asOf: expect.stringMatching(TIME) });
    }
  });

  it("is not needed: a ticket as a resource or in a prompt is of any repository, and says as of when", async () => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    const issue = workspace.add("Taps", "Research Needed", { in: "api" });
    const client = await workspace.connect();
    await client.ok("list_tickets", {});
    workspace.github.drag(issue, "Ready for Plan");
    const read = async (name: string): Promise<unknown> => {
      const answer = await client.request("resources/read", { uri: `signalbox://ticket/${encodeURIComponent(name)}` });
      const { contents } = answer.result as { readonly contents: readonly { readonly text: string }[] };
      return JSON.parse(contents[0]?.text ?? "");
    };
    expect(await read("1")).toMatchObject({ title: "Tiles", asOf: expect.stringMatching(TIME) });
    expect(await read("acme/api#1")).toMatchObject({ state: "Ready for Plan", asOf: expect.stringMatching(TIME) });
    const asked = { name: "plan", arguments: { number: "acme/api#1" } };
    expect(JSON.stringify(await client.request("prompts/get", asked))).toContain("The ticket is acme/api#1.");
  });

  it("says that access was lost, instead of an empty list", async () => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    const client = await workspace.connect(AT_ONCE);
    await client.ok("list_tickets", {});
    workspace.github.addToken({ token: TOKEN, login: "octo", blindTo: ["acme/projects/7"] });
    const answer = await client.call("list_tickets", {});
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: {
        code: "github_project_missing",
        recovery: expect.stringContaining("Give the token access to the project"),
      },
    });
    workspace.github.addToken({ token: TOKEN, login: "octo" });
    expect(await client.ok("list_tickets", {})).toMatchObject({ tickets: [{ number: 1 }] });
  });
});

describe("the terminal", () => {
  it.each<[string, readonly string[]]>([
    ["signalbox alone", []],
    ["ticket list", ["ticket", "list"]],
    ["ticket show", ["ticket", "show", "1"]],
    ["pick", ["pick", "--state", "Research Needed"]],
    ["position", ["position", "1"]],
    ["converge", ["converge", "1", "--on", "Research Needed"]],
    ["stats", ["stats"]],
  ])("says as of when it is: %s", async (_, command) => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    const { out, err } = await workspace.run(command);
    expect(err).toBe("");
    expect(out).toMatch(LINE);
    const { out: json } = await workspace.run([...command, "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      mirror: { of: "GitHub", asOf: expect.stringMatching(TIME), behind: null },
    });
  });

  it.each<[string, object, RegExp]>([
    ["the project", { blindTo: ["acme/projects/7"] }, /GitHub does not show project 7 of acme/],
    ["a repository", { blindTo: ["acme/shop"] }, /GitHub hides what is on a card of the board from this token: #1/],
    ["a scope", { scopes: ["repo"] }, /gh auth refresh --scopes project,repo/],
  ])("says what was lost, and shows no empty board: %s", async (_, token, says) => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    await workspace.run([]);
    workspace.github.addToken({ token: TOKEN, login: "octo", ...token });
    for (const command of [[], ["ticket", "list"], ["ticket", "show", "1"]]) {
      const { status, out, err } = await workspace.run(command);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(says);
    }
    workspace.github.addToken({ token: TOKEN, login: "octo" });
    expect((await workspace.run(["ticket", "list"])).out).toMatch(/^#1 +Research Needed/m);
  });
});

describe("a hook", () => {
  it("says as of when a group had not arrived", async () => {
    const workspace = await openWorkspace();
    const parent = workspace.add("Bathroom", "Backlog");
    workspace.add("Tiles", "Ready for Plan", { under: parent });
    workspace.add("Taps", "Backlog", { under: parent });
    await workspace.run(["ticket", "list"]);
    const asked = { number: 2, command: "ralph_plan", intent: "lock", reason: "x" };
    const { answer } = await workspace.hook("convergence-gate", before(tool("handoff_ticket"), asked));
    expect(JSON.stringify(answer)).toMatch(/waiting for #3 \(Backlog\).*\(GitHub, as of \d\d:\d\d:\d\d UTC\.\)/);
  });

  it("says as of when an agent held a ticket", async () => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    const client = await workspace.connect({ SIGNALBOX_AGENT: `claude-code-${SESSION}` });
    const agent = `main-${SESSION.slice(0, 8)}`;
    await client.ok("handoff_ticket", { number: 1, command: "ralph_research", intent: "lock", reason: "x", agent });
    const { answer } = await workspace.hook("stop-guard", { hook_event_name: "Stop", stop_hook_active: false });
    expect(answer).toMatchObject({ reason: expect.stringMatching(/You still hold #1.*\n\(GitHub, as of .* UTC\.\)$/) });
  });
});

it("one token has one budget, whatever board it is used for", async () => {
  const workspace = await openWorkspace();
  workspace.add("Tiles", "Research Needed");
  const other = { SIGNALBOX_DATABASE: join(workspace.folder, "other.db") };
  expect((await workspace.run(["ticket", "list"], other)).status).toBe(0);
  // GitHub refuses a process on one board for a minute: one on another board does not even ask.
  workspace.github.faults.plan({ kind: "limited", limit: "secondary" });
  expect((await workspace.run(["ticket", "show", "1"])).err).toMatch(/GitHub refuses requests for a while/);
  workspace.github.countRequests();
  const { status, err } = await workspace.run(["ticket", "show", "1"], other);
  expect(status).toBe(1);
  expect(err).toMatch(/Nothing was sent: GitHub's limit \(refused\) is used up/);
  expect(workspace.github.countRequests().requests).toBe(0);
  // Another token has nothing to do with it.
  workspace.github.addToken({ token: "ghp_another", login: "octo" });
  const another = await workspace.run(["ticket", "show", "1"], { ...other, SIGNALBOX_GITHUB_TOKEN: "ghp_another" });
  expect(another).toMatchObject({ status: 0, err: "" });
});
