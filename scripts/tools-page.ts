// docs/tools.md, made from the tools themselves.

import { showTool } from "../src/mcp/listed-tool.ts";
import { listedTool } from "../src/mcp/schemas.ts";
import { TOOLS } from "../src/mcp/all-tools.ts";
import type { Tool } from "../src/mcp/tool.ts";
import { shipped } from "../src/workflows/shipped.ts";

const SOURCES = { machine: shipped("ticket"), sessions: shipped("session") };

/** A call as an agent would make it. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  handoff_ticket: { number: 7, command: "ralph_research", intent: "lock", reason: "Free to look into it." },
  release_claim: { number: 7, claim: "3.kq0…", reason: "I can't reproduce it here." },
  create_ticket: { title: "Say which file is missing", estimate: "XS", parent: 7 },
  get_ticket: { number: 7 },
  list_tickets: { state: "Ready for Plan", limit: 20 },
  update_ticket: { number: 7, estimate: "S", addBlockedBy: [5] },
  add_comment: { number: 7, body: "The cause is in src/cache.ts: the key lacks the locale." },
  detect_pipeline_position: { number: 7 },
  check_convergence: { number: 7, targetState: "Ready for Plan" },
  advance_children: { number: 7, targetState: "Ready for Plan" },
  pick_actionable_issue: {
    workflowState: "Research Needed",
    claim: true,
    command: "ralph_research",
    reason: "Free hands.",
  },
  create_ralph_session: { ticket: 7 },
  update_session_state: {
    sessionId: "0c1d…",
    state: "testing",
    metadata: { files: ["src/cache.ts"], testResults: { passed: 12, failed: 1, skipped: 0 } },
  },
  complete_ralph_session: { sessionId: "0c1d…", outcome: "success" },
  get_session: {},
  complete_skill: { project: "web", session: "2026-11-15", skill: "gather-session-goals", request_id: "goals-1" },
  update_run: {
    project: "web",
    session: "2026-11-15",
    items: [{ number: 1, title: "Search by author", type: "code", ticket: 7 }],
    graph: "tasks:\n  - id: index\n    files: [src/index.ts]\n  - id: search\n    depends-on: [index]\n",
  },
  update_task_status: { project: "web", session: "2026-11-15", task: "index", status: "completed" },
  get_run: { project: "web", session: "2026-11-15" },
};

export function renderToolsPage(): string {
  const toolsets = [...new Set(TOOLS.map((tool) => tool.toolset))];
  return [
    "# The tools",
    "",
    "<!-- Generated from src/mcp/tools/*.ts by `npm run generate`: edit those instead. -->",
    "",
    "What agents call over MCP. `SIGNALBOX_TOOLSETS` chooses among the toolsets, `SIGNALBOX_TOOL_PREFIX` puts a prefix",
    "before every name. The known words are those of the shipped workflow; with a workflow of your own they are yours.",
    "Every answer stands in `structuredContent` and as the same JSON in the text. A refusal is a result with `isError`,",
    "a `code`, and a text that says after `Recovery:` what to call instead.",
    "",
    "An answer stays below 25,000 characters. What is longer comes in pages, the newest first: an answer that goes on has",
    "`more` (how many entries and texts are still to come, or true) and `cursor`; the same call with that `cursor` gives the",
    "next page. Short fields stand on every page, entries of lists and long texts once. `cut` names a text, or an entry of a",
    "list, that the next page goes on with: `comments[].body` is the text of the comment where the page ended.",
    "",
    "Give each call that changes something a `request_id` of its own, and repeat it after a time-out: the same call gets the",
    "recorded answer, with `repeated: true`, and changes nothing; other arguments are refused (`request_reused`). The id is",
    "yours alone: by `SIGNALBOX_AGENT`, your token's name or your client's session, and by `agent`. A repeated lock brings a",
    "second claim token, and both hold. Agents without such a name share the ids of their door (stdio, HTTP), and a repeat",
    "brings them no token.",
    "",
    ...toolsets.flatMap((toolset) => [
      `- ${toolset}: ${TOOLS.filter((tool) => tool.toolset === toolset)
        .map(({ name }) => `[\`${name}\`](#${name})`)
        .join(", ")}`,
    ]),
    "",
    ...TOOLS.map(renderTool),
  ].join("\n");
}

function renderTool(tool: Tool): string {
  const { properties = {}, required = [] } = showTool(SOURCES, listedTool(tool), tool.name).inputSchema as Shape;
  const rows = Object.entries(properties).map(([name, property]) => {
    const needed = required.includes(name) ? "yes" : "";
    return `| \`${name}\` | ${typeOf(property)} | ${needed} | ${aboutOf(property)} |`;
  });
  return [
    `## ${tool.name}`,
    "",
    `${tool.title}. Toolset ${tool.toolset}; ${hintsOf(tool)}.`,
    "",
    tool.description,
    "",
    "| argument | type | required | |",
    "|---|---|---|---|",
    ...rows,
    "",
    "```json",
    JSON.stringify({ name: tool.name, arguments: EXAMPLES[tool.name] ?? {} }, null, 2),
    "```",
    "",
  ].join("\n");
}

interface Shape {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function typeOf(property: Property): string {
  if (property.anyOf) return property.anyOf.map(typeOf).join(" or ");
  if (property.items) return `list of ${typeOf(property.items)}`;
  return property.type ?? "any";
}

function aboutOf(property: Property): string {
  const { description, maximum, maxLength, maxItems } = property;
  const words = [property, ...(property.anyOf ?? [])].flatMap((part) => part.enum ?? []);
  return [
    description,
    words.length > 0 ? words.map((word) => `\`${word}\``).join(", ") : undefined,
    maximum === undefined ? undefined : `at most ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems} of them`,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

function hintsOf({ annotations }: Tool): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint ? "reads only" : "writes",
    ...(destructiveHint === false ? ["destroys nothing"] : []),
    ...(idempotentHint ? ["may be repeated"] : []),
    ...(openWorldHint === false ? ["reaches nothing beyond the board"] : []),
  ].join(", ");
}
