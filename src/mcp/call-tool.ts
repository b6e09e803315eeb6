// One call of one tool: arguments checked, the store opened, the verb run, and its answer told.

import {
  ProtocolError,
  type CallToolRequest,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { checkCaller } from "../app/commit/limits.ts";
import { isRefusal } from "../engine/refusal.ts";
import { checkArguments } from "./arguments.ts";
import { refuseOldTool } from "./calls/old-tools.ts";
import { answerResult, errorResult } from "./results.ts";
import type { McpContext } from "./server.ts";
import type { ToolContext } from "./tool.ts";

export async function callTool(
  context: McpContext,
  client: string | undefined,
  params: CallToolRequest["params"],
  request: ServerContext,
): Promise<CallToolResult> {
  const listed = context.registry.find(params.name);
  try {
    if (!listed) return answerResult(await refuseOldTool(context, params));
    const tool = await context.registry.load(listed);
    const checked = checkArguments(tool, params.arguments, { name: params.name, sources: context });
    if (isRefusal(checked)) return answerResult(checked);
    const { args } = checked as { args: { agent?: string } };
    const caller = context.callerOf(client, args.agent, request);
    const unfit = checkCaller(caller);
    if (unfit) return answerResult(unfit);
    const app = await context.openApp();
    if (caller.actor.kind === "agent") app.heard?.(caller.actor.identity);
    const { signal } = request.mcpReq;
    const progress = progressOf(request, context.log);
    return answerResult(await tool.run({ app, caller, signal, progress }, args as never));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return errorResult(error, context.log);
  }
}

function progressOf(request: ServerContext, log: McpContext["log"]): ToolContext["progress"] {
  const { _meta: meta, notify } = request.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined) return () => {};
  return (progress, total) => {
    const params = { progressToken: token, progress, total };
    notify({ method: "notifications/progress", params }).catch((error: unknown) => {
      log({ level: "debug", message: "progress could not be told", error: String(error) });
    });
  };
}
