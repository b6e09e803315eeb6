// The browsers that are signed in: one's own, and for an operator all of them.

import { Hono } from "hono";
import { endBrowser, listBrowsers, type Onlooker } from "../../app/keys/browsers.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { reply } from "../answers.ts";
import { unknown } from "../auth/may.ts";
import type { BrowsersAnswer, EndedBrowser } from "../contract.ts";
import type { Principal, RouteContext, RouteEnv, Routes } from "../route-context.ts";

export function browserRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/browsers", async (context) => {
    const principal = context.get("principal");
    if (!principal.known) return unknown(context);
    const browsers = await listBrowsers(await server.openApp(), onlookerOf(principal));
    const answer = browsers.map((browser) => ({ ...browser, current: browser.id === principal.browser }));
    return reply(context, { browsers: answer } satisfies BrowsersAnswer);
  });

  /** `this`: sign out. */
  routes.delete("/api/browsers/:id", async (context) => {
    const principal = context.get("principal");
    const { known, name, proof } = principal;
    if (!known || name === null || proof === null) return unknown(context);
    const asked = context.req.param("id");
    const id = asked === "this" ? (principal.browser ?? asked) : asked;
    const caller = { actor: { kind: "person", name }, via: "http", proof } as const;
    const ended = await endBrowser(await server.openApp(), caller, onlookerOf(principal), id);
    return reply(context, (isRefusal(ended) ? ended : { ended: ended.id }) satisfies EndedBrowser | Refusal);
  });

  return routes;
}

function onlookerOf({ role, token }: Principal): Onlooker {
  return { token: role === "operator" ? null : (token ?? "") };
}
