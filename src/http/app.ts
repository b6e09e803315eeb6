// The HTTP side: `/mcp` and `/healthz`. Host and Origin are checked before anything else, so that a web page that somebody
// visits can't reach a server on their own machine.

import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { makeServerFactory, type ServerParts } from "../mcp/server.ts";

const MOST_BODY_BYTES = 1024 * 1024;

/** A body that grows over the limit on its way: what is left of it is not read, so that its connection ends with it. */
const growingLimit = bodyLimit({
  maxSize: MOST_BODY_BYTES,
  onError: (context) => {
    context.header("Connection", "close");
    return tooLarge(context);
  },
});

/** A body that says itself that it is too large is refused untouched. */
const sizeLimit: MiddlewareHandler = async (context, next) =>
  Number(context.req.header("content-length")) > MOST_BODY_BYTES ? tooLarge(context) : growingLimit(context, next);

export interface HttpApp {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => Promise<void>;
}

/** `web`: the folder of the built pages. */
export function makeHttpApp(parts: ServerParts, web: string): HttpApp {
  const mcp = createMcpHandler(makeServerFactory(parts), {
    onerror: (error) => parts.log({ level: "warn", message: "protocol error", error: error.message }),
  });
  const app = new Hono();
  app.use(async (context, next) => {
    const stranger =
      hostHeaderValidationResponse(context.req.raw, localhostAllowedHostnames()) ??
      originValidationResponse(context.req.raw, localhostAllowedOrigins());
    return stranger ?? next();
  });
  app.get("/healthz", (context) => context.json({ status: "ok", version: parts.version }));
  app.post("/mcp", sizeLimit, async (context) => {
    const parsedBody: unknown = await context.req.json().catch(() => undefined);
    if (parsedBody === undefined) return notTaken(context, 400, -32_700, "The body is not JSON.");
    // One body could ask for a list thousands of times over, and be answered.
    if (Array.isArray(parsedBody)) return notTaken(context, 400, -32_600, "No batches: send one request at a time.");
    return mcp.fetch(context.req.raw, { parsedBody });
  });
  app.all("/mcp", (context) => mcp.fetch(context.req.raw));
  app.use("/*", pageHeaders, serveStatic({ root: web }));
  app.notFound((context) =>
    context.json(
      { error: { code: "not_found", message: "There is nothing here.", recovery: "MCP is served at /mcp." } },
      404,
    ),
  );
  app.onError((error, context) => {
    parts.log({ level: "error", message: "a request failed", error: error.stack });
    const message = "Something went wrong.";
    return context.json({ error: { code: "internal_error", message, recovery: "Look into the server's log." } }, 500);
  });
  return { fetch: app.fetch, close: () => mcp.close() };
}

function tooLarge(context: Context): Response {
  return notTaken(context, 413, -32_000, `The body is larger than ${MOST_BODY_BYTES} bytes.`);
}

function notTaken(context: Context, status: 400 | 413, code: number, message: string): Response {
  return context.json({ jsonrpc: "2.0", id: null, error: { code, message } }, status);
}

const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
  context.header("X-Content-Type-Options", "nosniff");
  context.header("Referrer-Policy", "no-referrer");
};
