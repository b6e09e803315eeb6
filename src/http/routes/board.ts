// The board, what waits for a person, and who is asking.

import { Hono } from "hono";
import type { App } from "../../app/app.ts";
import { viewNeeds } from "../../app/pages/needs-you.ts";
import { viewBoard } from "../../app/pages/board-page.ts";
import { readMirror } from "../../app/pages/mirror.ts";
import { stamp } from "../../engine/facts.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import type { BoardAnswer, MeAnswer, MirrorAnswer, NeedsAnswer } from "../contract.ts";
import { AT, pastOf } from "../past.ts";
import { readQuery } from "../input.ts";
import type { RouteContext, RequestContext, RouteEnv, Routes } from "../route-context.ts";
import { asOf } from "./as-of.ts";

/** Of the closed tickets as many as a column shows without asking for more. */
const CLOSED = 200;

export function boardRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/board", async (context) => {
    const asked = readQuery(context, AT);
    if (isRefusal(asked)) return refused(context, asked);
    const app = await server.openApp();
    if (asked.query.at) {
      const answer = await pastOf(app, asked.query.at, [], (then) => boardOf(server, then));
      return reply(context, isRefusal(answer) ? answer : ({ ...answer, you: whoIs(context) } satisfies BoardAnswer));
    }
    const answer = await asOf(server, app, "board", () => boardOf(server, app));
    return reply(context, { ...answer, you: whoIs(context) } satisfies BoardAnswer);
  });

  routes.get("/api/needs", async (context) => {
    const app = await server.openApp();
    const answer = await asOf(server, app, "needs", async () => ({ needs: await viewNeeds(app) }));
    return reply(context, answer satisfies NeedsAnswer);
  });

  routes.get("/api/mirror", async (context) => {
    const { board } = await server.openApp();
    const { mirror = null } = await readMirror(board, false);
    return reply(context, { now: stamp(await board.now()), mirror } satisfies MirrorAnswer);
  });

  routes.get("/api/me", (context) => reply(context, whoIs(context)));

  return routes;
}

type Shared = Omit<BoardAnswer, "seq" | "now" | "you">;

async function boardOf(server: RouteContext, app: App): Promise<Shared> {
  const { now: _, ...view } = await viewBoard(app, CLOSED);
  return { name: server.name, tracker: server.tracker, warnings: app.warnings ?? [], ...view };
}

function whoIs(context: RequestContext): MeAnswer {
  const { role, name } = context.get("principal");
  return { role: role ?? "viewer", name };
}
