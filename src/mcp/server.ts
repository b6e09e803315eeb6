// The MCP server: one factory for both protocol eras and both transports. Lists are made once; the store is opened when
// the first call needs it.

import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { App, Caller } from "../app/app.ts";
import type { Machine } from "../engine/compile.ts";
import { isRefusal } from "../engine/refusal.ts";
import { checkArguments } from "./arguments.ts";
import { instructionsFor } from "./instructions.ts";
import type { Registry } from "./registry.ts";
import { readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";
import { answerResult, errorResult } from "./results.ts";
import { inputSchema, outputSchema } from "./schemas.ts";

export interface ServerParts {
  readonly version: string;
  /** The workflow as configured: what the lists show before any store is open. */
  readonly machine: Machine;
  readonly registry: Registry;
  readonly openApp: () => Promise<App>;
  /** Who is calling, by what the connection itself knows. */
  readonly callerOf: (client: string | undefined, agent: string | undefined, context: ServerContext) => Caller;
  readonly log: (line: Record<string, unknown>) => void;
}

const LISTS_KEEP_MS = 3_600_000;

export function makeServerFactory(parts: ServerParts): McpServerFactory {
  const { machine, registry } = parts;
  const info = { name: "signalbox", title: "Signalbox", version: parts.version };
  const instructions = instructionsFor(machine, registry.shownName);
  const tools = registry.tools.map((tool) => ({
    name: registry.shownName(tool.name),
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(machine, tool) as { type: "object" },
    outputSchema: outputSchema(machine, tool) as { type: "object" },
    annotations: { title: tool.title, ...tool.annotations },
  }));
  const keep = { ttlMs: LISTS_KEEP_MS, cacheScope: "private" } as const;

  return () => {
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {} },
      instructions,
      cacheHints: {
        "tools/list": keep,
        "resources/list": keep,
        "resources/templates/list": keep,
        "server/discover": keep,
      },
    });
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = registry.find(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
      try {
        const checked = checkArguments(tool, params.arguments);
        if (isRefusal(checked)) return answerResult(checked);
        const { args } = checked as { args: { agent?: string } };
        const client = server.getClientVersion()?.name;
        const caller = parts.callerOf(client, args.agent, context);
        const app = await parts.openApp();
        return answerResult(await tool.run({ app, caller, signal: context.mcpReq.signal }, args as never));
      } catch (error) {
        return errorResult(error, parts.log);
      }
    });
    server.setRequestHandler("resources/list", () => ({ resources: [...RESOURCES] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
    server.setRequestHandler("resources/read", async ({ params }) => readResource(await parts.openApp(), params.uri));
    return server;
  };
}
