// What the ledger adds up to: workflows with their traffic, figures, and the metrics.

import { Hono } from "hono";
import * as z from "zod";
import type { App } from "../../app/app.ts";
import { readStats } from "../../app/measures/stats.ts";
import { viewWorkflow } from "../../app/pages/workflow-page.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import type { StatsAnswer, WorkflowAnswer } from "../contract.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { readQuery, whole } from "../input.ts";
import { METRICS_TYPE, metricsText, type ServerGauge } from "../metrics.ts";
import { asOf } from "./as-of.ts";

const DAYS = z.strictObject({ days: whole(1, 366).optional() });
const DEFAULT_DAYS = 14;

/** `shipped`: the hashes of the workflows that came with the program. */
export function measureRoutes(
  server: RouteContext,
  shipped: ReadonlySet<string>,
  gauges: readonly ServerGauge[],
  ownText: (app: App) => string,
): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/workflows/:name", async (context) => {
    const asked = readQuery(context, DAYS);
    if (isRefusal(asked)) return refused(context, asked);
    const { days = DEFAULT_DAYS } = asked.query;
    const app = await server.openApp();
    const name = context.req.param("name");
    const answer = await asOf(server, app, `workflow ${days} ${name}`, async () => {
      const page = await viewWorkflow(app, name, days);
      // Where the board has none in force, what came with the program is used.
      return isRefusal(page) ? page : { ...page, shipped: page.hash === "" || shipped.has(page.hash) };
    });
    return reply(context, answer satisfies WorkflowAnswer | Refusal);
  });

  routes.get("/api/stats", async (context) => {
    const asked = readQuery(context, DAYS);
    if (isRefusal(asked)) return refused(context, asked);
    const { days = DEFAULT_DAYS } = asked.query;
    const app = await server.openApp();
    const answer = await asOf(server, app, `stats ${days}`, async () => ({ stats: await readStats(app, { days }) }));
    return reply(context, answer satisfies StatsAnswer);
  });

  routes.get("/metrics", async (context) => {
    const app = await server.openApp();
    const text = `${await metricsText(app, gauges)}${ownText(app)}`;
    return context.body(text, 200, { "Content-Type": METRICS_TYPE });
  });

  return routes;
}
