import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";

let folder: string;
let database: string;
const clients: StdioClient[] = [];

async function connect(env: Record<string, string> = {}): Promise<StdioClient> {
  const client = new StdioClient(database, env);
  clients.push(client);
  await client.initialize();
  return client;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-mcp-"));
  database = join(folder, "board.db");
});

afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.leave();
    expect(client.strayLines).toEqual([]);
  }
  rmSync(folder, { recursive: true });
});

describe("a fresh server", () => {
  it("introduces itself and lists its tools without opening a store", async () => {
    const client = new StdioClient(database);
    clients.push(client);
    const { result } = await client.initialize();
    expect(result).toMatchObject({ serverInfo: { name: "signalbox" } });
    const instructions = String(result?.["instructions"]);
    expect(Buffer.byteLength(instructions)).toBeLessThan(2048);
    expect(instructions).toContain("Recovery:");
    const listed = await client.request("tools/list");
    const tools = listed.result?.["tools"] as { name: string; outputSchema?: object }[];
    expect(tools.map((tool) => tool.name)).toEqual([
      "handoff_ticket",
      "release_claim",
      "create_ticket",
      "get_ticket",
      "list_tickets",
      "update_ticket",
      "add_comment",
      "detect_pipeline_position",
      "check_convergence",
      "advance_children",
      "pick_actionable_issue",
      "create_ralph_session",
      "update_session_state",
      "complete_ralph_session",
      "get_session",
      "complete_skill",
      "update_run",
      "update_task_status",
      "get_run",
    ]);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(28_000);
    expect(Buffer.byteLength(JSON.stringify(tools.map(({ outputSchema: _, ...rest }) => rest)))).toBeLessThan(14_000);
    expect(existsSync(database)).toBe(false);
  });

  it("names its tools with a prefix where one is set, and always answers to the older names", async () => {
    const client = await connect({ SIGNALBOX_TOOL_PREFIX: "box_", SIGNALBOX_TOOLSETS: "tickets" });
    const listed = await client.request("tools/list");
    const names = ((listed.result?.["tools"] ?? []) as { name: string }[]).map((tool) => tool.name);
    expect(names).toContain("box_handoff_ticket");
    expect(names).not.toContain("box_pick_actionable_issue");
    expect(await client.ok("ralph_hero__create_ticket", { title: "One" })).toMatchObject({ number: 1 });
  });

  it("answers an unknown tool with a protocol error that names the nearest ones", async () => {
    const client = await connect();
    const call = (name: string) => client.request("tools/call", { name, arguments: {} });
    expect(await call("handof_ticket")).toMatchObject({
      error: { code: -32602, message: 'Unknown tool: "handof_ticket". Did you mean handoff_ticket?' },
    });
    expect(await call("ralph_hero__session")).toMatchObject({
      error: {
        message:
          'Unknown tool: "ralph_hero__session". The nearest are create_ralph_session, update_session_state, complete_ralph_session and get_session.',
      },
    });
    expect((await call("x")).error?.message).toMatch(/^Unknown tool: "x"\. The tools here are handoff_ticket, /);
  });
});

describe("arguments that don't fit", () => {
  it("are refused by name, with the nearest known one", async () => {
    const client = await connect();
    const answer = await client.call("handoff_ticket", { number: 1, comand: "plan", reason: "x" });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: "invalid_arguments" } });
    expect(answer.content[0]?.text).toContain('"comand" is no argument of it, did you mean command?');
    expect(answer.content[0]?.text).toContain("command is missing");
  });

  it("get a refusal that teaches where a word is wrong, and not a schema's error", async () => {
    const client = await connect();
    await client.ok("create_ticket", { title: "One" });
    const answer = await client.call("handoff_ticket", { number: 1, command: "traige", to_state: "Done", reason: "x" });
    expect(answer.structuredContent).toMatchObject({ code: "unknown_command" });
    expect(answer.content[0]?.text).toContain('retry with command="ralph_triage", to_state="Done"');
  });

  it("leave the server alive, whatever they are", async () => {
    const client = await connect();
    for (const text of [
      "{",
      "[]",
      "null",
      '"x"',
      `{"jsonrpc":"2.0","id":99,"method":"tools/call"}`,
      "[".repeat(5000),
    ]) {
      client.sendText(text);
    }
    for (const args of [
      null,
      [],
      "x",
      { number: "1" },
      { number: 1, reason: "x".repeat(1_000_000), command: "plan", intent: "lock" },
    ]) {
      await client.request("tools/call", { name: "handoff_ticket", arguments: args });
    }
    expect(await client.ok("create_ticket", { title: "Still here" })).toMatchObject({ number: 1 });
  });
});

