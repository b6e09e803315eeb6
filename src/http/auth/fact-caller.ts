// Who gives a fact, and what their word is worth: by the key that they have shown, and by nothing that they have sent.

import type { MiddlewareHandler } from "hono";
import type { Caller } from "../../app/app.ts";
import { asAttesting } from "../../app/evidence/attest-ticket.ts";
import type { RequestContext, RouteEnv } from "../route-context.ts";
import { callerOf, mayWrite } from "./may.ts";

/** Witnesses, and everybody who may write: an agent's word is a report. */
export const mayGiveFacts: MiddlewareHandler<RouteEnv> = async (context, next) =>
  context.get("principal").witness ? next() : mayWrite(context, next);

/** Behind `mayGiveFacts`. */
export function factCallerOf(context: RequestContext): Caller {
  const { witness, proof } = context.get("principal");
  if (!witness) return asAttesting(callerOf(context, false));
  const { connection, source, facts } = witness;
  return {
    actor: { kind: "agent", identity: { connection, agent: null }, commands: [] },
    via: "http",
    surface: "web",
    ...(proof === null ? {} : { proof }),
    witness: { level: "attested", source, facts },
  };
}
