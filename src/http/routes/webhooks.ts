// POST /github/webhooks: GitHub says that something has changed. There is no token: each is signed. It is answered before
// anybody looks, as GitHub waits for ten seconds at the most.

import { verify } from "@octokit/webhooks-methods";
import { Hono } from "hono";
import { digestOf } from "../../app/keys/tokens.ts";
import type { HintOutcome, Hints } from "../../app/ports/mirror.ts";
import { fail, reply } from "../answers.ts";
import { tooMany } from "../auth/recognize.ts";
import type { WrongKeys } from "../auth/wrong-keys.ts";
import { limitBody } from "../limits/body.ts";
import { counted, type ServerGauge } from "../metrics.ts";
import type { RequestContext, RouteContext, RouteEnv, Routes } from "../route-context.ts";

const WEBHOOKS_PATH = "/github/webhooks";
const SIGNATURE = "x-hub-signature-256";
/** As GitHub calls kinds of events. */
const EVENT = /^[a-z0-9_]{1,60}$/;

/** The secrets that count, read anew each time; throws where they can't be read. null: none was set. */
export type WebhookSecrets = (() => readonly string[]) | null;

export interface WebhookRoutes {
  readonly routes: Routes;
  readonly gauges: readonly ServerGauge[];
}

export function webhookRoutes(server: RouteContext, secrets: WebhookSecrets, wrongKeys: WrongKeys): WebhookRoutes {
  const counts = new Map<HintOutcome | "refused", number>();
  const count = (outcome: HintOutcome | "refused"): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  let known: Hints | null = null;
  const hintsOf = async (): Promise<Hints | null> => {
    known = (await server.openApp()).board.mirror?.hints ?? null;
    return known;
  };

  const routes: Routes = new Hono<RouteEnv>();
  const limit = limitBody((context, sentence) =>
    fail(context, 413, "too_large", sentence, "nothing: what has changed is seen by the next look."),
  );
  routes.post(WEBHOOKS_PATH, limit, async (context) => {
    const hints = secrets === null ? null : await hintsOf();
    if (secrets === null || !hints) return off(context);
    const body = await context.req.text();
    const signed = await isSigned(context, body, secrets, server.log);
    if (signed === "unknown") return unreadableSecret(context);
    if (signed === "wrong") {
      count("refused");
      hints.refuse();
      const [from, digest] = [context.get("from"), digestOf(body)];
      const wait = wrongKeys.failed({ kind: "webhook", id: null, from, digest });
      return wait === null ? wrong(context) : tooMany(context, wait);
    }
    const event = context.req.header("x-github-event") ?? "";
    const payload = jsonOf(body);
    if (!EVENT.test(event) || payload === undefined) return unreadable(context);
    const outcome = await hints.take({ event, payload, digest: digestOf(body) });
    count(outcome);
    server.log({ level: "debug", message: "webhook", event, outcome });
    return reply(context, { outcome }, 202);
  });

  const total = (): number => [...counts.values()].reduce((sum, one) => sum + one, 0);
  const of = (outcome: HintOutcome | "refused") => () => counts.get(outcome) ?? 0;
  return {
    routes,
    gauges: [
      counted("webhooks_total", "Webhooks that came.", total),
      counted("webhooks_refused_total", "Webhooks without a signature that fits.", of("refused")),
      counted("webhooks_repeated_total", "Webhooks that had come before.", of("repeated")),
      counted("webhooks_elsewhere_total", "Webhooks of other projects and repositories.", of("elsewhere")),
      counted("webhook_looks_total", "Looks at GitHub that webhooks led to.", () => known?.looks ?? 0),
    ],
  };
}

/** unknown: the secret can't be read. */
async function isSigned(
  context: RequestContext,
  body: string,
  secrets: () => readonly string[],
  log: RouteContext["log"],
): Promise<"right" | "wrong" | "unknown"> {
  const signature = context.req.header(SIGNATURE) ?? "";
  if (signature === "" || body === "") return "wrong";
  let all: readonly string[];
  try {
    all = secrets();
  } catch (error) {
    log({ level: "error", message: `The secret of webhooks can't be read: ${(error as Error).message}` });
    return "unknown";
  }
  for (const secret of all) if (await verify(secret, body, signature)) return "right";
  return "wrong";
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function off(context: RequestContext): Response {
  return fail(
    context,
    404,
    "webhooks_off",
    "Webhooks are not set up here.",
    "set SIGNALBOX_GITHUB_WEBHOOK_SECRET on a board whose tickets live on GitHub, and start the server anew.",
  );
}

function unreadableSecret(context: RequestContext): Response {
  return fail(context, 503, "webhooks_off", "The secret of webhooks can't be read.", "look into the server's log.");
}

function wrong(context: RequestContext): Response {
  return fail(
    context,
    401,
    "signature_wrong",
    "There is no signature that fits.",
    "give GitHub the secret that SIGNALBOX_GITHUB_WEBHOOK_SECRET leads to.",
  );
}

function unreadable(context: RequestContext): Response {
  return fail(
    context,
    400,
    "webhook_unreadable",
    "It is signed, and is no webhook of GitHub's in JSON.",
    "choose the content type application/json in GitHub's settings.",
  );
}
