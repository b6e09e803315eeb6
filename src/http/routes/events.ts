// GET /api/events: the live stream.

import { Hono } from "hono";
import * as z from "zod";
import { isRefusal } from "../../engine/refusal.ts";
import { fail, refused } from "../answers.ts";
import { callerKeyOf } from "../auth/caller-key.ts";
import { readQuery, whole } from "../input.ts";
import type { OpenStreams, Turned } from "../limits/open-streams.ts";
import type { Hub } from "../live/hub.ts";
import type { RequestContext, RouteEnv, Routes } from "../route-context.ts";

const AFTER = z.strictObject({ after: whole(0, Number.MAX_SAFE_INTEGER).optional() });
const NUMBER = /^\d{1,15}$/;

export function eventRoutes(hub: Hub, streams: OpenStreams): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get("/api/events", async (context) => {
    const asked = readQuery(context, AFTER);
    if (isRefusal(asked)) return refused(context, asked);
    // A browser that comes back says where it was; what its address says is where it once began.
    const last = context.req.header("last-event-id") ?? "";
    const after = NUMBER.test(last) ? Number(last) : (asked.query.after ?? null);
    const { token, browser } = context.get("principal");
    const caller = callerKeyOf(context);
    const place = streams.take({ caller, token, browser });
    if (place === "yours" || place === "all") return turnedAway(context, place);
    try {
      const listener = await hub.listen(after, () => place.leave(), caller);
      place.give(listener);
      return context.body(listener.stream, 200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-cache, no-transform",
        "X-Accel-Buffering": "no",
      });
    } catch (error) {
      place.leave();
      throw error;
    }
  });
  return routes;
}

function turnedAway(context: RequestContext, why: Turned): Response {
  context.header("Retry-After", "5");
  return why === "yours"
    ? fail(
        context,
        429,
        "too_many_streams",
        "You have as many live streams open as one caller may.",
        "close one that nobody reads, and open this one again.",
      )
    : fail(
        context,
        503,
        "streams_full",
        "All of this server's live streams are taken.",
        "try again in 5 seconds; GET /api/ledger?after=SEQ reads the same rows without a stream.",
      );
}
