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
import { Hono, type MiddlewareHandler } from "hono";
import { makeServerFactory, type ServerParts } from "../mcp/server.ts";

const MOST_BODY_BYTES = 1024 * 1024;

export interface HttpApp {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => Promise<void>;
}

/** `web`: the folder of the built pages. */
export function makeHttpApp(parts: ServerParts, web: string): HttpApp {
  const mcp = createMcpHandler(makeServerFactory(parts), {
    maxRequestBodySize: MOST_BODY_BYTES,
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

const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
  context.header("X-Content-Type-Options", "nosniff");
  context.header("Referrer-Policy", "no-referrer");
};
