// Slips in the form of a call, over both transports and both eras of the protocol: each is answered with a result that a
// model reads, and that shows the call to make instead.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { EXAMPLES } from "../../../scripts/tools-page.ts";
import { LISTED_TOOLS } from "../../../src/mcp/listed-tools.generated.ts";
import { WORDS, wordsOf, type Words } from "../../../src/mcp/words.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { StdioClient, type RpcAnswer, type ToolAnswer } from "../../support/clients/stdio-client.ts";

const MODERN = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

type Call = (name: string, args: object) => Promise<RpcAnswer>;

let folder: string;
let server: HttpServer;
let stdio: StdioClient;
let modernStdio: StdioClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-slips-"));
  server = await HttpServer.start(join(folder, "http.db"));
  stdio = new StdioClient(join(folder, "stdio.db"));
  await stdio.initialize();
  modernStdio = new StdioClient(join(folder, "modern.db"));
});

afterAll(async () => {
  await Promise.all([server.stop(), stdio.leave(), modernStdio.leave()]);
  rmSync(folder, { recursive: true });
});

const DOORS: readonly (readonly [door: string, call: Call])[] = [
  ["stdio, 2025", (name, args) => stdio.request("tools/call", { name, arguments: args })],
  ["stdio, 2026", (name, args) => modernStdio.request("tools/call", { name, arguments: args, ...MODERN })],
  ["HTTP, 2025", (name, args) => server.legacy("tools/call", { name, arguments: args })],
  ["HTTP, 2026", (name, args) => server.modern("tools/call", { name, arguments: args })],
];

/** A refusal, told in the text and in the structured content alike. */
function refusalIn({ result, error }: RpcAnswer): { code: string; error: string; recovery: string } {
  expect(error).toBeUndefined();
  const { isError, content, structuredContent } = result as unknown as ToolAnswer;
  expect(isError).toBe(true);
  const told = structuredContent as { code: string; error: string; recovery: string };
  expect(content).toEqual([{ type: "text", text: told.error }]);
  expect(told.error.endsWith(`\nRecovery: ${told.recovery}`)).toBe(true);
  return told;
}

const MOVE = { number: 7, command: "ralph_plan", intent: "lock", reason: "x" };

const MISFITS: readonly (readonly [slip: string, tool: string, args: object, shown: string])[] = [
  ["a number as text", "get_ticket", { number: "#7" }, "get_ticket (number=7)"],
  ["a number between two", "get_ticket", { number: 7.5 }, "get_ticket (number=<the ticket's number>)"],
  ["a list for a text", "handoff_ticket", { ...MOVE, reason: ["x"] }, 'intent="lock", reason="x")'],
  ["null for what may be left out", "handoff_ticket", { ...MOVE, claim: null }, 'intent="lock", reason="x")'],
  ["what is missing", "add_comment", { number: 7 }, "add_comment (number=7, body=<text>)"],
  ["another server's name for an argument", "add_comment", { issue_number: 7, comment: "x" }, '(number=7, body="x")'],
  ["state for to_state", "handoff_ticket", { ...MOVE, intent: null, state: "Done" }, 'to_state="Done", reason="x")'],
];

const OLD: readonly (readonly [tool: string, args: object, shown: string])[] = [
  [
    "update_workflow_state",
    { number: 7, state: "In Progress", command: "ralph_impl" },
    'handoff_ticket (number=7, command="ralph_impl", to_state="In Progress", reason=<why, in your words>).',
  ],
  ["get_issue", { owner: "acme", repo: "app", number: 7 }, 'get_ticket (number=7, owner="acme", repo="app").'],
  [
    "list_issues",
    { workflowState: "Backlog", state: "OPEN", query: "search", limit: 500 },
    'list_tickets (state="Backlog", text="search", open=true, limit=100).',
  ],
  ["list_sub_issues", { number: 7 }, "list_tickets (parent=7)."],
  ["detect_group", { number: "7" }, "detect_pipeline_position (number=7)."],
  [
    "create_issue",
    { title: "One", labels: ["bug"], assignees: ["ann"] },
    'create_ticket (title="One", labels=["bug"]).',
  ],
  ["create_comment", { number: 7, body: "Found it." }, 'add_comment (number=7, body="Found it.").'],
];

