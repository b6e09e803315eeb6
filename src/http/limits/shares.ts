// Takes a request's turn before anything is done for it. Whose share it counts for is known before its key was looked up: a
// key that was let in before has a share of its own, and all others have that of their address. Otherwise anybody could
// make up a thousand keys, and have a thousand shares.

import type { MiddlewareHandler } from "hono";
import { digestOf } from "../../app/keys/tokens.ts";
import { fail } from "../answers.ts";
import { incomingOf, networkOf } from "../auth/address.ts";
import type { RequestContext, RouteEnv } from "../route-context.ts";
import type { Full, Turns } from "./turns.ts";
import type { WriteRate } from "./write-rate.ts";

const MOST_KNOWN = 10_000;
/** Of the body of a request that waits. */
const MOST_READ = 16 * 1024;
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Keys that were let in, by their digests, and whose share each counts for. */
export class KnownKeys {
  readonly #known = new Map<string, string>();

  /** It was looked up, and fits. */
  note(key: string, caller: string): void {
    const digest = digestOf(key);
    if (this.#known.has(digest)) return;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(digest, caller);
  }

  forget(key: string): void {
    this.#known.delete(digestOf(key));
  }

  callerOf(key: string | undefined): string | null {
    return key === undefined ? null : (this.#known.get(digestOf(key)) ?? null);
  }
}

export interface Sharing {
  readonly turns: Turns;
  readonly writes: WriteRate;
  readonly known: KnownKeys;
}

export function takeTurns({ turns, writes, known }: Sharing): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const headers = headersOf(context);
    const key = headers("authorization") ?? headers("signalbox-session");
    const caller = known.callerOf(key) ?? `address ${networkOf(context.get("from"))}`;
    if (!READING.has(context.req.method) && !writes.allows(caller)) return tooManyWrites(context);
    if (isSmall(headers)) await context.req.text();
    const turn = turns.take(caller);
    if (turn === "yours" || turn === "all") return full(context, turn);
    const begun = turn instanceof Promise ? await turn : turn;
    try {
      // Nobody is there any more who could read the answer.
      if (incomingOf(context)?.socket.destroyed === true) return context.body(null, 408);
      return await next();
    } finally {
      begun.done();
    }
  };
}

/**
 * A body is read before the turn, so that nobody waits for it during the turn. A large one is not: many that wait would fill
 * the memory.
 */
function isSmall(headers: (name: string) => string | undefined): boolean {
  const length = Number(headers("content-length") ?? 0);
  return length > 0 && length <= MOST_READ && headers("transfer-encoding") === undefined;
}

/** Without making the whole request of the fetch standard first. */
function headersOf(context: RequestContext): (name: string) => string | undefined {
  const incoming = incomingOf(context);
  if (!incoming) return (name) => context.req.header(name);
  return (name) => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

function full(context: RequestContext, why: Full): Response {
  context.header("Retry-After", "1");
  return why === "yours"
    ? fail(
        context,
        429,
        "too_many_waiting",
        "A thousand of your requests wait to be answered.",
        "wait for their answers before you send more.",
      )
    : fail(context, 503, "server_busy", "Too many requests wait to be answered.", "try again in a second.");
}

function tooManyWrites(context: RequestContext): Response {
  context.header("Retry-After", "1");
  return fail(
    context,
    429,
    "too_many_writes",
    "You have sent more than 20,000 writes within a second.",
    "wait a second, and look for a loop that does not end.",
  );
}
