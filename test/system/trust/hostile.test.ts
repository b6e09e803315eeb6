import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { PROGRAM, runProgram, type Ended } from "../../support/program.ts";
import { everything, INSTALLED } from "../init/project.ts";
import { hostileRepository, type HostileRepository } from "./hostile-repository.ts";

const TOOL = "mcp__plugin_signalbox_signalbox__handoff_ticket";
const HANDOFF = { number: 1, command: "plan", intent: "lock", reason: "x" };
const EVENTS: Readonly<Record<string, readonly object[]>> = {
  identity: [
    { hook_event_name: "PreToolUse", tool_name: TOOL, tool_input: HANDOFF },
    { hook_event_name: "PreToolUse", tool_name: TOOL, tool_input: HANDOFF, agent_type: "signalbox:planner" },
  ],
  "convergence-gate": [
    { hook_event_name: "PreToolUse", tool_name: TOOL, tool_input: HANDOFF },
    { hook_event_name: "PreToolUse", tool_name: "Skill", tool_input: { skill: "signalbox:plan", args: "#1" } },
  ],
  observe: [
    {
      hook_event_name: "PostToolUse",
      tool_name: TOOL,
      tool_input: HANDOFF,
      tool_response: { number: 1, claim: { holder: "a/b" } },
    },
    { hook_event_name: "SessionEnd" },
  ],
  "report-reminder": [
    { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/a" }, tool_response: {} },
  ],
  "stop-guard": [{ hook_event_name: "Stop", stop_hook_active: false }],
};

function run(hostile: HostileRepository, args: readonly string[], input = ""): Promise<Ended> {
  return runProgram(args, { cwd: hostile.folder, env: hostile.env, input });
}

/** Nothing was executed, nothing was sent, nothing outside was touched, and no board was made. */
function expectUnharmed(hostile: HostileRepository, home: Record<string, string>): void {
  expect(readdirSync(hostile.ran)).toEqual([]);
  expect(hostile.calls()).toBe(0);
  expect(everything(hostile.home)).toEqual(home);
  for (const place of [".git/signalbox/board.db", ".signalbox/board.db"]) {
    expect(existsSync(join(hostile.folder, place))).toBe(false);
  }
}

/** Nothing that a terminal would obey. */
function expectClean({ stdout, stderr }: Ended): void {
  expect((stdout + stderr).replaceAll(/[\n\t]/g, " ")).not.toMatch(/\p{Cc}/u);
}

describe("a hostile repository", () => {
  it("gets nothing out of the commands that people type", async () => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    for (const args of [
      [],
      ["ticket", "list"],
      ["ticket", "new", "One"],
      ["stats"],
      ["verify"],
      ["log"],
      ["serve", "--port", "0"],
      ["open"],
      ["workflow", "adopt", "ticket"],
      ["init", "--github", "acme/7", "--repo", "acme/shop"],
    ]) {
      const ended = await run(hostile, args);
      expect({ args, ...ended }).toMatchObject({ status: 1, stderr: expect.stringContaining("signalbox trust") });
      expectClean(ended);
    }
    expectUnharmed(hostile, home);
  });

  it("is not trusted by whoever is no person at a terminal", async () => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    const refused = await run(hostile, ["trust"], "y\n");
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("in a terminal") });
    expectClean(refused);
    const told = await run(hostile, ["trust", "--json"], "y\n");
    expect(JSON.parse(told.stdout)).toMatchObject({ trusted: false, settings: { workflow: "flow.json" } });
    expectUnharmed(hostile, home);
  });

  it("gets nothing out of doctor: what it names is shown, and not started", async () => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    const ended = await run(hostile, ["doctor"]);
    expect(ended.status).toBe(1);
    expectClean(ended);
    expect(ended.stdout).toContain("no person has trusted this file");
    for (const file of [".mcp.json", ".vscode/mcp.json", ".codex/config.toml"]) {
      expect(ended.stdout).toContain(`${file}: starts \`sh -c "touch`);
    }
    expectUnharmed(hostile, home);
  });

  it("gets nothing out of init, which writes through no link that leads outside, and undoes nothing there", async () => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    // By its name this program belongs into shared files; by its path only into the user's own, which is another test.
    const env = { ...hostile.env, PATH: INSTALLED };
    for (const client of ["cursor", "gemini"]) {
      const args = ["init", "--client", client, "--yes"];
      const ended = await runProgram(args, { cwd: hostile.folder, env });
      expect(ended).toMatchObject({ status: 1, stdout: expect.stringContaining("a link leads out of this folder") });
      expectClean(ended);
    }
    const undone = await runProgram(["init", "--undo", "--yes"], { cwd: hostile.folder, env });
    expect(undone).toMatchObject({ status: 1, stdout: expect.stringContaining("a link leads out of this folder") });
    expectUnharmed(hostile, home);
    expect(readFileSync(join(hostile.folder, "node_modules/.bin/signalbox"), "utf8")).toContain("touch");
  });

  it.each(Object.entries(EVENTS))("gets nothing out of a hook, which runs unasked: %s", async (name, events) => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    for (const event of events) {
      const input = JSON.stringify({
        session_id: "5160a1b0-0000-4000-8000-000000000001",
        cwd: hostile.folder,
        ...event,
      });
      const ended = await run(hostile, ["hook", name], input);
      expect(ended.status).toBe(0);
      expectClean(ended);
    }
    expectUnharmed(hostile, home);
  });

  it("has its tools listed, and every call refused with the command for a person", async () => {
    const hostile = await hostileRepository();
    const home = everything(hostile.home);
    const client = new StdioClient(null, hostile.env, PROGRAM, hostile.folder);
    await client.initialize();
    const listed = await client.request("tools/list");
    const tools = listed.result?.["tools"] as { readonly name: string }[];
    expect(tools.length).toBeGreaterThan(15);
    for (const [name, args] of [
      ["create_ticket", { title: "One" }],
      ["list_tickets", {}],
      ["get_run", { project: "a", session: "b" }],
    ] as const) {
      expect(await client.call(name, args)).toMatchObject({
        isError: true,
        structuredContent: {
          code: "settings_untrusted",
          error: expect.stringContaining("database, agent and workflow"),
          recovery: expect.stringContaining("A person runs `signalbox trust` in a terminal"),
        },
      });
    }
    expect(await client.leave()).toBe(0);
    expectUnharmed(hostile, home);
  });
});
