// Tools that other servers have under other names. None of them acts here: a call of one is told which tool takes its
// place today, with the arguments that were given.

import { ProtocolError, ProtocolErrorCode, type CallToolRequest } from "@modelcontextprotocol/server";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, quote } from "../../engine/words.ts";
import { LISTED_TOOLS } from "../listed-tools.generated.ts";
import type { Registry } from "../registry.ts";
import type { WordSources } from "../words.ts";
import { correctedCall, fillIn } from "./corrected-call.ts";

interface OldTool {
  readonly tool: string;
  /** Arguments that are called otherwise today, beside those that every tool knows by other names. */
  readonly renamed?: Readonly<Record<string, string>>;
}

const OLD_TOOLS: ReadonlyMap<string, OldTool> = new Map([
  ["update_workflow_state", { tool: "handoff_ticket", renamed: { state: "to_state" } }],
  ["get_issue", { tool: "get_ticket" }],
  ["list_issues", { tool: "list_tickets", renamed: { workflowState: "state", query: "text" } }],
  ["list_sub_issues", { tool: "list_tickets", renamed: { number: "parent" } }],
  ["detect_group", { tool: "detect_pipeline_position" }],
  ["create_issue", { tool: "create_ticket" }],
  ["create_comment", { tool: "add_comment" }],
]);

type Context = WordSources & { readonly registry: Registry };

/** For a name that no tool has. A wholly unknown one is a protocol error, as MCP has it. */
export async function refuseOldTool(context: Context, params: CallToolRequest["params"]): Promise<Refusal> {
  const { registry } = context;
  const name = registry.bareName(params.name);
  const old = OLD_TOOLS.get(name);
  const hidden = LISTED_TOOLS.find((tool) => tool.name === (old?.tool ?? name));
  if (!hidden) throw unknownTool(registry, params.name);
  const today = registry.find(hidden.name);
  if (!today) return notOffered(registry, params.name, hidden);
  const given = renamed(params.arguments ?? {}, old?.renamed ?? {});
  const told = { name: registry.shownName(today.name), sources: context };
  const call = correctedCall(await registry.load(today), given, told);
  const lost = [...call.strange].filter(([, meant]) => meant === undefined).map(([argument]) => quote(argument));
  return refuse(
    "tool_renamed",
    `There is no tool ${quote(params.name)} here, and nothing was done: ${told.name} takes its place.${
      lost.length > 0 ? ` It has no argument for ${listed(lost.slice(0, 5), "and")}.` : ""
    }`,
    [`call ${call.text}.`, ...fillIn(call)].join(" "),
    { tool: told.name },
  );
}

function renamed(
  given: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    // On GitHub an issue is open or closed, beside the state that it has in a workflow.
    const isOpen = names["workflowState"] === "state" && name === "state" ? readOpen(value) : undefined;
    if (isOpen !== undefined) return ["open", isOpen];
    return [Object.hasOwn(names, name) ? (names[name] ?? name) : name, value];
  });
  return Object.fromEntries(entries);
}

function readOpen(value: unknown): boolean | undefined {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return word === "open" ? true : word === "closed" ? false : undefined;
}

function notOffered(
  { tools, shownName }: Registry,
  called: string,
  { name, toolset }: { readonly name: string; readonly toolset: string },
): Refusal {
  return refuse(
    "tool_not_offered",
    `${quote(called)} is not offered here: ${name} belongs to the toolset ${toolset}, which this server was told to leave out.`,
    `go on with the tools that are listed: ${listed(
      tools.map((tool) => shownName(tool.name)),
      "and",
    )}. A person can add ${toolset} to SIGNALBOX_TOOLSETS.`,
    { tool: name, toolset },
  );
}

function unknownTool(registry: Registry, called: string): ProtocolError {
  const names = registry.tools.map((tool) => tool.name);
  const bare = registry.bareName(called).slice(0, 100);
  const near = nearest(bare, names);
  const parts = bare.toLowerCase().split(/[^a-z]+/);
  const alike =
    near === undefined ? names.filter((name) => name.split("_").some((part) => parts.includes(part))) : [near];
  const shown = (alike.length > 0 ? alike : names).map(registry.shownName);
  const lead = near === undefined ? (alike.length > 0 ? "The nearest are" : "The tools here are") : "Did you mean";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool: ${quote(called)}. ${lead} ${listed(shown, near === undefined ? "and" : "or")}${near === undefined ? "." : "?"}`,
  );
}
