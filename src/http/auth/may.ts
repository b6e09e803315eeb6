// Which roles may do what. Reading is for every role but witnesses, who see what they gave and no more; writing is for
// agents and people, each as what they are. Of people, members go along the edges; operators also decide about others' claims
// and sessions, about keys and about the rules.

import type { MiddlewareHandler } from "hono";
import type { Caller } from "../../app/app.ts";
import { fail } from "../answers.ts";
import type { Role } from "../contract.ts";
import type { RequestContext, RouteEnv } from "../route-context.ts";

const MAKE_AGENT = "`signalbox token new --role agent`";

/** Where a CI job has business: to give facts, to read them, and to ask as whom it is known. */
const OF_WITNESSES: ReadonlySet<string> = new Set(["/api/facts", "/api/me"]);

/** Everything under /api and the metrics. */
export const mayRead: MiddlewareHandler<RouteEnv> = async (context, next) => {
  const { role } = context.get("principal");
  if (role === null) return unknown(context);
  return role === "witness" && !OF_WITNESSES.has(context.req.path) ? forbidden(context) : next();
};

/** An agent with a token acts as an agent, a member or an operator as a person. */
export const mayWrite: MiddlewareHandler<RouteEnv> = async (context, next) => {
  const { role, caller } = context.get("principal");
  if (caller) return next();
  return role !== null && hasKey(context) ? forbidden(context) : unknown(context);
};

/** What only a person does. */
export const isPerson: MiddlewareHandler<RouteEnv> = async (context, next) => {
  const { role } = context.get("principal");
  if (role === "member" || role === "operator") return next();
  return role !== null && hasKey(context) ? forbidden(context) : unknown(context);
};

/** What only an operator does. */
export const mayOperate: MiddlewareHandler<RouteEnv> = async (context, next) => {
  const { role } = context.get("principal");
  if (role === "operator") return next();
  return role !== null && hasKey(context) ? forbidden(context) : unknown(context);
};

/** Behind `mayWrite`: every caller here may write. */
export function callerOf(context: RequestContext, override: boolean): Caller {
  const { caller } = context.get("principal");
  if (!caller) throw new Error("a caller who may not write got past the check");
  return caller(override);
}

export function unknown(context: RequestContext): Response {
  context.header("WWW-Authenticate", 'Bearer realm="signalbox"');
  return fail(
    context,
    401,
    "token_needed",
    "This needs a token, or the operator's link.",
    `send Authorization: Bearer with a token (${MAKE_AGENT} makes one); in a browser, open the link that \`signalbox open\` prints.`,
  );
}

/** A key was shown, and it opens nothing. */
export function notKnown(context: RequestContext): Response {
  context.header("WWW-Authenticate", 'Bearer realm="signalbox", error="invalid_token"');
  return fail(
    context,
    401,
    "token_unknown",
    "This token is not known here, was revoked, or has expired.",
    `use another one (${MAKE_AGENT} makes one), or none where none is needed.`,
  );
}

/** A session was shown, and it opens nothing any more; the header tells the page to forget it. */
export function signedOut(context: RequestContext): Response {
  context.header("Signalbox-Session", "ended");
  return fail(
    context,
    401,
    "signed_out",
    "This browser is not signed in any more.",
    "open the link that `signalbox open` prints.",
  );
}

/** For what is worth asking a person twice. null: they have shown their key, or opened their link, a short while ago. */
export function refuseStaleProof(context: RequestContext): Response | null {
  if (context.get("principal").fresh) return null;
  return fail(
    context,
    403,
    "proof_needed",
    "This asks for a fresh proof that you are who you were: this browser's link was opened more than 15 minutes ago.",
    "run `signalbox open`, open the link in this browser, and try again.",
  );
}

/** A job has shown who it is, or has tried to, and is not who a person trusts. */
export function claimsNotAllowed(context: RequestContext, why: string): Response {
  return fail(
    context,
    403,
    "claims_not_allowed",
    `This job's token is not taken: ${why}.`,
    "`signalbox witness list` shows what is trusted, and the audience to ask for; docs/witnesses.md has a workflow that fits.",
  );
}

export function forbidden(context: RequestContext): Response {
  const { role } = context.get("principal");
  return fail(context, 403, "role_not_allowed", `A token of role ${role} may not do this.`, insteadOf(role));
}

function insteadOf(role: Role | null): string {
  if (role === "agent") return "leave it to a person: they open the link that `signalbox open` prints.";
  if (role === "member") return "ask an operator: members move tickets along the workflow, comment, create and edit.";
  if (role === "witness") return "a witness gives facts, with POST /api/facts, and does nothing else.";
  return `use a token that may: ${MAKE_AGENT} makes one for an agent, \`signalbox open\` prints the link for a person.`;
}

function hasKey(context: RequestContext): boolean {
  return context.get("principal").known;
}
