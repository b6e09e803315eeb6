// What agents are doing and did, sessions that a person opens for an agent, and the end of one that nobody else will end.

import { Hono } from "hono";
import * as z from "zod";
import type { App, Caller } from "../../app/app.ts";
import { completeSession } from "../../app/sessions/complete-session.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { toEventView } from "../../app/ledger/events.ts";
import { viewSessionPage } from "../../app/pages/session-page.ts";
import { listLanes } from "../../app/sessions/lanes.ts";
import { stamp } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayOperate, mayWrite } from "../auth/may.ts";
import type { EventView, NewEnd, NewSession, SessionAnswer, SessionsAnswer } from "../contract.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { keyOfName, readBody, readQuery, ticketName, whole } from "../input.ts";
import { asOf } from "./as-of.ts";

const LANES = z.strictObject({
  hours: whole(0, 24 * 31).optional(),
  until: z.iso.datetime().optional(),
  limit: whole(1, 1000).optional(),
});
const DEFAULT_HOURS = 8;
const HOUR_MS = 3_600_000;
const DEFAULT_MOST = 200;
/** Rows that are looked through for refusals, the newest. */
const MOST_ROWS = 2_000;

const seq = whole(1, Number.MAX_SAFE_INTEGER).optional();
const ONE = z.strictObject({ before: seq, around: seq });

const SESSION: z.ZodType<NewSession> = z.strictObject({
  ticket: ticketName,
  agent: z.string().exactOptional(),
  requestId: z.string().min(1).max(200).exactOptional(),
});

const END: z.ZodType<NewEnd> = z.strictObject({
  reason: z.string(),
  fromState: z.string().exactOptional(),
  outcome: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
});

export function sessionRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/sessions", async (context) => {
    const asked = readQuery(context, LANES);
    if (isRefusal(asked)) return refused(context, asked);
    const { hours = DEFAULT_HOURS, until = null, limit = DEFAULT_MOST } = asked.query;
    const app = await server.openApp();
    const answer = await asOf(server, app, `sessions ${hours} ${until} ${limit}`, () =>
      lanes(app, hours, until === null ? null : Date.parse(until), limit),
    );
    return reply(context, answer satisfies SessionsAnswer);
  });

  routes.post("/api/sessions", mayWrite, async (context) => {
    const sent = await readBody(context, SESSION);
    if (isRefusal(sent)) return refused(context, sent);
    const { ticket, ...rest } = sent.body;
    const input = { ...rest, ticket: keyOfName(ticket) };
    const caller = named(callerOf(context, false), rest.agent);
    return reply(context, await createSession(await server.openApp(), caller, input), 201);
  });

  routes.get("/api/sessions/:id", async (context) => {
    const asked = readQuery(context, ONE);
    if (isRefusal(asked)) return refused(context, asked);
    const { before, around } = asked.query;
    const app = await server.openApp();
    const id = context.req.param("id");
    const answer = await asOf(server, app, `session ${before} ${around} ${id}`, async () => {
      const page = await viewSessionPage(app, id, { before, around });
      return isRefusal(page) ? page : { ...page, workflow: app.sessions.workflow };
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

/** Which agent of its connection an agent with a token is; a person names another. */
function named(caller: Caller, agent: string | undefined): Caller {
  const { actor } = caller;
  if (actor.kind === "person" || agent === undefined) return caller;
  return { ...caller, actor: { ...actor, identity: { ...actor.identity, agent } } };
}

/** `until`: null up to now. */
async function lanes(
  app: App,
  hours: number,
  until: number | null,
  limit: number,
): Promise<Omit<SessionsAnswer, "seq" | "now">> {
  const end = until ?? (await app.board.now());
  const since = end - hours * HOUR_MS;
  const within = { endedSince: since, ...(until === null ? {} : { startedBefore: until }) };
  const [sessions, [earlier]] = await Promise.all([
    listLanes(app, within, limit + 1),
    app.board.sessions.list({ endedBefore: since }, 1),
  ]);
  const shown = sessions.slice(0, limit);
  return {
    workflow: app.sessions.workflow,
    sessions: shown,
    more: sessions.length > limit,
    earlier: earlier?.completedAt == null ? null : stamp(earlier.completedAt),
    refusals: await refusalsOn(app, new Set(shown.map(({ ticket }) => ticket)), since, until),
  };
}

async function refusalsOn(
  app: App,
  tickets: ReadonlySet<string>,
  since: number,
  until: number | null,
): Promise<readonly EventView[]> {
  const { ledger } = app.board;
  const [last, before] = await Promise.all([
    until === null ? ledger.head().then(({ seq }) => seq) : ledger.rowBefore(until + 1),
    ledger.rowBefore(since),
  ]);
  const rows = await ledger.after(Math.max(before, last - MOST_ROWS), MOST_ROWS);
  return rows
    .filter((row) => row.seq <= last && row.kind === "refuse" && row.subject.type === "ticket")
    .filter(({ subject }) => tickets.has(subject.key))
    .map(toEventView);
}
