// A workflow takes force: an operator's decision. Any person may try what one would have done.

import { Hono } from "hono";
import * as z from "zod";
import { PARTS, TICKET_PART, type WorkflowPart } from "../../app/ports/workflows.ts";
import { TRY_DAYS } from "../../app/replay/trial-days.ts";
import { tryWorkflow } from "../../app/replay/try-workflow.ts";
import { adoptWorkflow } from "../../app/workflows/adopt.ts";
import type { Candidate } from "../../app/workflows/compare.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import { callerOf, isPerson, mayOperate, refuseStaleProof } from "../auth/may.ts";
import type { AdoptionAnswer, NewAdoption, NewTrial, TrialAnswer } from "../contract.ts";
import { readBody } from "../input.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";

/** What reads and checks workflows is none of this layer's. */
export type ReadWorkflow = (part: WorkflowPart, given: unknown) => Promise<Candidate | Refusal>;

const ADOPT: z.ZodType<NewAdoption> = z.strictObject({
  workflow: z.looseObject({}),
  part: z.enum(PARTS).exactOptional(),
  from: z.string().max(64).nullable().exactOptional(),
  map: z.record(z.string().max(200), z.string().max(200)).exactOptional(),
  releaseClaims: z.boolean().exactOptional(),
  dryRun: z.boolean().exactOptional(),
});

const TRY: z.ZodType<NewTrial> = z.strictObject({
  workflow: z.looseObject({}),
  days: z.int().min(1).max(TRY_DAYS.most).exactOptional(),
});

/** The whole ledger is read for it: several at once would leave nothing to those who work. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => {});
    return mine;
  };
}

export function workflowRoutes(server: RouteContext, readWorkflow: ReadWorkflow): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const oneAtATime = inTurn();

  routes.post("/api/workflows/adopt", mayOperate, async (context) => {
    const read = await readBody(context, ADOPT);
    if (isRefusal(read)) return refused(context, read);
    const { workflow, part = TICKET_PART, from, map = {}, releaseClaims, dryRun } = read.body;
    const stale = dryRun === true ? null : refuseStaleProof(context);
    if (stale) return stale;
    const candidate = await readWorkflow(part, workflow);
    if (isRefusal(candidate)) return refused(context, candidate);
    const app = await server.openApp();
    const pairs = Object.entries(map).map(([old, to]) => ({ from: old, to }));
    const input = { ...candidate, from, map: pairs, releaseClaims, dryRun };
    const answer = await adoptWorkflow(app, callerOf(context, false), input);
    // Whoever asks next is answered by it.
    await app.force?.reload();
    return reply(context, answer satisfies AdoptionAnswer | Refusal);
  });

  routes.post("/api/workflow/try", isPerson, async (context) => {
    const read = await readBody(context, TRY);
    if (isRefusal(read)) return refused(context, read);
    const { workflow, days = TRY_DAYS.usual } = read.body;
    const candidate = await readWorkflow(TICKET_PART, workflow);
    if (isRefusal(candidate)) return refused(context, candidate);
    const answer = await oneAtATime(async () => tryWorkflow(await server.openApp(), candidate.workflow, { days }));
    return reply(context, answer satisfies TrialAnswer);
  });

  return routes;
}
