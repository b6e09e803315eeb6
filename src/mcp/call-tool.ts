// One call of one tool: arguments checked, the store opened, the verb run, and its answer told.

import { randomUUID } from "node:crypto";
import {
  ProtocolError,
  type CallToolRequest,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { App } from "../app/app.ts";
import { checkCaller } from "../app/commit/limits.ts";
import { isNameless } from "../engine/names.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { age } from "./age.ts";
import { checkArguments } from "./arguments.ts";
import { refuseOldTool } from "./calls/old-tools.ts";
import { askedPage, FIRST_PAGE, wrongCursor, type Asked } from "./pages/cursors.ts";
import { answerResult, errorResult } from "./results.ts";
import type { McpContext } from "./server.ts";
import type { Tool, ToolContext } from "./tool.ts";

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
    const { args } = checked as { args: Arguments };
    const asked = whichPage(tool, args);
    if (isRefusal(asked)) return answerResult(asked);
    const caller = context.callerOf(client, args.agent, request);
    const unfit = checkCaller(caller);
    if (unfit) return answerResult(unfit);
    const app = await context.openApp();
    // Who has a name for this call alone has no session that it could keep alive.
    if (caller.actor.kind === "agent" && !isNameless(caller.actor.identity)) app.heard?.(caller.actor.identity);
    const { signal } = request.mcpReq;
    const progress = progressOf(request, context.log);
    return await tellPage(tool, { app, caller, signal, progress }, args, asked);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return errorResult(context.tellable?.(error) ?? error, context.log);
  }
}

interface Arguments {
  readonly agent?: string;
  readonly cursor?: string;
  readonly request_id?: string;
}

function whichPage(tool: Tool, { cursor, ...args }: Arguments): Asked | Refusal {
  if (!("cursor" in tool.input.shape)) return FIRST_PAGE;
  const asked = askedPage(tool.name, args, cursor);
  if (isRefusal(asked) || cursor !== undefined || !tool.keepsAnswer) return asked;
  // Further pages are of the answer that is kept under this name.
  return { ...asked, at: { ...asked.at, request: args.request_id ?? randomUUID() } };
}

async function tellPage(tool: Tool, context: ToolContext, args: Arguments, asked: Asked): Promise<CallToolResult> {
  const { source, request } = asked.at;
  const { cursor, ...rest } = args;
  const given = {
    ...rest,
    ...(source === undefined ? {} : { cursor: source }),
    ...(request === undefined ? {} : { request_id: request }),
  };
  const isRepeated = cursor !== undefined && !tool.annotations.readOnlyHint;
  if (!isRepeated)
    return answerResult(await withAge(tool, context.app, await tool.run(context, given as never)), asked);
  try {
    const answer = await tool.run({ ...context, app: withoutWriting(context.app) }, given as never);
    return answerResult(await withAge(tool, context.app, answer), asked);
  } catch (error) {
    if (error instanceof WroteAgain) return answerResult(wrongCursor());
    throw error;
  }
}

/** As of when it is, where tickets live elsewhere. */
async function withAge({ asOf }: Tool, app: App, answer: object | Refusal): Promise<object | Refusal> {
  return asOf === undefined || isRefusal(answer) ? answer : { ...answer, ...(await age(app, asOf)) };
}

/** The answer was not kept, so that the call would act again: whoever only wants to read on must not. */
class WroteAgain extends Error {}

function withoutWriting(app: App): App {
  const commit = (): never => {
    throw new WroteAgain();
  };
  return { ...app, board: { ...app.board, commit } };
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
