// /mcp: the agents' door. Nobody who comes through it is a person, whatever key they have.

import { createMcpHandler, isLegacyRequest, type AuthInfo } from "@modelcontextprotocol/server";
import { Hono, type Context } from "hono";
import { makeServerFactory, type McpContext } from "../../mcp/server.ts";
import { fail } from "../answers.ts";
import { unknown } from "../auth/may.ts";
import type { RequestContext, RouteEnv, Routes } from "../route-context.ts";
import { limitBody } from "../limits/body.ts";
import { answerWhole, isPlainCall } from "../whole-answers.ts";

export interface McpRoutes {
  readonly routes: Routes;
  readonly close: () => Promise<void>;
}

export function mcpRoutes(mcpContext: McpContext): McpRoutes {
  const factory = makeServerFactory(mcpContext);
  const mcp = createMcpHandler(factory, {
    onerror: (error) => mcpContext.log({ level: "warn", message: "protocol error", error: error.message }),
  });
  const routes: Routes = new Hono<RouteEnv>();
  routes.use("/mcp", async (context, next) => {
    const { role, known, agent } = context.get("principal");
    if (known && !agent) return notForAgents(context);
    return role === null ? unknown(context) : next();
  });
  routes.post(
    "/mcp",
    limitBody((context, sentence) => notTaken(context, 413, -32_000, sentence)),
    async (context) => {
      const parsedBody: unknown = await context.req.json().catch(() => undefined);
      if (parsedBody === undefined) return notTaken(context, 400, -32_700, "The body is not JSON.");
      // One body could ask for a list thousands of times over, and be answered.
      if (Array.isArray(parsedBody)) return notTaken(context, 400, -32_600, "No batches: send one request at a time.");
      const { raw } = context.req;
      const options = { parsedBody, ...authOf(context) };
      const whole = isPlainCall(mcpContext.registry, parsedBody) && (await isLegacyRequest(raw, parsedBody));
      return whole ? answerWhole(factory, raw, options) : mcp.fetch(raw, options);
    },
  );
  routes.all("/mcp", (context) => mcp.fetch(context.req.raw, authOf(context)));
  return { routes, close: () => mcp.close() };
}

/** What `callerOf` finds in a request's context. The token itself goes no further. */
function authOf(context: RequestContext): { authInfo?: AuthInfo } {
  const { agent } = context.get("principal");
  return agent ? { authInfo: { token: "", clientId: agent.connection, scopes: [], extra: { agent } } } : {};
}

function notForAgents(context: RequestContext): Response {
  const { role } = context.get("principal");
  return fail(
    context,
    403,
    "role_not_allowed",
    `A token of role ${role} is not for agents.`,
    "give the agent a token of its own: `signalbox token new --role agent`.",
  );
}

function notTaken(context: Context, status: 400 | 413, code: number, message: string): Response {
  return context.json({ jsonrpc: "2.0", id: null, error: { code, message } }, status);
}
