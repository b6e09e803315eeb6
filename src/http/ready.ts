// What a load balancer asks. /healthz: the process answers. /readyz: it should be sent requests, and if not, why.

import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { App } from "../app/app.ts";
import { wayOut } from "../app/commit/errors.ts";
import type { RouteEnv, Routes } from "./route-context.ts";

/** A probe that waits longer has given up. */
const PATIENCE_MS = 2_000;
const SAME_LOOK_MS = 250;

export interface ReadyAnswer {
  readonly status: "ready" | "not_ready";
  readonly checks: {
    readonly draining: boolean;
    /** "ok", or the code of the error. */
    readonly database: string;
    /** "newer": this program is too old for the board; "older": the board waits for `signalbox migrate`. */
    readonly schema: "current" | "newer" | "older" | "unknown";
    readonly workflow: "ok" | "unknown";
    /** "read_only": a replica. It answers what reads, and refuses what writes. */
    readonly writes: "ok" | "read_only" | "unknown";
  };
}

/** Whether this process is about to end. */
export class Readiness {
  #draining = false;

  get draining(): boolean {
    return this.#draining;
  }

  drain(): void {
    this.#draining = true;
  }
}

export function readyRoutes(openApp: () => Promise<App>, readiness: Readiness): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  // Clients leave a server that is about to end with the answer that they wait for.
  routes.use(async (context, next) => {
    await next();
    if (readiness.draining) context.res.headers.set("Connection", "close");
  });
  routes.get("/healthz", (context) => context.json({ status: "ok" }));
  let looked: { readonly at: number; readonly found: ReturnType<typeof lookAround> } | null = null;
  routes.get("/readyz", async (context) => {
    // Anybody may ask, and the database must not be kept busy by it.
    if (!looked || performance.now() - looked.at > SAME_LOOK_MS) {
      looked = { at: performance.now(), found: lookAround(openApp) };
    }
    const answer = answerOf(await looked.found, readiness.draining);
    context.header("Cache-Control", "no-store");
    return context.json(answer, answer.status === "ready" ? 200 : 503);
  });
  return routes;
}

async function lookAround(openApp: () => Promise<App>): Promise<Found> {
  const given = new AbortController();
  const tooLong = sleep(PATIENCE_MS, { database: "timeout" } as const, { signal: given.signal, ref: false });
  tooLong.catch(() => {});
  const found = await Promise.race([lookAtBoard(openApp), tooLong]);
  given.abort();
  return found;
}

function answerOf(found: Found, draining: boolean): ReadyAnswer {
  const checks = { schema: "unknown", workflow: "unknown", writes: "unknown", ...found, draining } as const;
  const isReady = !draining && checks.database === "ok" && checks.schema === "current" && checks.workflow === "ok";
  return { status: isReady ? "ready" : "not_ready", checks };
}

type Found = Partial<ReadyAnswer["checks"]> & Pick<ReadyAnswer["checks"], "database">;

async function lookAtBoard(openApp: () => Promise<App>): Promise<Found> {
  try {
    const app = await openApp();
    const { schema, writable } = await app.board.health();
    return { database: "ok", schema, workflow: "ok", writes: writable ? "ok" : "read_only" };
  } catch (error) {
    const code = wayOut(error)?.code ?? "failed";
    if (code === "store_newer") return { database: "ok", schema: "newer" };
    if (code === "store_older") return { database: "ok", schema: "older" };
    return { database: code };
  }
}
