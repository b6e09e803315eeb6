// The MCP server: one factory for both protocol eras and both transports. Lists are made once; the store is opened when
// the first call needs it.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type CallToolRequest,
  type CallToolResult,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  type McpServerFactory,
  type ReadResourceResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { App, Caller } from "../app/app.ts";
import type { Machine } from "../engine/compile.ts";
import { isRefusal } from "../engine/refusal.ts";
import { checkArguments } from "./arguments.ts";
import { instructionsFor } from "./instructions.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import type { Registry } from "./registry.ts";
import { readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";
import { answerResult, errorResult, protocolError } from "./results.ts";
import { inputSchema, outputSchema } from "./schemas.ts";
import { isSkillUri, serveSkills, SKILLS_EXTENSION, SKILL_TEMPLATE, SkillShelf } from "./skills.ts";
import type { ToolContext } from "./tool.ts";

export interface ServerParts {
  readonly version: string;
  /** The workflow as configured: what the lists show before any store is open. */
  readonly machine: Machine;
  readonly sessions: Machine;
  readonly registry: Registry;
  /** The folder of the shipped skills. */
  readonly skills: string;
  readonly openApp: () => Promise<App>;
  /** Who is calling, by what the connection itself knows. */
  readonly callerOf: (client: string | undefined, agent: string | undefined, context: ServerContext) => Caller;
  readonly log: (line: Record<string, unknown>) => void;
  /** Puts more on a server before it serves, in front of what it answers by itself. */
  readonly extend?: (server: Server, own: Answers) => void;
}

/** What a server answers by itself: one function for each request. */
export interface Answers {
  readonly listTools: () => ListToolsResult;
  readonly callTool: (request: CallToolRequest, context: ServerContext) => Promise<CallToolResult>;
  readonly listResources: () => Promise<ListResourcesResult>;
  readonly listResourceTemplates: () => ListResourceTemplatesResult;
  readonly readResource: (uri: string) => Promise<ReadResourceResult>;
  readonly listPrompts: () => Promise<ListPromptsResult>;
  readonly getPrompt: (params: GetPromptRequest["params"]) => Promise<GetPromptResult>;
}

const LISTS_KEEP_MS = 3_600_000;

export function makeServerFactory(parts: ServerParts): McpServerFactory {
  const { machine, registry } = parts;
  const info = { name: "signalbox", title: "Signalbox", version: parts.version };
  const toolsets = new Set(registry.tools.map((tool) => tool.toolset));
  const instructions = instructionsFor(machine, registry.shownName, toolsets);
  const tools = registry.tools.map((tool) => ({
    name: registry.shownName(tool.name),
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(parts, tool) as { type: "object" },
    outputSchema: outputSchema(parts, tool) as { type: "object" },
    annotations: { title: tool.title, ...tool.annotations },
  }));
  const shelf = new SkillShelf(parts.skills);
  const keep = { ttlMs: LISTS_KEEP_MS, cacheScope: "private" } as const;

  return () => {
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {}, prompts: {}, extensions: { [SKILLS_EXTENSION]: {} } },
      instructions,
      cacheHints: {
        "tools/list": keep,
        "resources/list": keep,
        "resources/templates/list": keep,
        "prompts/list": keep,
        "server/discover": keep,
      },
    });
    const own: Answers = {
      listTools: () => ({ tools }),
      callTool: ({ params }, context) => callTool(parts, server.getClientVersion()?.name, params, context),
      listResources: async () => ({ resources: [...RESOURCES, ...(await shelf.resources())] }),
      listResourceTemplates: () => ({ resourceTemplates: [...RESOURCE_TEMPLATES, SKILL_TEMPLATE] }),
      readResource: (uri) => (isSkillUri(uri) ? readSkill(shelf, uri) : readOneResource(parts, uri)),
      listPrompts: () => listPrompts(shelf),
      getPrompt: (params) => getPrompt(shelf, registry.shownName, params),
    };
    server.setRequestHandler("tools/list", own.listTools);
    server.setRequestHandler("tools/call", own.callTool);
    server.setRequestHandler("resources/list", own.listResources);
    server.setRequestHandler("resources/templates/list", own.listResourceTemplates);
    server.setRequestHandler("resources/read", ({ params }) => own.readResource(params.uri));
    server.setRequestHandler("prompts/list", own.listPrompts);
    server.setRequestHandler("prompts/get", ({ params }) => own.getPrompt(params));
    serveSkills(server, shelf, keep);
    parts.extend?.(server, own);
    return server;
  };
}

async function callTool(
  parts: ServerParts,
  client: string | undefined,
  params: CallToolRequest["params"],
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = parts.registry.find(params.name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
  try {
    const checked = checkArguments(tool, params.arguments);
    if (isRefusal(checked)) return answerResult(checked);
    const { args } = checked as { args: { agent?: string } };
    const caller = parts.callerOf(client, args.agent, context);
    const app = await parts.openApp();
    if (caller.actor.kind === "agent") app.heard?.(caller.actor.identity);
    const { signal } = context.mcpReq;
    const progress = progressOf(context, parts.log);
    return answerResult(await tool.run({ app, caller, signal, progress }, args as never));
  } catch (error) {
    return errorResult(error, parts.log);
  }
}

function progressOf(context: ServerContext, log: ServerParts["log"]): ToolContext["progress"] {
  const { _meta: meta, notify } = context.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined) return () => {};
  return (progress, total) => {
    const params = { progressToken: token, progress, total };
    notify({ method: "notifications/progress", params }).catch((error: unknown) => {
      log({ level: "debug", message: "progress could not be told", error: String(error) });
    });
  };
}

async function readOneResource(parts: ServerParts, uri: string): Promise<ReadResourceResult> {
  try {
    return await readResource(await parts.openApp(), uri);
  } catch (error) {
    throw protocolError(error, parts.log);
  }
}

async function readSkill(shelf: SkillShelf, uri: string): Promise<ReadResourceResult> {
  const text = await shelf.read(uri);
  if (text === null) throw new ResourceNotFoundError(uri.slice(0, 200));
  return { contents: [{ uri, mimeType: SKILL_TEMPLATE.mimeType, text }] };
}
