// The MCP server: one factory for both protocol eras and both transports. Lists are made once; what a call needs, the
// store above all, is loaded and opened by the first one.

import {
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
import type { Machine } from "../engine/workflow/compile.ts";
import type { callTool } from "./call-tool.ts";
import { instructionsFor } from "./instructions.ts";
import { showTool } from "./listed-tool.ts";
import { getPrompt, listPrompts } from "./resources/prompts.ts";
import type { Registry } from "./registry.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "./resources/resources.ts";
import {
  isSkillUri,
  serveSkills,
  SKILLS_EXTENSION,
  SKILL_TEMPLATE,
  SkillShelf,
  type SkillFolder,
} from "./resources/skills.ts";

/** What every server of a process works with. */
export interface McpContext {
  readonly version: string;
  /** The workflow as configured: what the lists show before any store is open. */
  readonly machine: Machine;
  readonly sessions: Machine;
  /** Those that its connections are limited to; absent: none is out of reach. */
  readonly commands?: readonly string[] | undefined;
  readonly registry: Registry;
  /** The folders of the skills that are served. */
  readonly skills: readonly SkillFolder[];
  readonly openApp: () => Promise<App>;
  /** Who is calling, by what the connection itself knows. */
  readonly callerOf: (client: string | undefined, agent: string | undefined, request: ServerContext) => Caller;
  readonly log: (line: Record<string, unknown>) => void;
  /** An error as callers may read it; absent: as it is. */
  readonly tellable?: (error: unknown) => unknown;
  /** Puts more on a server before it serves, in front of what it answers by itself. */
  readonly extend?: (server: Server, own: Answers) => void;
}

/** What a server answers by itself: one function for each request. */
export interface Answers {
  readonly listTools: () => ListToolsResult;
  readonly callTool: (call: CallToolRequest, request: ServerContext) => Promise<CallToolResult>;
  readonly listResources: () => Promise<ListResourcesResult>;
  readonly listResourceTemplates: () => ListResourceTemplatesResult;
  readonly readResource: (uri: string) => Promise<ReadResourceResult>;
  readonly listPrompts: () => Promise<ListPromptsResult>;
  readonly getPrompt: (params: GetPromptRequest["params"]) => Promise<GetPromptResult>;
}

const LISTS_KEEP_MS = 3_600_000;

export function makeServerFactory(context: McpContext): McpServerFactory {
  const { machine, registry } = context;
  const info = { name: "signalbox", title: "Signalbox", version: context.version };
  const toolsets = new Set(registry.tools.map((tool) => tool.toolset));
  const instructions = instructionsFor(machine, registry.shownName, toolsets, context.commands);
  const tools = registry.tools.map((tool) => showTool(context, tool, registry.shownName(tool.name)));
  const shelf = new SkillShelf(context.skills);
  const keep = { ttlMs: LISTS_KEEP_MS, cacheScope: "private" } as const;
  // Loaded once, and then at hand: even of a module that is there, an import goes a long way round.
  let call: typeof callTool | null = null;

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
      callTool: async ({ params }, request) => {
        call ??= (await import("./call-tool.ts")).callTool;
        return call(context, server.getClientVersion()?.name, params, request);
      },
      listResources: async () => ({ resources: [...RESOURCES, ...(await shelf.resources())] }),
      listResourceTemplates: () => ({ resourceTemplates: [...RESOURCE_TEMPLATES, SKILL_TEMPLATE] }),
      readResource: (uri) => (isSkillUri(uri) ? readSkill(shelf, uri) : readOneResource(context, uri)),
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
    context.extend?.(server, own);
    return server;
  };
}

async function readOneResource(context: McpContext, uri: string): Promise<ReadResourceResult> {
  const { protocolError } = await import("./results.ts");
  try {
    const { readResource } = await import("./resources/read-resource.ts");
    return await readResource(await context.openApp(), uri);
  } catch (error) {
    throw protocolError(context.tellable?.(error) ?? error, context.log);
  }
}

async function readSkill(shelf: SkillShelf, uri: string): Promise<ReadResourceResult> {
  const text = await shelf.read(uri);
  if (text === null) throw new ResourceNotFoundError(uri.slice(0, 200));
  return { contents: [{ uri, mimeType: SKILL_TEMPLATE.mimeType, text }] };
}
