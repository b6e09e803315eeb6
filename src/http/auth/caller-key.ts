// Whose share a request counts for, where there is not enough for all: a browser's, a token's, or an address's.

import type { RequestContext } from "../route-context.ts";
import { networkOf } from "./address.ts";

export function callerKeyOf(context: RequestContext): string {
  const { browser, token } = context.get("principal");
  if (browser !== null) return `browser ${browser}`;
  return token === null ? `address ${networkOf(context.get("from"))}` : `token ${token}`;
}
