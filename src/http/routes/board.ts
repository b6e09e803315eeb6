// The board, what waits for a person, and who is asking.

import { Hono } from "hono";
import type { App } from "../../app/app.ts";
import { viewNeeds } from "../../app/pages/needs-you.ts";
import { viewBoard } from "../../app/pages/board-page.ts";
import type { BoardAnswer, MeAnswer, NeedsAnswer } from "../contract.ts";
import type { Desk, DeskContext, DeskEnv, Routes } from "../route-context.ts";
import { asOf } from "./as-of.ts";

/** Of the closed tickets as many as a column shows without asking for more. */
const CLOSED = 200;

export function boardRoutes(desk: Desk): Routes {
  const routes: Routes = new Hono<DeskEnv>();

  routes.get("/api/board", async (context) => {
    const app = await desk.openApp();
    const answer = await asOf(desk, app, "board", () => boardOf(desk, app));
    return context.json({ ...answer, you: whoIs(context) } satisfies BoardAnswer);
  });

  routes.get("/api/needs", async (context) => {
    const app = await desk.openApp();
    const answer = await asOf(desk, app, "needs", async () => ({ needs: await viewNeeds(app) }));
    return context.json(answer satisfies NeedsAnswer);
  });

  routes.get("/api/me", (context) => context.json(whoIs(context)));

  return routes;
}

type Shared = Omit<BoardAnswer, "seq" | "now" | "you">;

async function boardOf(desk: Desk, app: App): Promise<Shared> {
  const { now: _, ...view } = await viewBoard(app, CLOSED);
  return { name: desk.name, tracker: desk.tracker, warnings: app.warnings ?? [], ...view };
}

function whoIs(context: DeskContext): MeAnswer {
  const { role, name } = context.get("principal");
  return { role: role ?? "viewer", name };
}
