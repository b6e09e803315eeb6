// A workflow takes force: an operator's decision.

import { Hono } from "hono";
import * as z from "zod";
import { PARTS, TICKET_PART, type WorkflowPart } from "../../app/ports/workflows.ts";
import { adoptWorkflow } from "../../app/workflows/adopt.ts";
import type { Candidate } from "../../app/workflows/compare.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, mayOperate, refuseStaleProof } from "../auth/may.ts";
import type { AdoptionAnswer, NewAdoption } from "../contract.ts";
import { readBody } from "../input.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";

/** What reads and checks workflows is none of this layer's. */
export type ReadWorkflow = (part: WorkflowPart, given: unknown) => Promise<Candidate | Refusal>;

const ADOPT: z.ZodType<NewAdoption> = z.strictObject({
  workflow: z.looseObject({}),
  part: z.enum(PARTS).exactOptional(),
  from: z.string().max(64).nullable().exactOptional(),
  dryRun: z.boolean().exactOptional(),
});

export function workflowRoutes(server: RouteContext, readWorkflow: ReadWorkflow): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.post("/api/workflows/adopt", mayOperate, async (context) => {
    const read = await readBody(context, ADOPT);
    if (isRefusal(read)) return refused(context, read);
    const { workflow, part = TICKET_PART, from, dryRun } = read.body;
    const stale = dryRun === true ? null : refuseStaleProof(context);
    if (stale) return stale;
    const candidate = await readWorkflow(part, workflow);
    if (isRefusal(candidate)) return refused(context, candidate);
    const app = await server.openApp();
    const answer = await adoptWorkflow(app, callerOf(context, false), { ...candidate, from, dryRun });
    // Whoever asks next is answered by it.
    await app.force?.reload();
    return reply(context, answer satisfies AdoptionAnswer | Refusal);
  });

  return routes;
}
