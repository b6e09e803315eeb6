// One line and one measurement for each request. Paths go without their query, and without what tells one ticket from
// another: neither a log nor a metric may grow with the board, or hold a secret.

import type { MiddlewareHandler } from "hono";
import { SECONDS, Tally } from "../app/measures/tally.ts";
import type { App } from "../app/app.ts";
import { histogramText, type Labelled } from "./prometheus-text.ts";
import type { RouteEnv } from "./route-context.ts";

type Log = (line: Record<string, unknown>) => void;

/** What a path is called in metrics. */
function routeOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  if (first === "api") return /^[a-z-]{1,30}$/.test(second) ? `/api/${second}` : "/api";
  return ["mcp", "metrics", "healthz", "readyz", "open", "github"].includes(first) ? `/${first}` : "/";
}

export class Requests {
  readonly #log: Log;
  readonly #latency = new Map<string, Labelled>();
  #underWay = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  get underWay(): number {
    return this.#underWay;
  }

  readonly watch: MiddlewareHandler<RouteEnv> = async (context, next) => {
    const began = performance.now();
    this.#underWay += 1;
    try {
      await next();
    } finally {
      this.#underWay -= 1;
    }
    const { method, path } = context.req;
    const { status } = context.res;
    const ms = performance.now() - began;
    this.#measure(method, routeOf(path), status, ms / 1000);
    // A probe comes every second, and an outage is told once: its 503s are no news each.
    const level = routeOf(path).endsWith("z") ? "debug" : status === 500 ? "warn" : "info";
    this.#log({ level, message: "request", method, path, status, ms: Math.round(ms) });
  };

  /** For Prometheus: latency and count by route and status. */
  text(app: App): string {
    const { commits, batches, connections } = app.board.measures();
    const parts = [
      histogramText("signalbox_http_request_seconds", "Time to answer a request.", [...this.#latency.values()]),
      histogramText("signalbox_commit_seconds", "Time that a commit waited and took.", [
        { labels: "", tally: commits },
      ]),
    ];
    if (batches) {
      const help = "Plans that were committed in one statement.";
      parts.push(histogramText("signalbox_commit_batch_size", help, [{ labels: "", tally: batches }]));
    }
    if (connections) {
      parts.push(
        "# HELP signalbox_pool_connections Connections to PostgreSQL.",
        "# TYPE signalbox_pool_connections gauge",
      );
      for (const [state, count] of Object.entries(connections)) {
        parts.push(`signalbox_pool_connections{state="${state}"} ${count}`);
      }
    }
    return `${parts.join("\n")}\n`;
  }

  #measure(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${/^[A-Z]{1,10}$/.test(method) ? method : "other"}",route="${route}",status="${status}"`;
    let labelled = this.#latency.get(labels);
    if (!labelled) {
      labelled = { labels, tally: new Tally(SECONDS) };
      this.#latency.set(labels, labelled);
    }
    labelled.tally.add(seconds);
  }
}
