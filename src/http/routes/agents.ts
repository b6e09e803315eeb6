// What each agent is doing.

import { Hono } from "hono";
import * as z from "zod";
import { viewAgents } from "../../app/pages/agents.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import type { AgentsAnswer } from "../contract.ts";
import { readQuery, whole } from "../input.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { asOf } from "./as-of.ts";

const ASKED = z.strictObject({ hours: whole(1, 24 * 30).optional() });
const DEFAULT_HOURS = 24;

export function agentRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/agents", async (context) => {
    const asked = readQuery(context, ASKED);
    if (isRefusal(asked)) return refused(context, asked);
    const { hours = DEFAULT_HOURS } = asked.query;
    const app = await server.openApp();
    const answer = await asOf(server, app, `agents ${hours}`, async () => ({
      ...(await viewAgents(app, hours)),
      workflow: app.sessions.workflow,
    }));
    return reply(context, answer satisfies AgentsAnswer);
  });

  return routes;
}
