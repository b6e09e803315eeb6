// GET /api/events: the live stream.

import { Hono } from "hono";
import * as z from "zod";
import { isRefusal } from "../../engine/refusal.ts";
import { refused } from "../answers.ts";
import type { RouteEnv, Routes } from "../route-context.ts";
import { readQuery, whole } from "../input.ts";
import type { Hub } from "../live/hub.ts";

const AFTER = z.strictObject({ after: whole(0, Number.MAX_SAFE_INTEGER).optional() });
const NUMBER = /^\d{1,15}$/;

export function eventRoutes(hub: Hub): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get("/api/events", async (context) => {
    const asked = readQuery(context, AFTER);
    if (isRefusal(asked)) return refused(context, asked);
    // A browser that comes back says where it was; what its address says is where it once began.
    const last = context.req.header("last-event-id") ?? "";
    const after = NUMBER.test(last) ? Number(last) : (asked.query.after ?? null);
    return context.body(await hub.listen(after), 200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    });
  });
  return routes;
}
