import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { openBoard } from "../../../src/store/open.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { before, board, denied, fire, research, tempFolder, tool } from "./fire.ts";

const PLUGIN = join(import.meta.dirname, "../../../plugin");
async function openSessions(database: string): Promise<readonly { ticket: string }[]> {
  const store = await openBoard({ database });
  const open = await store.sessions.list({ open: true }, 10);
  await store.close();
  return open;
}

describe("hook convergence-gate", () => {
  it("denies the handoff that would begin what has to wait, and names the ticket that it waits for", async () => {
    const { folder, waiting } = await board();
    const event = before(tool("handoff_ticket"), { ...waiting, reason: "x" });
    expect((await fire("convergence-gate", event, folder)).answer).toEqual(denied(/waiting for #4 \(Backlog\)/));
  });

  it("denies the skill and the agent that would begin it, before they have read a line", async () => {
    const { folder } = await board();
    const answers = await Promise.all(
      [
        before("Skill", { skill: "signalbox:plan", args: "3" }),
        before("Agent", { subagent_type: "signalbox:planner", prompt: "Plan ticket #3, it matters." }),
        before("Task", { subagent_type: "signalbox:planner", prompt: "Plan 3 now" }),
      ].map((event) => fire("convergence-gate", event, folder)),
    );
    for (const { answer } of answers) expect(answer).toEqual(denied(/#4/));
  });

  it("knows the handoff under a prefix of the server's", async () => {
    const { folder, waiting } = await board();
    const event = before("mcp__signalbox__box_handoff_ticket", { ...waiting, reason: "x" });
    expect((await fire("convergence-gate", event, folder)).answer).toEqual(denied(/#4/));
  });

  it("has nothing to say about anything else", async () => {
    const { folder } = await board();
    for (const event of [
      before("Skill", { skill: "signalbox:research", args: "3" }),
      before("Skill", { skill: "signalbox:plan", args: "no number" }),
      before("Skill", { skill: "commit" }),
      before("Agent", { subagent_type: "Explore", prompt: "#3" }),
      before("Task", {}),
      before(tool("handoff_ticket"), { ...research, number: 999 }),
      before(tool("handoff_ticket"), { number: "3" }),
      before(tool("handoff_ticket"), { number: 3, command: "ralph_plan", intent: "escalate", reason: "x" }),
    ]) {
      expect(await fire("convergence-gate", event, folder)).toMatchObject({ status: 0, answer: null });
    }
  });

  it("changes nothing: no row is added to the ledger", async () => {
    const { folder, waiting, database } = await board();
    const seq = async (): Promise<number> => {
      const store = await openBoard({ database });
      const head = await store.ledger.head();
      await store.close();
      return head.seq;
    };
    const then = await seq();
    await fire("convergence-gate", before(tool("handoff_ticket"), { ...waiting, reason: "x" }), folder);
    expect(await seq()).toBe(then);
  });

  it("lets pass where there is no board, for then no group waits", async () => {
    const event = before(tool("handoff_ticket"), { number: 3, command: "ralph_plan", intent: "lock", reason: "x" });
    expect(await fire("convergence-gate", event, tempFolder())).toMatchObject({ status: 0, answer: null });
  });

  it("keeps its gate shut where the board is locked or is no board, and says why", async () => {
    const { folder, waiting, database } = await board();
    const event = before(tool("handoff_ticket"), { ...waiting, reason: "x" });
    const other = new DatabaseSync(database);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    expect((await fire("convergence-gate", event, folder)).answer).toEqual(denied(/could not be checked.*Recovery:/s));
    other.close();
    const broken = tempFolder();
    writeFileSync(join(broken, "board.db"), "this is no database, however long it may be: ".repeat(40));
    expect((await fire("convergence-gate", event, broken)).answer).toEqual(denied(/could not be checked/));
  });
});

describe("hook report-reminder", () => {
  const edited = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/a.ts" } };
  const locked = async (): Promise<{ folder: string; event: object }> => {
    const { folder, locked: tool_response } = await board();
    return { folder, event: { hook_event_name: "PostToolUse", tool_name: tool("handoff_ticket"), tool_response } };
  };

  it("names the calls to make where a ticket is held and nobody reports", async () => {
    const { folder } = await board();
    expect((await fire("report-reminder", edited, folder)).answer).toEqual({
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext:
          'You edit files for #1, and nobody can see it: call create_ralph_session with ticket=1, then update_session_state with state="implementing".',
      },
    });
  });

  it("names the session where it still says that nothing has begun", async () => {
    const { folder, event } = await locked();
    await fire("observe", event, folder);
    const { answer } = await fire("report-reminder", edited, folder);
    expect(JSON.stringify(answer)).toMatch(
      /Your session on #1 still says \\"idle\\".*update_session_state with state=\\"implementing\\" and sessionId=\\"[\w-]+\\"/,
    );
  });

  it("is silent for an agent that holds nothing", async () => {
    const { folder } = await board();
    expect(await fire("report-reminder", { ...edited, agent_id: "other" }, folder)).toMatchObject({ answer: null });
    expect(await fire("report-reminder", edited, tempFolder())).toMatchObject({ answer: null, err: "" });
  });

  it("never blocks, and never fails without a word", async () => {
    const broken = tempFolder();
    writeFileSync(join(broken, "board.db"), "this is no database, however long it may be: ".repeat(40));
    for (const event of [edited, "{", { hook_event_name: "Surprise" }]) {
      const { status, answer, err } = await fire("report-reminder", event, broken);
      expect(status).toBe(0);
      expect(answer).toEqual({ systemMessage: expect.stringMatching(/^signalbox hook report-reminder: ./) });
      expect(err).toContain("signalbox hook report-reminder");
    }
  });
});

describe("hook stop-guard", () => {
  const stop = { hook_event_name: "Stop", stop_hook_active: false };

  it("tells an agent that holds a ticket to hand it off, with the call", async () => {
    const { folder } = await board();
    expect((await fire("stop-guard", stop, folder)).answer).toEqual({
      decision: "block",
      reason: expect.stringMatching(
        /^You still hold #1 \(Research in Progress\): call handoff_ticket with number=1, command="ralph_research", a reason, and intent="complete"/,
      ),
    });
  });

  it("insists once; then it lets go, and tells the person", async () => {
    const { folder } = await board();
    const again = await fire("stop-guard", { ...stop, stop_hook_active: true }, folder);
    expect(again.answer).toEqual({ systemMessage: expect.stringContaining("stopped without handing off: #1") });
  });

  it("asks a sub-agent only for what is its own", async () => {
    const { folder } = await board();
    const other = { hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "signalbox:planner" };
    expect(await fire("stop-guard", other, folder)).toMatchObject({ status: 0, answer: null, err: "" });
  });

  it("keeps a teammate from idling by the exit code, which is all that this event knows", async () => {
    const { folder } = await board();
    const { status, err } = await fire("stop-guard", { hook_event_name: "TeammateIdle", teammate_name: "x" }, folder);
    expect(status).toBe(2);
    expect(err).toContain("You still hold #1");
  });

  it("lets everybody stop where there is no board, and says so where it can't look", async () => {
    expect(await fire("stop-guard", stop, tempFolder())).toMatchObject({ status: 0, answer: null });
    const broken = tempFolder();
    writeFileSync(join(broken, "board.db"), "this is no database, however long it may be: ".repeat(40));
    const { status, answer } = await fire("stop-guard", stop, broken);
    expect(status).toBe(0);
    expect(answer).toEqual({ systemMessage: expect.stringContaining("signalbox hook stop-guard") });
  });
});

describe("hook observe", () => {
  const saw = (tool_response: unknown): object => ({
    hook_event_name: "PostToolUse",
    tool_name: tool("handoff_ticket"),
    tool_response,
  });
  it("opens a session for whoever has just locked a ticket, however the client wraps the answer, and only one", async () => {
    const { folder, locked, database } = await board();
    const text = JSON.stringify(locked);
    for (const response of [
      locked,
      text,
      [{ type: "text", text }],
      { content: [{ type: "text", text }] },
      { structuredContent: locked },
    ]) {
      expect(await fire("observe", saw(response), folder)).toMatchObject({ status: 0, answer: null, err: "" });
    }
    expect(await openSessions(database)).toMatchObject([{ ticket: "1" }]);
  });

  it("sees nothing in an answer that is no lock", async () => {
    const { folder, database } = await board();
    for (const response of [null, "refused", {}, [], { claim: {} }, { number: 1, claim: { holder: "x" } }]) {
      expect(await fire("observe", saw(response), folder)).toMatchObject({ status: 0, answer: null });
    }
    expect(await openSessions(database)).toEqual([]);
  });

  it("marks what is open when the client's session ends", async () => {
    const { folder, locked, database } = await board();
    await fire("observe", saw(locked), folder);
    await fire("observe", { hook_event_name: "SessionEnd", reason: "other" }, folder);
    expect(await openSessions(database)).toMatchObject([{ disconnectedAt: expect.any(Number) }]);
  });
});

describe("hooks whose server goes by another name than the client's session", () => {
  it("find what the agent holds, remind, guard and mark all the same", async () => {
    const folder = tempFolder();
    const database = join(folder, "board.db");
    // As after a client has begun a new session and kept its server, or where the server was told a name.
    const client = new StdioClient(database, { SIGNALBOX_AGENT: "desk-7" });
    await client.initialize();
    const { number } = await client.ok("create_ticket", { title: "One" });
    await client.ok("handoff_ticket", { number, command: "ralph_triage", to_state: "Research Needed", reason: "x" });
    const asked = { number, command: "ralph_research", intent: "lock", reason: "x" };
    const named = (await fire("identity", before(tool("handoff_ticket"), asked), folder)).answer as {
      hookSpecificOutput: { updatedInput: object };
    };
    const tool_response = await client.ok("handoff_ticket", named.hookSpecificOutput.updatedInput);
    const post = { hook_event_name: "PostToolUse", tool_name: tool("handoff_ticket") };
    await fire("observe", { ...post, tool_response }, folder);
    const edited = await fire("report-reminder", { ...post, tool_name: "Edit" }, folder);
    const [, sessionId] = /sessionId=\\"([\w-]+)/.exec(JSON.stringify(edited.answer)) ?? [];
    const { agent } = named.hookSpecificOutput.updatedInput as { agent: string };
    expect(await client.ok("get_session", { agent })).toMatchObject({ sessions: [{ sessionId }] });
    const stopped = await fire("stop-guard", { hook_event_name: "Stop" }, folder);
    expect(stopped.answer).toMatchObject({ decision: "block", reason: expect.stringContaining("You still hold #1") });
    await fire("observe", { hook_event_name: "SessionEnd", reason: "other" }, folder);
    expect(await openSessions(database)).toMatchObject([{ disconnectedAt: expect.any(Number) }]);
    await client.leave();
  });
});

describe("the plugin's hooks", () => {
  const wired = JSON.parse(readFileSync(join(PLUGIN, "hooks/hooks.json"), "utf8")) as {
    hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
  };
  const called = Object.entries(wired.hooks).flatMap(([kind, groups]) =>
    groups.flatMap(({ matcher, hooks }) => hooks.map(({ command }) => ({ kind, matcher, command }))),
  );

  it("hold no logic: each calls signalbox hook, for an event that the hook is made for", async () => {
    for (const { kind, command } of called) {
      const [, name = ""] = /^signalbox hook ([a-z-]+)$/.exec(command) ?? [];
      const { err, status } = await fire(name, { hook_event_name: kind, tool_name: "x" }, tempFolder());
      expect({ command, err, status }).toEqual({ command, err: "", status: 0 });
    }
    expect(new Set(called.map(({ command }) => command)).size).toBe(5);
  });

  it("match the names that clients really use, with the plugin, without it, and with a prefix", () => {
    const fires = (hook: string, name: string): boolean =>
      called.some(
        ({ command, matcher }) => command === `signalbox hook ${hook}` && new RegExp(`^(?:${matcher})$`).test(name),
      );
    for (const { name } of TOOLS) {
      for (const full of [tool(name), `mcp__signalbox__${name}`, `mcp__signalbox__ralph_hero__${name}`]) {
        expect(fires("identity", full), full).toBe(true);
      }
    }
    for (const name of [tool("handoff_ticket"), "mcp__signalbox__handoff_ticket", "Skill", "Agent", "Task"]) {
      expect(fires("convergence-gate", name), name).toBe(true);
    }
    for (const name of ["Edit", "Write", "NotebookEdit"]) expect(fires("report-reminder", name)).toBe(true);
    for (const name of ["handoff_ticket", "pick_actionable_issue"]) expect(fires("observe", tool(name))).toBe(true);
    expect(fires("identity", "mcp__other__handoff_ticket")).toBe(false);
  });
});
