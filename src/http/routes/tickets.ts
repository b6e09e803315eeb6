// Tickets: reading them, and what a person or an agent with a token does to them. The rules are those of every other door.

import { Hono } from "hono";
import * as z from "zod";
import { listCards } from "../../app/pages/cards.ts";
import { withMirror } from "../../app/pages/mirror.ts";
import { addComment } from "../../app/tickets/comment.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { viewMoves } from "../../app/tickets/moves.ts";
import { releaseClaim } from "../../app/claims/release.ts";
import { viewTicketPage } from "../../app/pages/ticket-page.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import type {
  MovesAnswer,
  NewComment,
  NewHandoff,
  NewRelease,
  NewTicket,
  TicketAnswer,
  TicketsAnswer,
} from "../contract.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { keyOfName, readBody, readQuery, ticketName, whole } from "../input.ts";
import { callerOf, forbidden, mayWrite, refuseStaleProof } from "../auth/may.ts";
import { AT, pastOf } from "../past.ts";
import { asOf } from "./as-of.ts";

const requestId = z.string().exactOptional();

const LIST = z.strictObject({
  state: z.string().optional(),
  q: z.string().max(256).optional(),
  label: z.string().optional(),
  type: z.string().optional(),
  milestone: z.string().optional(),
  iteration: z.string().optional(),
  priority: z.string().optional(),
  parent: whole(1, 1e9).optional(),
  open: z.enum(["true", "false"]).optional(),
  cursor: z.string().max(300).optional(),
  limit: whole(1, 500).optional(),
});

const BEFORE = z.strictObject({ ...AT.shape, before: whole(1, Number.MAX_SAFE_INTEGER).optional() });

const TICKET: z.ZodType<NewTicket> = z.strictObject({
  title: z.string(),
  body: z.string().exactOptional(),
  priority: z.string().exactOptional(),
  estimate: z.string().exactOptional(),
  labels: z.array(z.string()).max(100).exactOptional(),
  parent: ticketName.exactOptional(),
  blockedBy: z.array(ticketName).max(100).exactOptional(),
  requestId,
});

const HANDOFF: z.ZodType<NewHandoff> = z.strictObject({
  toState: z.string().exactOptional(),
  command: z.string().exactOptional(),
  intent: z.string().exactOptional(),
  reason: z.string(),
  fromState: z.string().nullable().exactOptional(),
  override: z.boolean().exactOptional(),
  claim: z.string().max(500).exactOptional(),
  commit: z.string().max(100).exactOptional(),
  evidence: z.record(z.string(), z.string()).exactOptional(),
  requestId,
});

const COMMENT: z.ZodType<NewComment> = z.strictObject({ body: z.string(), requestId });
const RELEASE: z.ZodType<NewRelease> = z.strictObject({
  reason: z.string(),
  fromState: z.string().nullable().exactOptional(),
  holder: z.string().exactOptional(),
  requestId,
});

export function ticketRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/tickets", async (context) => {
    const asked = readQuery(context, LIST);
    if (isRefusal(asked)) return refused(context, asked);
    const { q, open, ...rest } = asked.query;
    const filter = { ...rest, anywhere: q, open: open === undefined ? undefined : open === "true" };
    const app = await server.openApp();
    const answer = await withMirror(app.board, false, await listCards(app, filter));
    return reply(context, answer satisfies TicketsAnswer | Refusal);
  });

  routes.get("/api/tickets/:key", async (context) => {
    const asked = readQuery(context, BEFORE);
    if (isRefusal(asked)) return refused(context, asked);
    const app = await server.openApp();
    const key = context.req.param("key");
    const before = asked.query.before ?? null;
    if (asked.query.at) {
      const then = await pastOf(app, asked.query.at, [key], (past) => viewTicketPage(past, key, before));
      return reply(context, then satisfies TicketAnswer | Refusal);
    }
    const answer = await asOf(server, app, `ticket ${before} ${key}`, async () =>
      withMirror(app.board, true, await viewTicketPage(app, key, before)),
    );
    return reply(context, answer satisfies TicketAnswer | Refusal);
  });

  routes.get("/api/tickets/:key/moves", async (context) => {
    const moves = await viewMoves(await server.openApp(), context.req.param("key"));
    if (isRefusal(moves)) return reply(context, moves);
    // Others than operators have to do without what only an override would bring.
    const mayOverride = context.get("principal").role === "operator";
    const shown = moves.map((move) => ({ ...move, override: move.override && mayOverride }));
    return reply(context, { moves: shown } satisfies MovesAnswer);
  });

  routes.post("/api/tickets", mayWrite, async (context) => {
    const sent = await readBody(context, TICKET);
    if (isRefusal(sent)) return refused(context, sent);
    const { parent, blockedBy, ...fields } = sent.body;
    const input = {
      ...fields,
      ...(parent === undefined ? {} : { parent: keyOfName(parent) }),
      blockedBy: blockedBy?.map(keyOfName),
    };
    return reply(context, await createTicket(await server.openApp(), callerOf(context, false), input), 201);
  });

  routes.post("/api/tickets/:key/handoff", mayWrite, async (context) => {
    const sent = await readBody(context, HANDOFF);
    if (isRefusal(sent)) return refused(context, sent);
    const { override = false, ...asked } = sent.body;
    if (override && context.get("principal").role !== "operator") return forbidden(context);
    const stale = override ? refuseStaleProof(context) : null;
    if (stale) return stale;
    const input = { key: context.req.param("key"), ...asked };
    return reply(context, await handoff(await server.openApp(), callerOf(context, override), input));
  });

  routes.post("/api/tickets/:key/comments", mayWrite, async (context) => {
    const sent = await readBody(context, COMMENT);
    if (isRefusal(sent)) return refused(context, sent);
    const input = { key: context.req.param("key"), ...sent.body };
    return reply(context, await addComment(await server.openApp(), callerOf(context, false), input), 201);
  });

  routes.post("/api/claims/:key/release", mayWrite, async (context) => {
    // A claim is given back by its holder, or taken away by an operator.
    if (context.get("principal").role === "member") return forbidden(context);
    const sent = await readBody(context, RELEASE);
    if (isRefusal(sent)) return refused(context, sent);
    const input = { key: context.req.param("key"), ...sent.body };
    return reply(context, await releaseClaim(await server.openApp(), callerOf(context, false), input));
  });

  return routes;
}
