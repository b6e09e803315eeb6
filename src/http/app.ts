// The HTTP side: the API, the live stream, `/mcp` and the dashboard's files. Host and Origin are checked before anything
// else, so that a web page that somebody visits can't reach a server on their own machine.

import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { withoutPaths } from "../app/commit/without-paths.ts";
import { stillOpens } from "../app/keys/browsers.ts";
import type { McpContext } from "../mcp/server.ts";
import { fail, failed } from "./answers.ts";
import { mayRead } from "./auth/may.ts";
import { Proxies, whereFrom } from "./auth/address.ts";
import { Door } from "./auth/door.ts";
import { Issuers } from "./auth/oidc/issuers.ts";
import { WrongKeys } from "./auth/wrong-keys.ts";
import { recognize } from "./auth/recognize.ts";
import { turnStrangersAway, type Reach } from "./auth/strangers.ts";
import type { RouteContext, RouteEnv } from "./route-context.ts";
import { SharedAnswers } from "./shared-answers.ts";
import { limitBody } from "./limits/body.ts";
import { OpenStreams } from "./limits/open-streams.ts";
import { KnownKeys, takeTurns } from "./limits/shares.ts";
import { Turns } from "./limits/turns.ts";
import { WriteRate } from "./limits/write-rate.ts";
import { Readiness, readyRoutes } from "./ready.ts";
import { Requests } from "./request-log.ts";
import { Hub } from "./live/hub.ts";
import { counted, type ServerGauge } from "./metrics.ts";
import { pageHeaders, pageRoutes } from "./pages.ts";
import { agentRoutes } from "./routes/agents.ts";
import { boardRoutes } from "./routes/board.ts";
import { browserRoutes } from "./routes/browsers.ts";
import { editRoutes } from "./routes/edits.ts";
import { eventRoutes } from "./routes/events.ts";
import { factRoutes } from "./routes/facts.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { ledgerRoutes } from "./routes/ledger.ts";
import { measureRoutes } from "./routes/measures.ts";
import { openRoutes } from "./routes/open.ts";
import { peopleRoutes } from "./routes/people.ts";
import { runRoutes } from "./routes/runs.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { ticketRoutes } from "./routes/tickets.ts";
import { webhookRoutes, type WebhookSecrets } from "./routes/webhooks.ts";
import { workflowRoutes, type ReadWorkflow } from "./routes/workflows.ts";

export interface HttpApp {
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>;
  /** From now on /readyz says that this server is about to end, and connections are not kept. */
  readonly drain: () => void;
  /** Ends what would go on for ever: streams. Answers under way are left to finish. */
  readonly close: () => Promise<void>;
}

export interface HttpOptions extends Reach {
  /** Whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** The folder of the built dashboard. */
  readonly web: string;
  readonly name: string;
  readonly tracker: string;
  /** The hashes of the workflows that came with the program. */
  readonly shipped: ReadonlySet<string>;
  /** Checks a workflow that a person sends. */
  readonly readWorkflow: ReadWorkflow;
  /** Absent: webhooks are not taken. */
  readonly webhookSecrets?: WebhookSecrets;
}

/** A page that hears nothing for two of these takes the server for gone: see web/src/api/live.ts. */
const PING_MS = 5_000;

