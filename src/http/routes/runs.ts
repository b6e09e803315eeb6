// Skill runs.

import { Hono } from "hono";
import * as z from "zod";
import { findRunMachine } from "../../app/runs/run-machine.ts";
import { updateTaskStatus } from "../../app/runs/update-task-status.ts";
import { exportName } from "../../app/runs/run-document.ts";
import { exportRun, viewRunPage } from "../../app/runs/run-page.ts";
import { listRuns } from "../../app/runs/view-run.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayWrite } from "../auth/may.ts";
import type { NewTaskStatus, RunAnswer, RunsAnswer } from "../contract.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { readBody } from "../input.ts";
import { asOf } from "./as-of.ts";

const MOST = 200;

const STATUS: z.ZodType<NewTaskStatus> = z.strictObject({
  status: z.string(),
  fromStatus: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
});

export function runRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/runs", async (context) => {
    const app = await server.openApp();
    const answer = await asOf(server, app, "runs", async () => ({ runs: await listRuns(app, MOST) }));
    return reply(context, answer satisfies RunsAnswer);
  });

  routes.get("/api/runs/:project/:session", async (context) => {
    const app = await server.openApp();
    const name = context.req.param();
    const answer = await asOf(server, app, `run ${JSON.stringify(name)}`, async () => {
      const run = await viewRunPage(app, name, "web");
      if (isRefusal(run)) return run;
      const machine = await findRunMachine(app, run.workflowHash);
      return { run, workflow: machine?.workflow ?? app.runs.workflow };
    });
    return reply(context, answer satisfies RunAnswer | Refusal);
  });

  routes.get("/api/runs/:project/:session/export", async (context) => {
    const app = await server.openApp();
    const name = context.req.param();
    const exported = await exportRun(app, name, "web");
    if (isRefusal(exported)) return refused(context, exported);
    return context.body(exported.markdown, 200, {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(exportName(name))}`,
    });
  });

  routes.post("/api/runs/:project/:session/tasks/:task", mayWrite, async (context) => {
    const sent = await readBody(context, STATUS);
    if (isRefusal(sent)) return refused(context, sent);
    const input = { ...context.req.param(), ...sent.body };
    return reply(context, await updateTaskStatus(await server.openApp(), callerOf(context, false), input));
  });

  return routes;
}
