// The dashboard's files. They hold no data, so that they need no key: what they show is asked for with one.

import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import type { RouteEnv, Routes } from "./route-context.ts";

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Paths that are no page of the dashboard, whatever comes after them. */
const NO_PAGE = /^\/(api|mcp|metrics|healthz|readyz|assets)(\/|$)/;
const HOSTILE = /\\|\/\/|\/\.\.?(\/|$)|[\p{Cc}]/u;

export function pageRoutes(web: string): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  // Their names change with what is in them.
  routes.use("/assets/*", keep("public, max-age=31536000, immutable"), compress(), serveStatic({ root: web }));
  routes.use("/*", keep("no-cache"), compress(), etag(), serveStatic({ root: web }));
  const page = serveStatic<RouteEnv>({ root: web, path: "index.html" });
  routes.get("/*", keep("no-cache"), compress(), etag(), (context, next) => {
    return isPage(context.req.path, context.req.header("accept") ?? "") ? page(context, next) : next();
  });
  return routes;
}

/** On everything that leaves: an answer of the API that is opened in a browser is no page either. */
export const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  // Set where they stand: set through the context, each would make the whole answer anew.
  const { headers } = context.res;
  headers.set("Content-Security-Policy", POLICY);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
};

/** The pages have addresses of their own, which the one file answers; a name with an ending is a file, and may be missing. */
function isPage(path: string, accept: string): boolean {
  if (NO_PAGE.test(path) || HOSTILE.test(decoded(path))) return false;
  return !/\.[^/]*$/.test(path) || accept.includes("text/html");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Half an escape: no address of ours, and the page says so.
    return path;
  }
}

function keep(policy: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.res.ok || context.res.status === 304) context.header("Cache-Control", policy);
  };
}
