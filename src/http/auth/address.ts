// Where a request comes from, by its connection: what its headers say about that is anybody's word.

import { getConnInfo } from "@hono/node-server/conninfo";
import type { RequestContext } from "../route-context.ts";

export function addressOf(context: RequestContext): string {
  // Called without a connection: by a program in the same process.
  if (typeof context.env !== "object" || !("incoming" in context.env)) return "here";
  return getConnInfo(context).remote.address ?? "unknown";
}
