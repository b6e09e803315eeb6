// Keys to the board: an operator sees who has one, makes, limits and revokes them. Each of these asks for a fresh proof.

import { Hono } from "hono";
import * as z from "zod";
import { limitToken } from "../../app/keys/limit-token.ts";
import { issueToken, revokeToken } from "../../app/keys/tokens.ts";
import { viewPeople } from "../../app/keys/people.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayOperate, refuseStaleProof } from "../auth/may.ts";
import type { NewKey, NewLimit, NewRevocation, PeopleAnswer } from "../contract.ts";
import { readBody } from "../input.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";

const DAY_MS = 24 * 3_600_000;
const words = z.array(z.string().max(100)).max(50);

const KEY: z.ZodType<NewKey> = z.strictObject({
  role: z.string(),
  name: z.string().exactOptional(),
  commands: words.exactOptional(),
  facts: words.exactOptional(),
  days: z.number().positive().max(3650).exactOptional(),
});
const LIMIT: z.ZodType<NewLimit> = z.strictObject({ to: words });
const REVOCATION: z.ZodType<NewRevocation> = z.strictObject({ reason: z.string().min(1).max(4096) });

export function peopleRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/tokens", mayOperate, async (context) => {
    const current = context.get("principal").token;
    const { tokens, ...rest } = await viewPeople(await server.openApp());
    const answer = { ...rest, tokens: tokens.map((token) => ({ ...token, current: token.id === current })) };
    return reply(context, answer satisfies PeopleAnswer);
  });

  routes.post("/api/tokens", mayOperate, async (context) => {
    const sent = await readBody(context, KEY);
    if (isRefusal(sent)) return refused(context, sent);
    const stale = refuseStaleProof(context);
    if (stale) return stale;
    const { days, ...asked } = sent.body;
    const input = { ...asked, ...(days === undefined ? {} : { lastsMs: days * DAY_MS }) };
    return reply(context, await issueToken(await server.openApp(), callerOf(context, false), input), 201);
  });

  routes.post("/api/tokens/:id/limit", mayOperate, async (context) => {
    const sent = await readBody(context, LIMIT);
    if (isRefusal(sent)) return refused(context, sent);
    const stale = refuseStaleProof(context);
    if (stale) return stale;
    const input = { id: context.req.param("id"), ...sent.body };
    return reply(context, await limitToken(await server.openApp(), callerOf(context, false), input));
  });

  routes.post("/api/tokens/:id/revoke", mayOperate, async (context) => {
    const sent = await readBody(context, REVOCATION);
    if (isRefusal(sent)) return refused(context, sent);
    const stale = refuseStaleProof(context);
    if (stale) return stale;
    const id = context.req.param("id");
    return reply(context, await revokeToken(await server.openApp(), callerOf(context, false), id, sent.body.reason));
  });

  return routes;
}
