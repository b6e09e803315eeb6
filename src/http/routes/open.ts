// A link lets a browser in, once. GET /open is a page of the dashboard; the code stands behind the # of its address, which
// no browser sends. The page sends it by POST /open, and keeps what it gets where no other port of this host sees it.

import { Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { signIn } from "../../app/keys/browsers.ts";
import { digestOf } from "../../app/keys/tokens.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { fail, refused, reply } from "../answers.ts";
import { crossSite, SESSION, tooMany } from "../auth/recognize.ts";
import { isSameOrigin } from "../auth/strangers.ts";
import type { WrongKeys } from "../auth/wrong-keys.ts";
import type { NewSignIn, SignInAnswer } from "../contract.ts";
import { readBody } from "../input.ts";
import { limitBody } from "../limits/body.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";

const CODE: z.ZodType<NewSignIn> = z.strictObject({ code: z.string().max(100) });

export function openRoutes(server: RouteContext, wrongKeys: WrongKeys): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/open", fromNoOtherSite);

  const limit = limitBody((context, sentence) => fail(context, 413, "too_large", sentence, "send less at once."));
  routes.post("/open", limit, async (context) => {
    context.header("Cache-Control", "no-store");
    if (!isSameOrigin(context.req.raw.headers)) return crossSite(context);
    const sent = await readBody(context, CODE);
    if (isRefusal(sent)) return refused(context, sent);
    const { code } = sent.body;
    const from = context.get("from");
    const wait = wrongKeys.waitFor(() => digestOf(code));
    if (wait !== null) return tooMany(context, wait);
    const program = context.req.header("user-agent") ?? "";
    const signedIn = await signIn(await server.openApp(), { code, from, program, before: context.req.header(SESSION) });
    if (!signedIn) {
      const longer = wrongKeys.failed({ kind: "link", id: null, from, digest: digestOf(code) });
      if (longer !== null) return tooMany(context, longer);
      return fail(
        context,
        403,
        "link_used_up",
        "This link was used before, or is too old.",
        "run `signalbox open` for a new one.",
      );
    }
    const { id, name, role } = signedIn.browser;
    server.log({ level: "notice", message: "a browser signed in", browser: id, name, role, from });
    return reply(context, signedIn satisfies SignInAnswer, 201);
  });

  return routes;
}

/** A page elsewhere could sign this browser in as somebody else, who would then see what is done with it. */
const fromNoOtherSite: MiddlewareHandler<RouteEnv> = async (context, next) => {
  if (isSameOrigin(context.req.raw.headers)) return next();
  const [message, recovery] = [
    "Another site led here, and its links are not followed.",
    "copy the link from the terminal into the address bar.",
  ];
  context.header("Cache-Control", "no-store");
  return context.req.header("accept")?.includes("text/html")
    ? context.text(`${message}\nTo go on, ${recovery}\n`, 403)
    : fail(context, 403, "link_from_elsewhere", message, recovery);
};
