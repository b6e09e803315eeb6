// Web pages elsewhere, which somebody on this machine may be looking at. A name that leads here without being ours, and a
// page that did not come from here, are turned away before anything else is looked at.

import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { fail } from "../answers.ts";

const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export interface Reach {
  /** Listens on this machine alone. */
  readonly loopback: boolean;
  /** Names under which it may be called, beside this machine's own. */
  readonly allowHosts: readonly string[];
  /** Nobody comes in without a key, on this machine either. */
  readonly requireToken: boolean;
}

export function turnStrangersAway(reach: Reach): MiddlewareHandler {
  const names = new Set([...OWN_NAMES, ...reach.allowHosts.map((name) => name.toLowerCase())]);
  // An address that is no name can't be made to lead elsewhere.
  const isOurs = (name: string): boolean =>
    names.has(name) || (!reach.loopback && isIP(name.replaceAll(/[[\]]/g, "")) > 0);
  return async (context, next) => {
    const host = hostnameOf(context.req.header("host"));
    if (host === null || !isOurs(host)) {
      return fail(
        context,
        403,
        "host_not_allowed",
        "This server is not called by that name.",
        "call it by its own address; a name of its own is allowed by `signalbox serve --allow-host NAME`.",
      );
    }
    const origin = context.req.header("origin");
    if (origin !== undefined) {
      const from = originOf(origin);
      if (from === null || !isOurs(from)) {
        return fail(
          context,
          403,
          "origin_not_allowed",
          "A page from elsewhere may not ask here.",
          "ask from this server's own pages.",
        );
      }
    }
    return next();
  };
}

/** Headers of whoever passes on what others send. */
const PASSED_ON =
  /^(forwarded|via|x-forwarded(-.*)?|x-original-forwarded-for|x-real-ip|x-client-ip|(.*-)?connecting-ip|true-client-ip)$/;

/**
 * Comes from this machine, and from nobody who passes on what others send. A proxy may add no header at all, as nginx does by
 * itself: it speaks HTTP/1.0 then, which no program speaks that was written for this server.
 */
export function isLocal(headers: Headers, httpVersion: string): boolean {
  const host = hostnameOf(headers.get("host") ?? undefined);
  if (host === null || !OWN_NAMES.includes(host) || httpVersion === "1.0") return false;
  return ![...headers.keys()].some((name) => PASSED_ON.test(name));
}

/** Whether a page of ours sent it: a cookie goes along with whatever a page on a neighbouring port sends, too. */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get("host")?.toLowerCase();
}

function hostnameOf(host: string | undefined): string | null {
  if (host === undefined || !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host)) return null;
  return host.replace(/:\d{1,5}$/, "").toLowerCase();
}

function originOf(origin: string): string | null {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return null;
  return new URL(origin).hostname.toLowerCase();
}
