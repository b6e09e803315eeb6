// GET /open?code=…: a link becomes a cookie, once.

import { Hono } from "hono";
import { admit } from "../../app/keys/invitations.ts";
import { digestOf } from "../../app/keys/tokens.ts";
import { fail } from "../answers.ts";
import { addressOf } from "../auth/address.ts";
import { makePass, passCookie } from "../auth/cookies.ts";
import type { Failures } from "../auth/failures.ts";
import { tooMany } from "../auth/recognize.ts";
import type { RouteContext, RequestContext, RouteEnv, Routes } from "../route-context.ts";

export function openRoutes(server: RouteContext, failures: Failures): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get("/open", async (context) => {
    // A browser that prefetches must not use up the link that somebody is about to click.
    if (context.req.method !== "GET" || isLookingAhead(context)) return context.body(null, 204);
    const app = await server.openApp();
    const code = context.req.query("code") ?? "";
    const address = addressOf(context);
    const wait = failures.waitFor(address, digestOf(code));
    if (wait !== null) return tooMany(context, wait);
    const admitted = await admit(app, code);
    if (!admitted) {
      failures.failed(address, digestOf(code));
      return usedUp(context);
    }
    const secret = await app.board.keys.cookieSecret();
    const pass = makePass(admitted.token, admitted.name, Date.now());
    const cookie = await passCookie(secret, pass, {
      httpOnly: true,
      sameSite: "Strict",
      secure: isSecure(context),
      path: "/",
      expires: new Date(pass.expiresAt),
    });
    context.header("Set-Cookie", cookie);
    context.header("Cache-Control", "no-store");
    return context.redirect("/", 303);
  });
  return routes;
}

function usedUp(context: RequestContext): Response {
  const [message, recovery] = ["This link was used before, or is too old.", "run `signalbox open` for a new one."];
  context.header("Cache-Control", "no-store");
  return context.req.header("accept")?.includes("text/html")
    ? context.text(`${message}\nTo go on, ${recovery}\n`, 403)
    : fail(context, 403, "link_used_up", message, recovery);
}

function isLookingAhead(context: RequestContext): boolean {
  return ["purpose", "sec-purpose"].some((name) => context.req.header(name)?.includes("prefetch"));
}

function isSecure(context: RequestContext): boolean {
  return new URL(context.req.url).protocol === "https:" || context.req.header("x-forwarded-proto") === "https";
}
