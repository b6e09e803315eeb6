// Who is asking: by their token, else by their browser's session, else by where they are. On this machine everybody may
// look; from elsewhere nobody does without a key.

import type { MiddlewareHandler } from "hono";
import type { App } from "../../app/app.ts";
import type { KeptToken } from "../../app/ports/keys.ts";
import { recognizeBrowser } from "../../app/keys/browsers.ts";
import { digestOf, idOf, recognizeToken } from "../../app/keys/tokens.ts";
import { noteBrowserUse, noteTokenUse } from "../../app/keys/uses.ts";
import { atDoor } from "../../engine/names.ts";
import { fail } from "../answers.ts";
import type { RouteContext, RequestContext, RouteEnv, Principal } from "../route-context.ts";
import { addressOf } from "./address.ts";
import type { Failures } from "./failures.ts";
import { notKnown, signedOut } from "./may.ts";
import { isLocal, isSameOrigin, type Reach } from "./strangers.ts";

/** The header that a page of ours sends: kept per origin, where a cookie would go to every port of the host. */
export const SESSION = "signalbox-session";

const NOBODY: Principal = {
  role: null,
  known: false,
  name: null,
  token: null,
  browser: null,
  proof: null,
  fresh: false,
  agent: null,
  caller: null,
};
const ONLOOKER: Principal = { ...NOBODY, role: "viewer" };

export interface Recognition extends Reach {
  readonly failures: Failures;
  /** Whether a browser's session counts: not at the agents' door. */
  readonly browsers: boolean;
}

export function recognize(server: RouteContext, options: Recognition): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const app = await server.openApp();
    const found = await find(app, context, { ...options, log: server.log });
    if (found instanceof Response) return found;
    context.set("principal", found);
    return next();
  };
}

type Looking = Recognition & Pick<RouteContext, "log">;

async function find(app: App, context: RequestContext, options: Looking): Promise<Principal | Response> {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) return byToken(app, context, authorization, options);
  const session = options.browsers ? context.req.header(SESSION) : undefined;
  if (session !== undefined) return bySession(app, context, session, options);
  return options.loopback && isLocal(context.req.raw.headers) ? ONLOOKER : NOBODY;
}

async function byToken(
  app: App,
  context: RequestContext,
  authorization: string,
  { failures, log }: Looking,
): Promise<Principal | Response> {
  const [, text = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const address = addressOf(context);
  const digest = digestOf(text);
  const wait = failures.waitFor(address, digest);
  if (wait !== null) return tooMany(context, wait);
  const token = await recognizeToken(app.board, text);
  if (!token) {
    failures.failed(address, digest);
    log({ level: "warn", message: "a key did not fit", key: idOf(text), from: address });
    return notKnown(context);
  }
  failures.worked(digest);
  await noted(noteTokenUse(app.board, token, address), log);
  return { ...principalOf(token, token.name, `token ${token.id}`), fresh: true };
}

async function bySession(
  app: App,
  context: RequestContext,
  session: string,
  { failures, log }: Looking,
): Promise<Principal | Response> {
  if (!isSameOrigin(context.req.raw.headers)) return crossSite(context);
  const address = addressOf(context);
  const digest = digestOf(session);
  const wait = failures.waitFor(address, digest);
  if (wait !== null) return tooMany(context, wait);
  const known = await recognizeBrowser(app.board, session);
  if (!known) {
    failures.failed(address, digest);
    log({ level: "warn", message: "a session did not fit", from: address });
    return signedOut(context);
  }
  failures.worked(digest);
  const { browser, token, fresh } = known;
  await noted(noteBrowserUse(app.board, browser, address), log);
  return { ...principalOf(token, browser.name, `link ${token.id}`), browser: browser.id, fresh };
}

/** Reading goes on where nothing can be written down: the disk is full, or the file is not ours to write. */
async function noted(writing: Promise<void>, log: RouteContext["log"]): Promise<void> {
  try {
    await writing;
  } catch (error) {
    log({ level: "warn", message: "the use of a key could not be noted", error: String(error) });
  }
}

export function crossSite(context: RequestContext): Response {
  return fail(
    context,
    403,
    "cross_site",
    "A page from elsewhere may not use this browser's session.",
    "ask from this server's own pages.",
  );
}

function principalOf(token: KeptToken, name: string, proof: string): Principal {
  const { role } = token;
  const known = { ...NOBODY, role, known: true, name, token: token.id, proof };
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