describe.each(DOORS)("over %s", (_, call) => {
  it.each(MISFITS)("%s is answered with the call that was meant", async (__, tool, args, shown) => {
    const { code, recovery } = refusalIn(await call(tool, args));
    expect(code).toBe("invalid_arguments");
    expect(recovery).toContain(shown);
  });

  it.each(OLD)("%s leads on to the tool of today, and does nothing", async (tool, args, shown) => {
    for (const name of [tool, `ralph_hero__${tool}`]) {
      const { code, error, recovery } = refusalIn(await call(name, args));
      expect(code).toBe("tool_renamed");
      expect(error).toContain(`There is no tool "${name}" here`);
      expect(recovery).toContain(`call ${shown}`);
    }
    const { result } = await call("list_tickets", {});
    expect(result).toMatchObject({ structuredContent: { tickets: [] } });
  });
});

describe("an old name", () => {
  it("says what has no place any more", async () => {
    const args = { title: "x", assignees: [] };
    const { error } = refusalIn(await stdio.request("tools/call", { name: "create_issue", arguments: args }));
    expect(error).toContain('It has no argument for "assignees".');
  });

  it("is answered under the prefix that is set, and names the tool by it; what is left out is said to be", async () => {
    const client = new StdioClient(join(folder, "prefix.db"), {
      SIGNALBOX_TOOL_PREFIX: "box_",
      SIGNALBOX_TOOLSETS: "tickets",
    });
    onTestFinished(async () => void (await client.leave()));
    await client.initialize();
    const call = (name: string) => client.request("tools/call", { name, arguments: { number: 7 } });
    for (const name of ["box_get_issue", "get_issue", "ralph_hero__get_issue"]) {
      expect(refusalIn(await call(name)).recovery).toBe("call box_get_ticket (number=7).");
    }
    for (const name of ["box_detect_group", "detect_pipeline_position"]) {
      const refused = refusalIn(await call(name));
      expect(refused).toMatchObject({ code: "tool_not_offered", tool: "detect_pipeline_position" });
      expect(refused.recovery).toContain("SIGNALBOX_TOOLSETS");
    }
    const { result } = await client.request("tools/list");
    const names = ((result?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => /issue|comment$|workflow|group/.test(name))).toEqual(["box_add_comment"]);
  });
});

interface Property {
  readonly [WORDS]?: Words;
  readonly anyOf?: readonly Property[];
}

/** Every argument that has known words, on every tool. */
const WORDED = LISTED_TOOLS.flatMap(({ name, input }) =>
  Object.entries(input["properties"] as Readonly<Record<string, Property>>).flatMap(([argument, property]) => {
    const words = property[WORDS] ?? property.anyOf?.[0]?.[WORDS];
    return words === undefined ? [] : [[name, argument, words] as const];
  }),
);

const sources = { machine: shipped("ticket"), sessions: shipped("session") };

describe("a word that is not known", () => {
  const run = { project: "web", session: "mon" };
  let sessionId: unknown;

  beforeAll(async () => {
    for (let count = 0; count < 7; count++) await stdio.ok("create_ticket", { title: "One" });
    await stdio.ok("handoff_ticket", { number: 7, command: "triage", to_state: "Research Needed", reason: "x" });
    await stdio.ok("update_ticket", { number: 7, addBlockedBy: [4] });
    ({ sessionId } = await stdio.ok("create_ralph_session", { ticket: 7 }));
    await stdio.ok("complete_skill", { ...run, skill: "collab-start" });
    await stdio.ok("update_run", {
      ...run,
      items: [{ number: 1, title: "x", type: "code" }],
      tasks: [{ id: "index", item: 1 }],
    });
  });

  it.each(WORDED)("in %s, as %s, is refused with the known ones", async (tool, argument, words) => {
    const known = wordsOf(sources, words);
    const [first = ""] = known;
    const args: Record<string, unknown> = { ...EXAMPLES[tool], ...(tool.includes("session") ? { sessionId } : {}) };
    if (argument === "to_state") delete args["intent"];
    if (tool === "update_ticket" && argument === "command") args["removeBlockedBy"] = [4];
    Object.assign(args, "project" in args ? run : {}, { [argument]: `${first}x` });
    const { code, error } = refusalIn(await stdio.request("tools/call", { name: tool, arguments: args }));
    expect(code).toMatch(/^unknown_|^not_reportable$|^relink_not_allowed$/);
    expect(error).toContain(first);
  });

  it("as an item's type is refused with the known ones", async () => {
    const args = { ...run, items: [{ number: 2, title: "y", type: "cod" }] };
    const { code, recovery } = refusalIn(await stdio.request("tools/call", { name: "update_run", arguments: args }));
    expect(code).toBe("unknown_item_type");
    for (const type of ["code", "task", "bugfix"]) expect(recovery).toContain(type);
  });
});