describe("who is calling", () => {
  it("may be limited to some commands from outside", async () => {
    const client = await connect({ SIGNALBOX_COMMANDS: "research" });
    await client.ok("create_ticket", { title: "One" });
    const answer = await client.call("handoff_ticket", { number: 1, command: "triage", intent: "close", reason: "x" });
    expect(answer.structuredContent).toMatchObject({ code: "command_not_allowed" });
  });

  it("is told when a limit names a command that does not exist, and may act as nothing by it", async () => {
    const client = await connect({ SIGNALBOX_COMMANDS: "reserch" });
    await client.ok("create_ticket", { title: "One" });
    const move = { number: 1, command: "triage", to_state: "Research Needed", reason: "x", dry_run: true };
    expect((await client.call("handoff_ticket", move)).structuredContent).toMatchObject({
      code: "command_not_allowed",
    });
    const free = await connect({ SIGNALBOX_COMMANDS: "reserch,triage" });
    const { warnings } = (await free.ok("handoff_ticket", move)) as { warnings: string[] };
    expect(warnings.join()).toContain('no command "reserch"');
  });

  it("is told apart by the agent that a call names, on one connection", async () => {
    const client = await connect({ SIGNALBOX_AGENT: "team" });
    await client.ok("create_ticket", { title: "One" });
    await client.ok("handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "x" });
    const lock = { number: 1, command: "research", intent: "lock", reason: "x" };
    await client.ok("handoff_ticket", { ...lock, agent: "one" });
    const second = await client.call("handoff_ticket", { ...lock, agent: "two" });
    expect(second.structuredContent).toMatchObject({ code: "claim_conflict", holder: "team/one" });
  });

  it("keeps its claims for a grace after it has gone, and takes them up again under the same name", async () => {
    const first = await connect({ SIGNALBOX_AGENT: "ann" });
    await first.ok("create_ticket", { title: "One" });
    await first.ok("handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "x" });
    await first.ok("handoff_ticket", { number: 1, command: "research", intent: "lock", reason: "x" });
    expect(await first.leave()).toBe(0);

    const stranger = await connect({ SIGNALBOX_AGENT: "bob" });
    const { claim } = (await stranger.ok("get_ticket", { number: 1 })) as {
      claim: { holder: string; expiresAt: string };
    };
    expect(claim.holder).toBe("ann");
    expect(Date.parse(claim.expiresAt) - Date.now()).toBeLessThanOrEqual(120_000);
    const complete = { number: 1, command: "research", intent: "complete", reason: "x" };
    expect((await stranger.call("handoff_ticket", complete)).structuredContent).toMatchObject({
      code: "claim_conflict",
    });
    const back = await connect({ SIGNALBOX_AGENT: "ann" });
    expect(await back.ok("handoff_ticket", complete)).toMatchObject({ newState: "Ready for Plan" });
  });
});

describe("a call that takes a while", () => {
  it("tells how far it is to a client that asks", async () => {
    const client = await connect();
    await client.ok("create_ticket", { title: "Parent" });
    for (const title of ["One", "Two"]) await client.ok("create_ticket", { title, parent: 1 });
    const hand = (args: object) => client.ok("handoff_ticket", { number: 1, reason: "next", ...args });
    await hand({ command: "triage", to_state: "Ready for Plan" });
    await client.ok("advance_children", { number: 1, targetState: "Ready for Plan" });
    await hand({ command: "plan", intent: "lock" });
    await hand({ command: "plan", intent: "complete" });
    const params = { name: "advance_children", arguments: { number: 1, targetState: "Plan in Review" } };
    const { result } = await client.request("tools/call", { ...params, _meta: { progressToken: "far" } });
    expect(result).toMatchObject({ structuredContent: { advanced: [{ number: 2 }, { number: 3 }] } });
    expect(client.notifications.map(({ method, params: told }) => [method, told])).toEqual([
      ["notifications/progress", { progressToken: "far", progress: 1, total: 2 }],
      ["notifications/progress", { progressToken: "far", progress: 2, total: 2 }],
    ]);
  });
});

describe("resources", () => {
  it("give the board, a workflow and a ticket", async () => {
    const client = await connect();
    await client.ok("create_ticket", { title: "One" });
    const read = async (uri: string) =>
      (await client.request("resources/read", { uri })).result as { contents: { text: string }[] };
    expect(JSON.parse((await read("signalbox://board")).contents[0]?.text ?? "")).toMatchObject({
      states: [{ state: "Backlog", count: 1 }],
    });
    expect(JSON.parse((await read("signalbox://ticket/1")).contents[0]?.text ?? "")).toMatchObject({ title: "One" });
    for (const [name, start] of [
      ["ticket", "Backlog"],
      ["session", "idle"],
      ["skill", "collab-start"],
    ]) {
      const workflow = await read(`signalbox://workflow/${name}`);
      expect(JSON.parse(workflow.contents[0]?.text ?? "")).toMatchObject({ name, start });
    }
    for (const missing of ["ticket/2", "workflow/constructor", "session/%00", "run/%ZZ/x", "run/a/b"]) {
      const { error } = await client.request("resources/read", { uri: `signalbox://${missing}` });
      expect([missing, error?.code]).toEqual([missing, -32_602]);
    }
  });
});
