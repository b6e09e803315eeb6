// What a ticket says and how it is linked, changed by a person or by an agent with a token; and a move that is taken back.
// The rules are those of `update_ticket`.

import { Hono } from "hono";
import * as z from "zod";
import { undoMove } from "../../app/tickets/undo.ts";
import { updateTicket, type UpdateInput } from "../../app/tickets/update.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayWrite } from "../auth/may.ts";
import type { NewEdit, NewLink, NewUndo } from "../contract.ts";
import { keyOfName, readBody, ticketName } from "../input.ts";
import type { RequestContext, RouteContext, RouteEnv, Routes } from "../route-context.ts";

const requestId = z.string().exactOptional();
const names = z.array(ticketName).max(100);

const FIELDS = {
  title: z.string().exactOptional(),
  body: z.string().exactOptional(),
  priority: z.string().nullable().exactOptional(),
  estimate: z.string().nullable().exactOptional(),
  labels: z.array(z.string()).max(100).exactOptional(),
  parent: ticketName.nullable().exactOptional(),
};

const CALL = { claim: z.string().max(500).exactOptional(), command: z.string().exactOptional(), requestId };

const EDIT: z.ZodType<NewEdit> = z.strictObject({
  ...FIELDS,
  addBlockedBy: names.exactOptional(),
  removeBlockedBy: names.exactOptional(),
  seen: z.strictObject(FIELDS).exactOptional(),
  ...CALL,
});
const LINK: z.ZodType<NewLink> = z.strictObject(CALL);

const UNDO: z.ZodType<NewUndo> = z.strictObject({
  event: z.int().positive().exactOptional(),
  reason: z.string().exactOptional(),
  requestId,
});

export function editRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const update = async (context: RequestContext, input: UpdateInput): Promise<Response> =>
    reply(context, await updateTicket(await server.openApp(), callerOf(context, false), input));

  routes.patch("/api/tickets/:key", mayWrite, async (context) => {
    const sent = await readBody(context, EDIT);
    if (isRefusal(sent)) return refused(context, sent);
    const { parent, addBlockedBy, removeBlockedBy, seen, ...rest } = sent.body;
    return update(context, {
      key: context.req.param("key"),
      ...rest,
      parent: parent == null ? parent : keyOfName(parent),
      addBlockers: addBlockedBy?.map(keyOfName),
      removeBlockers: removeBlockedBy?.map(keyOfName),
      ...(seen ? { seen: withKey(seen) } : {}),
    });
  });

  routes.put("/api/tickets/:key/blockers/:blocker", mayWrite, async (context) => {
    const sent = await readBody(context, LINK);
    if (isRefusal(sent)) return refused(context, sent);
    const { key, blocker } = context.req.param();
    return update(context, { key, ...sent.body, addBlockers: [blocker] });
  });

  routes.delete("/api/tickets/:key/blockers/:blocker", mayWrite, async (context) => {
    const { key, blocker } = context.req.param();
    return update(context, { key, removeBlockers: [blocker] });
  });

  routes.post("/api/tickets/:key/undo", mayWrite, async (context) => {
    const sent = await readBody(context, UNDO);
    if (isRefusal(sent)) return refused(context, sent);
    const input = { key: context.req.param("key"), ...sent.body };
    return reply(context, await undoMove(await server.openApp(), callerOf(context, false), input));
  });

  return routes;
}

function withKey({ parent, ...seen }: NonNullable<NewEdit["seen"]>): NonNullable<UpdateInput["seen"]> {
  return parent === undefined ? seen : { ...seen, parent: parent === null ? null : keyOfName(parent) };
}