export function makeHttpApp(mcpContext: McpContext, options: HttpOptions): HttpApp {
  const { openApp, log } = mcpContext;
  // On this machine a path helps whoever asks; beyond it, it only tells how the server is set up.
  const tellable = (error: unknown): unknown => (options.loopback ? error : withoutPaths(error));
  const mcp = mcpRoutes({ ...mcpContext, tellable });
  const turns = new Turns();
  const hub = new Hub({ openApp, log, turns, pingMs: PING_MS });
  const writes = new WriteRate(Date.now);
  const knownKeys = new KnownKeys();
  const server: RouteContext = {
    openApp,
    log,
    name: options.name,
    tracker: options.tracker,
    sharedAnswers: new SharedAnswers(Date.now),
  };

  const door = new Door({ reach: options, log, clock: Date.now });
  const wrongKeys = new WrongKeys({ clock: Date.now, log });
  const streams = new OpenStreams({
    log,
    mayStay: async ({ token, browser }) => {
      const open = await openApp();
      return token === null ? door.isOpen(open) : stillOpens(open.board, { token, browser });
    },
  });
  const issuers = new Issuers();

  const readiness = new Readiness();
  const requests = new Requests(log);

  const app = new Hono<RouteEnv>();
  app.use(requests.watch, pageHeaders, turnStrangersAway(options), whereFrom(new Proxies(options.trustedProxies)));
  app.route("/", readyRoutes(openApp, readiness));
  app.use(takeTurns({ turns, writes, known: knownKeys }));
  app.use("/mcp", recognize(server, { door, wrongKeys, knownKeys, issuers, browsers: false }));
  app.route("/", mcp.routes);
  app.route("/", openRoutes(server, wrongKeys));
  const webhooks = webhookRoutes(server, options.webhookSecrets ?? null, wrongKeys);
  app.route("/", webhooks.routes);

  for (const path of ["/api/*", "/metrics"]) {
    app.use(path, recognize(server, { door, wrongKeys, knownKeys, issuers, browsers: true }), mayRead, noStore);
  }
  app.use(
    "/api/*",
    limitBody((context, sentence) => fail(context, 413, "too_large", sentence, "send less at once.")),
  );
  app.route("/", eventRoutes(hub, streams));
  app.route("/", ledgerRoutes(server));
  // What people read in bulk; the answer to a change is small, and its sender waits for it.
  const squeeze = compress();
  // While others wait, the processor is worth more than the wire.
  const packs = (method: string): boolean => method === "GET" && !turns.busy;
  app.use("/api/*", (context, next) => (packs(context.req.method) ? squeeze(context, next) : next()));
  const gauges: readonly ServerGauge[] = [
    { name: "live_streams", help: "Open live streams.", read: () => hub.listeners },
    counted("live_streams_refused_total", "Live streams that were refused: too many.", () => streams.turnedAway),
    counted("live_streams_ended_total", "Live streams that ended with their key.", () => streams.endedWithKey),
    { name: "live_bytes_waiting", help: "Bytes that listeners have not taken yet.", read: () => hub.waiting },
    { name: "requests_waiting", help: "Requests that wait for their turn.", read: () => turns.waiting },
    counted("requests_refused_total", "Requests that were refused: too many waited.", () => turns.turnedAway),
    counted("writes_refused_total", "Writes that were refused: too many in a second.", () => writes.refused),
    counted("wrong_keys_total", "Keys, sessions and links that did not fit.", () => wrongKeys.total),
    ...webhooks.gauges,
  ];
  app.route("/", boardRoutes(server));
  app.route("/", agentRoutes(server));
  app.route("/", browserRoutes(server));
  app.route("/", peopleRoutes(server));
  app.route("/", ticketRoutes(server));
  app.route("/", editRoutes(server));
  app.route("/", factRoutes(server));
  app.route("/", sessionRoutes(server));
  app.route("/", runRoutes(server));
  app.route("/", workflowRoutes(server, options.readWorkflow));
  app.route(
    "/",
    measureRoutes(server, options.shipped, gauges, (current) => requests.text(current)),
  );
  app.all("/api/*", (context) =>
    fail(context, 404, "not_found", "There is nothing here.", "docs/http.md lists what there is."),
  );

  app.route("/", pageRoutes(options.web));
  app.notFound((context) =>
    fail(context, 404, "not_found", "There is nothing here.", "begin at /; MCP is served at /mcp."),
  );
  app.onError((error, context) => {
    const known = failed(context, tellable(error));
    if (known && !options.loopback) log({ level: "warn", message: "a request failed", error: error.message });
    if (known) return known;
    log({ level: "error", message: "a request failed", error: error.stack });
    return fail(context, 500, "internal_error", "Something went wrong.", "look into the server's log.");
  });
  return {
    fetch: (request, env) => app.fetch(request, env as RouteEnv["Bindings"]),
    drain: () => readiness.drain(),
    close: async () => {
      streams.close();
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
