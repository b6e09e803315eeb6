// Who is asking: by their token, else by their browser's cookie, else by where they are. On this machine everybody may
// look; from elsewhere nobody does without a key.

import type { MiddlewareHandler } from "hono";
import type { App } from "../../app/app.ts";
import type { KeptToken } from "../../app/ports/keys.ts";
import { digestOf, recognizeToken } from "../../app/keys/tokens.ts";
import { atDoor } from "../../engine/names.ts";
import { fail } from "../answers.ts";
import type { RouteContext, RequestContext, RouteEnv, Principal } from "../route-context.ts";
import { addressOf } from "./address.ts";
import { readPass } from "./cookies.ts";
import type { Failures } from "./failures.ts";
import { notKnown } from "./may.ts";
import { isLocal, isSameOrigin, type Reach } from "./strangers.ts";

const NOBODY: Principal = { role: null, known: false, name: null, agent: null, caller: null };
const ONLOOKER: Principal = { ...NOBODY, role: "viewer" };

export interface Recognition extends Reach {
  readonly failures: Failures;
  /** Whether a cookie counts: not at the agents' door. */
  readonly cookies: boolean;
}

export function recognize(server: RouteContext, options: Recognition): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const app = await server.openApp();
    const found = await find(app, context, options);
    if (found instanceof Response) return found;
    context.set("principal", found);
    return next();
  };
}

async function find(app: App, context: RequestContext, options: Recognition): Promise<Principal | Response> {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) return byToken(app, context, authorization, options.failures);
  const cookie = options.cookies ? await byCookie(app, context) : null;
  if (cookie) return cookie;
  return options.loopback && isLocal(context.req.raw.headers) ? ONLOOKER : NOBODY;
}

async function byToken(
  app: App,
  context: RequestContext,
  authorization: string,
  failures: Failures,
): Promise<Principal | Response> {
  const [, text = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const address = addressOf(context);
  const digest = digestOf(text);
  const wait = failures.waitFor(address, digest);
  if (wait !== null) return tooMany(context, wait);
  const token = await recognizeToken(app.board, text);
  if (!token) {
    failures.failed(address, digest);
    return notKnown(context);
  }
  failures.worked(digest);
  return principalOf(token, token.name, `token ${token.id}`);
}

async function byCookie(app: App, context: RequestContext): Promise<Principal | Response | null> {
  const secret = await app.board.keys.cookieSecret();
  const pass = await readPass(context, secret, Date.now());
  if (!pass) return null;
  if (!isSameOrigin(context.req.raw.headers)) {
    return fail(
      context,
      403,
      "cross_site",
      "A page from elsewhere may not use this browser's key.",
      "ask from this server's own pages.",
    );
  }
  const token = await app.board.keys.liveToken(pass.token);
  if (token?.role !== pass.role) return null;
  return principalOf(token, pass.name, `link ${token.id}`);
}

function principalOf(token: KeptToken, name: string, proof: string): Principal {
  const { role } = token;
  const known = { role, known: true, name } as const;
  if (role === "viewer") return { ...known, agent: null, caller: null };
  if (role === "operator") {
    const caller = (override: boolean) => ({ actor: { kind: "person", name, override }, via: "http", proof }) as const;
    return { ...known, agent: null, caller };
  }
  const connection = atDoor(token.name, "token");
  const identity = { connection, agent: null };
  const commands = token.commands === null ? {} : { commands: token.commands };
  return {
    ...known,
    agent: { connection, commands: token.commands },
    caller: () => ({ actor: { kind: "agent", identity, ...commands }, via: "http", proof, surface: "web" }),
  };
}

export function tooMany(context: RequestContext, seconds: number): Response {
  context.header("Retry-After", String(seconds));
  return fail(
    context,
    429,
    "too_many_failures",
    "Too many keys from this address did not fit.",
    `try again in ${seconds} seconds, with a key that fits.`,
  );
}
