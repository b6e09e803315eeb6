// Who is asking: by their token, else by their browser's session, else by where they are. On this machine everybody may
// look; from elsewhere nobody does without a key.

import type { MiddlewareHandler } from "hono";
import type { App } from "../../app/app.ts";
import type { KeptToken } from "../../app/ports/keys.ts";
import { browserIdOf, recognizeBrowser } from "../../app/keys/browsers.ts";
import { digestOf, idOf, recognizeToken } from "../../app/keys/tokens.ts";
import { noteBrowserUse, noteTokenUse, noteWitnessUse } from "../../app/keys/uses.ts";
import { sourceOfJobs, sourceOfToken } from "../../app/keys/sources.ts";
import { atDoor } from "../../engine/names.ts";
import { fail } from "../answers.ts";
import type { KnownKeys } from "../limits/shares.ts";
import type { RouteContext, RequestContext, RouteEnv, Principal } from "../route-context.ts";
import { incomingOf } from "./address.ts";
import type { Door } from "./door.ts";
import { claimsNotAllowed, notKnown, signedOut } from "./may.ts";
import type { Issuers } from "./oidc/issuers.ts";
import { isJobToken, readJobToken } from "./oidc/job-token.ts";
import { isLocal, isSameOrigin } from "./strangers.ts";
import type { WrongKeys } from "./wrong-keys.ts";

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
  witness: null,
  caller: null,
};
const ONLOOKER: Principal = { ...NOBODY, role: "viewer" };

export interface Recognition {
  readonly door: Door;
  readonly wrongKeys: WrongKeys;
  readonly knownKeys: KnownKeys;
  /** Whether a browser's session counts: not at the agents' door. */
  readonly browsers: boolean;
  readonly issuers: Issuers;
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
  const { headers } = context.req.raw;
  const local = isLocal(headers, incomingOf(context)?.httpVersion ?? "1.1");
  // A program on this machine, or a page of ours; a page on a neighbouring port is somebody else's.
  return local && isSameOrigin(headers) && (await options.door.isOpen(app)) ? ONLOOKER : NOBODY;
}

async function byToken(
  app: App,
  context: RequestContext,
  authorization: string,
  looking: Looking,
): Promise<Principal | Response> {
  const [, text = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (isJobToken(text)) return byJob(app, context, text, looking);
  const { wrongKeys, knownKeys, log } = looking;
  const from = context.get("from");
  const wait = wrongKeys.waitFor(() => digestOf(text));
  if (wait !== null) return tooMany(context, wait);
  const token = await recognizeToken(app.board, text);
  if (!token) {
    knownKeys.forget(authorization);
    const longer = wrongKeys.failed({ kind: "key", id: idOf(text), from, digest: digestOf(text) });
    return longer === null ? notKnown(context) : tooMany(context, longer);
  }
  knownKeys.note(authorization, `token ${token.id}`);
  await noted(noteTokenUse(app.board, token, from), log);
  return { ...principalOf(token, token.name, `token ${token.id}`), fresh: true };
}

async function byJob(
  app: App,
  context: RequestContext,
  text: string,
  { wrongKeys, issuers, log }: Looking,
): Promise<Principal | Response> {
  const from = context.get("from");
  const wait = wrongKeys.waitFor(() => digestOf(text));
  if (wait !== null) return tooMany(context, wait);
  const job = await readJobToken(app.board, issuers, text);
  if ("why" in job) {
    const longer = wrongKeys.failed({ kind: "job", id: null, from, digest: digestOf(text) });
    return longer === null ? claimsNotAllowed(context, job.why) : tooMany(context, longer);
  }
  const { witness, commit } = job;
  await noted(noteWitnessUse(app.board, witness, from), log);
  const { id, repositoryId, facts } = witness;
  // No token can be called so.
  const name = `oidc:${repositoryId}`;
  const said = { source: sourceOfJobs(witness), facts, commit, connection: atDoor(name, "token") };
  return { ...NOBODY, role: "witness", known: true, name, proof: `witness ${id}`, witness: said };
}

async function bySession(
  app: App,
  context: RequestContext,
  session: string,
  { wrongKeys, knownKeys, log }: Looking,
): Promise<Principal | Response> {
  if (!isSameOrigin(context.req.raw.headers)) return crossSite(context);
  const from = context.get("from");
  const wait = wrongKeys.waitFor(() => digestOf(session));
  if (wait !== null) return tooMany(context, wait);
  const known = await recognizeBrowser(app.board, session);
  if (!known) {
    knownKeys.forget(session);
    const id = browserIdOf(session);
    const longer = wrongKeys.failed({ kind: "session", id, from, digest: digestOf(session) });
    return longer === null ? signedOut(context) : tooMany(context, longer);
  }
  const { browser, token, fresh } = known;
  knownKeys.note(session, `browser ${browser.id}`);
  await noted(noteBrowserUse(app.board, browser, from), log);
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
  if (role === "viewer") return known;
  if (role === "operator" || role === "member") {
    // A member goes along the edges, and past nothing.
    const may = role === "operator";
    const caller = (override: boolean) =>
      ({ actor: { kind: "person", name, override: may && override }, via: "http", proof }) as const;
    return { ...known, caller };
  }
  const connection = atDoor(token.name, "token");
  if (role === "witness") {
    const witness = { source: sourceOfToken(token), facts: token.facts ?? [], commit: null, connection };
    return { ...known, witness };
  }
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
    "Too many keys from here did not fit.",
    `send a key that fits, which is let in at once, or try this one again in ${seconds} seconds.`,
  );
}
