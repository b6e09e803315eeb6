// The HTTP side: the API, the live stream, `/mcp` and the dashboard's files. Host and Origin are checked before anything
// else, so that a web page that somebody visits can't reach a server on their own machine.

import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { McpContext } from "../mcp/server.ts";
import { fail, failed } from "./answers.ts";
import { mayRead } from "./auth/may.ts";
import { Failures } from "./auth/failures.ts";
import { recognize } from "./auth/recognize.ts";
import { turnStrangersAway, type Reach } from "./auth/strangers.ts";
import type { RouteContext, RouteEnv } from "./route-context.ts";
import { SharedAnswers } from "./shared-answers.ts";
import { limitBody } from "./limits.ts";
import { Hub } from "./live/hub.ts";
import { pageHeaders, pageRoutes } from "./pages.ts";
import { boardRoutes } from "./routes/board.ts";
import { browserRoutes } from "./routes/browsers.ts";
import { eventRoutes } from "./routes/events.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { measureRoutes } from "./routes/measures.ts";
import { openRoutes } from "./routes/open.ts";
import { runRoutes } from "./routes/runs.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { ticketRoutes } from "./routes/tickets.ts";
import { workflowRoutes, type ReadWorkflow } from "./routes/workflows.ts";

export interface HttpApp {
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>;
  /** Ends what would go on for ever: streams. Answers under way are left to finish. */
  readonly close: () => Promise<void>;
}

export interface HttpOptions extends Reach {
  /** The folder of the built dashboard. */
  readonly web: string;
  readonly name: string;
  readonly tracker: string;
  /** The hashes of the workflows that came with the program. */
  readonly shipped: ReadonlySet<string>;
  /** Checks a workflow that a person sends. */
  readonly readWorkflow: ReadWorkflow;
}

const PING_MS = 15_000;

export function makeHttpApp(mcpContext: McpContext, options: HttpOptions): HttpApp {
  const { openApp, log } = mcpContext;
  const hub = new Hub({ openApp, log, pingMs: PING_MS });
  const mcp = mcpRoutes(mcpContext);
  const server: RouteContext = {
    openApp,
    log,
    name: options.name,
    tracker: options.tracker,
    sharedAnswers: new SharedAnswers(Date.now),
  };

  const failures = new Failures(Date.now);

  const app = new Hono<RouteEnv>();
  app.use(pageHeaders, turnStrangersAway(options));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.use("/mcp", recognize(server, { ...options, failures, browsers: false }));
  app.route("/", mcp.routes);
  app.route("/", openRoutes(server, failures));

  for (const path of ["/api/*", "/metrics"]) {
    app.use(path, recognize(server, { ...options, failures, browsers: true }), mayRead, noStore);
  }
  app.use(
    "/api/*",
    limitBody((context, sentence) => fail(context, 413, "too_large", sentence, "send less at once.")),
  );
  app.route("/", eventRoutes(hub));
  // What people read in bulk; the answer to a change is small, and its sender waits for it.
  const squeeze = compress();
  app.use("/api/*", (context, next) => (context.req.method === "GET" ? squeeze(context, next) : next()));
  const gauges = [{ name: "live_streams", help: "Open live streams.", read: () => hub.listeners }];
  app.route("/", boardRoutes(server));
  app.route("/", browserRoutes(server));
  app.route("/", ticketRoutes(server));
  app.route("/", sessionRoutes(server));
  app.route("/", runRoutes(server));
  app.route("/", workflowRoutes(server, options.readWorkflow));
  app.route("/", measureRoutes(server, options.shipped, gauges));
  app.all("/api/*", (context) =>
    fail(context, 404, "not_found", "There is nothing here.", "docs/http.md lists what there is."),
  );

  app.route("/", pageRoutes(options.web));
  app.notFound((context) =>
    fail(context, 404, "not_found", "There is nothing here.", "begin at /; MCP is served at /mcp."),
  );
  app.onError((error, context) => {
    const known = failed(context, error);
    if (known) return known;
    log({ level: "error", message: "a request failed", error: error.stack });
    return fail(context, 500, "internal_error", "Something went wrong.", "look into the server's log.");
  });
  return {
    fetch: (request, env) => app.fetch(request, env as RouteEnv["Bindings"]),
    close: async () => {
      await hub.close();
      await mcp.close();
    },
  };
}

/** What somebody may see with a key must not stay in a cache for others. */
const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
};
