// What agents are doing, and the end of a session that nobody else will end.

import { Hono } from "hono";
import * as z from "zod";
import type { App } from "../../app/app.ts";
import { completeSession } from "../../app/sessions/complete-session.ts";
import { toEventView } from "../../app/ledger/events.ts";
import { listSessions, viewSession } from "../../app/sessions/view-session.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayOperate } from "../auth/may.ts";
import type { EventView, NewEnd, SessionAnswer, SessionsAnswer } from "../contract.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { readBody, readQuery, whole } from "../input.ts";
import { asOf } from "./as-of.ts";

const HOURS = z.strictObject({ hours: whole(0, 24 * 31).optional() });
const DEFAULT_HOURS = 8;
const HOUR_MS = 3_600_000;
const MOST = 200;
/** Rows that are looked through for refusals, the newest. */
const MOST_ROWS = 2_000;

const END: z.ZodType<NewEnd> = z.strictObject({
  reason: z.string(),
  fromState: z.string().exactOptional(),
  outcome: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
});

export function sessionRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/sessions", async (context) => {
    const asked = readQuery(context, HOURS);
    if (isRefusal(asked)) return refused(context, asked);
    const { hours = DEFAULT_HOURS } = asked.query;
    const app = await server.openApp();
    return context.json(
      (await asOf(server, app, `sessions ${hours}`, () => lanes(app, hours))) satisfies SessionsAnswer,
    );
  });

  routes.get("/api/sessions/:id", async (context) => {
    const app = await server.openApp();
    const id = context.req.param("id");
    const answer = await asOf(server, app, `session ${id}`, async () => {
      const session = await viewSession(app, id);
      return isRefusal(session) ? session : { session };
    });
    return reply(context, answer satisfies SessionAnswer | Refusal);
  });

  routes.post("/api/sessions/:id/end", mayOperate, async (context) => {
    const sent = await readBody(context, END);
    if (isRefusal(sent)) return refused(context, sent);
    const app = await server.openApp();
    const outcome = sent.body.outcome ?? Object.keys(app.sessions.workflow.outcomes ?? {}).at(-1) ?? "";
    const input = { ...sent.body, outcome, sessionId: context.req.param("id") };
    return reply(context, await completeSession(app, callerOf(context, false), input));
  });

  return routes;
}

async function lanes(app: App, hours: number): Promise<Omit<SessionsAnswer, "seq" | "now">> {
  const since = (await app.board.now()) - hours * HOUR_MS;
  const sessions = await listSessions(app, { endedSince: since }, MOST);
  const refusals = await refusalsOn(app, new Set(sessions.map(({ ticket }) => ticket)), since);
  return { workflow: app.sessions.workflow, sessions, refusals };
}

async function refusalsOn(app: App, tickets: ReadonlySet<string>, since: number): Promise<readonly EventView[]> {
  const [{ seq }, before] = await Promise.all([app.board.ledger.head(), app.board.ledger.rowBefore(since)]);
  const rows = await app.board.ledger.after(Math.max(before, seq - MOST_ROWS), MOST_ROWS);
  return rows
    .filter(({ kind, subject }) => kind === "refuse" && subject.type === "ticket" && tickets.has(subject.key))
    .map(toEventView);
}
