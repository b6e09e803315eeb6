import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MOST_EVENT_BYTES } from "../../../src/cli/hooks/event.ts";
import { TOOLS_WITH_AGENT } from "../../../src/cli/hooks/identity.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { SOURCES } from "../../support/program.ts";
import { before, denied, fire, LONG_WAY, research, SESSION, tempFolder, tool } from "./fire.ts";

describe("hook identity", () => {
  it("knows exactly the tools that take an agent", () => {
    const takers = TOOLS.filter(({ input }) => "agent" in input.shape).map(({ name }) => name);
    expect(TOOLS_WITH_AGENT.toSorted()).toEqual(takers.toSorted());
  });

  it("tells the main agent and two sub-agents of one session apart, whatever they call themselves", async () => {
    const folder = tempFolder();
    const names = await Promise.all(
      [{}, { agent_id: "a1", agent_type: "Explore" }, { agent_id: "b2", agent_type: "Explore" }].map(async (who) => {
        const event = before(tool("handoff_ticket"), { ...research, agent: "somebody" }, who);
        const { answer, status } = await fire("identity", event, folder);
        expect(status).toBe(0);
        expect(answer).toMatchObject({ hookSpecificOutput: { updatedInput: research } });
        return /"agent":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
      }),
    );
    expect(names).toEqual([`main-${SESSION.slice(0, 8)}`, "explore-a1", "explore-b2"]);
  });

  it("tells agents apart whose ids look alike when they are written plainly", async () => {
    const ids = ["rev-1@team", "rev_1@team", "Rev-1@team", "x".repeat(80), `${"x".repeat(79)}y`, "rev-1%40team"];
    const names = await Promise.all(
      ids.map(async (agent_id) => {
        const event = before(
          tool("add_comment"),
          { number: 1, body: "x" },
          { agent_id, agent_type: "signalbox:reviewer" },
        );
        const { answer } = await fire("identity", event, tempFolder());
        return /"agent":"(reviewer-[\w.%-]+)"/.exec(JSON.stringify(answer))?.[1];
      }),
    );
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(ids.length);
  });

  it.each(["box_", "ralph_hero__", "a.b-c__d_"])("knows its tools under the prefix %s", async (prefix) => {
    const event = before(`mcp__signalbox__${prefix}handoff_ticket`, research, { agent_id: "a1" });
    expect((await fire("identity", event, tempFolder())).answer).toMatchObject({
      hookSpecificOutput: { updatedInput: { agent: "agent-a1" } },
    });
  });

  it("leaves a call alone that takes no agent", async () => {
    const event = before(tool("get_ticket"), { number: 1 }, { agent_id: "a1" });
    expect(await fire("identity", event, tempFolder())).toMatchObject({ status: 0, answer: null, err: "" });
  });

  it.each([
    ["researcher", "ralph_review", /acts as ralph_research and not as "ralph_review".*signalbox:reviewer/s],
    ["researcher", "review", /not as "review"/],
    ["planner", "ralph_impl", /leave it to a signalbox:implementer/],
    ["reviewer", "ralph_hero", /leave it to another agent/],
    ["implementer", "nonsense", /retry with command="ralph_impl"/],
    ["stranger", "ralph_plan", /has no role for a signalbox:stranger/],
  ])("holds a %s to its command: it can't be %s", async (type, command, reason) => {
    const who = { agent_id: "a1", agent_type: `signalbox:${type}` };
    const event = before(tool("handoff_ticket"), { ...research, command }, who);
    expect((await fire("identity", event, tempFolder())).answer).toEqual(denied(reason));
  });

  it("holds the main agent too, where the client was started as one of the plugin's", async () => {
    const event = before(
      tool("handoff_ticket"),
      { ...research, command: "ralph_review" },
      { agent_type: "signalbox:researcher" },
    );
    expect((await fire("identity", event, tempFolder())).answer).toEqual(denied(/acts as ralph_research/));
    const own = before(tool("handoff_ticket"), research, { agent_type: "signalbox:researcher" });
    expect((await fire("identity", own, tempFolder())).answer).toMatchObject({
      hookSpecificOutput: { updatedInput: { agent: `main-${SESSION.slice(0, 8)}` } },
    });
  });

  it("leaves an agent of another plugin to its own devices, but names it", async () => {
    const who = { agent_id: "a1", agent_type: "other:researcher" };
    const event = before(tool("handoff_ticket"), { ...research, command: "ralph_review" }, who);
    expect((await fire("identity", event, tempFolder())).answer).toMatchObject({
      hookSpecificOutput: { updatedInput: { command: "ralph_review", agent: "researcher-a1" } },
    });
  });

  it("goes by the workflow that is in force on the board, wherever in the project it is started", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "deep"));
    const { commands = {}, ...rest } = shipped("ticket").workflow;
    const renamed = Object.entries(commands).map(([name, spec]) => [
      name,
      spec.role?.name === "researchers" ? { ...spec, role: { ...spec.role, name: "scouts" } } : spec,
    ]);
    writeFileSync(join(folder, "own.json"), JSON.stringify({ ...rest, commands: Object.fromEntries(renamed) }));
    const who = { agent_id: "a1", agent_type: "signalbox:researcher" };
    const event = before(tool("handoff_ticket"), research, who);
    const env = { CLAUDE_PROJECT_DIR: folder, SIGNALBOX_WORKFLOW: "own.json", SIGNALBOX_DATABASE: "board.db" };
    const noRole = denied(/has no role for a signalbox:researcher/);
    expect((await fire("identity", event, join(folder, "deep"), env)).answer).toEqual(noRole);
    const client = new StdioClient(join(folder, "board.db"), { SIGNALBOX_WORKFLOW: join(folder, "own.json") });
    await client.initialize();
    await client.call("create_ticket", { title: "One" });
    await client.leave();
    expect((await fire("identity", event, folder)).answer).toEqual(noRole);
  });

  it("lets each of the plugin's agents act as its own command, with the prefix and without", async () => {
    for (const [type, command] of [
      ["researcher", "research"],
      ["planner", "ralph_plan"],
      ["reviewer", "review"],
      ["implementer", "ralph_impl"],
    ]) {
      const who = { agent_id: "a1", agent_type: `signalbox:${type}` };
      const event = before(tool("handoff_ticket"), { ...research, command }, who);
      expect((await fire("identity", event, tempFolder())).answer).toMatchObject({
        hookSpecificOutput: { updatedInput: { agent: `${type}-a1` } },
      });
    }
  });

  it("loads no package at all: it runs before every call", async () => {
    const guard = `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){
      if(!/^(node:|data:|file:|[./])/.test(name))throw new Error('loads '+name);return next(name,context)}})`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(guard)}` };
    // From the sources, where a package is still named when it is loaded.
    const [short, long] = [{ program: SOURCES }, { program: SOURCES, way: LONG_WAY }];
    const event = before(tool("handoff_ticket"), research);
    expect(await fire("identity", event, tempFolder(), env, short)).toMatchObject({ status: 0, err: "" });
    const after = { hook_event_name: "PostToolUse", tool_name: tool("handoff_ticket"), tool_response: {} };
    expect(await fire("observe", after, tempFolder(), env, short)).toMatchObject({ status: 0, err: "", answer: null });
    expect(await fire("identity", event, tempFolder(), env, long)).not.toMatchObject({ status: 0 });
  });

  it("keeps its gate shut where it can't read the event", async () => {
    for (const event of ["", "{", "[]", "null", '{"session_id":"x"}', '{"hook_event_name":"PreToolUse"}']) {
      const { status, answer, err } = await fire("identity", event, tempFolder());
      expect({ status, answer, event }).toEqual({ status: 2, answer: null, event });
      expect(err).toContain("signalbox hook identity: the event");
    }
    expect(await fire("identity", { hook_event_name: "Surprise" }, tempFolder())).toMatchObject({
      status: 2,
      err: expect.stringContaining("not for Surprise"),
    });
  });

  it("keeps its gate shut before an event that is too large, and reads it to its end", async () => {
    const { status, err } = await fire("identity", "x".repeat(MOST_EVENT_BYTES + 10), tempFolder());
    expect(status).toBe(2);
    expect(err).toContain("larger than");
  });
});
