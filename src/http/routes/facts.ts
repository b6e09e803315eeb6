// Facts about commits: what is known of one, and what CI jobs, agents and people say of it.

import { Hono } from "hono";
import * as z from "zod";
import { attestTicket } from "../../app/evidence/attest-ticket.ts";
import { listFacts } from "../../app/evidence/list-facts.ts";
import { recordFact, refuseCommit, type FactAnswer as Recorded } from "../../app/evidence/record-fact.ts";
import { refuseBlank } from "../../app/commit/refused.ts";
import { VERDICTS } from "../../engine/evidence/fact.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import { fail, refused, reply } from "../answers.ts";
import { factCallerOf, mayGiveFacts } from "../auth/fact-caller.ts";
import { callerOf, claimsNotAllowed, isPerson } from "../auth/may.ts";
import type { AttestedAnswer, FactAnswer, FactsAnswer, NewAttest, NewFact } from "../contract.ts";
import type { RequestContext, RouteContext, RouteEnv, Routes } from "../route-context.ts";
import { readBody, readQuery } from "../input.ts";

const ASKED = z.strictObject({ commit: z.string().max(100) });

const count = z.int().min(0).max(1e9);
/** Shown as a link, to people: nothing that a browser would run. */
const url = z.url({ protocol: /^https?$/ }).max(2_000);
const tail = z.string().max(64 * 1024);
const verdict = z.enum(VERDICTS);

const FACT: z.ZodType<NewFact> = z.strictObject({
  commit: z.string().max(100),
  name: z.string().max(100),
  verdict,
  tests: z.strictObject({ passed: count, failed: count, skipped: count }).exactOptional(),
  exit: z.int().min(-1).max(1e6).exactOptional(),
  ms: count.exactOptional(),
  url: url.exactOptional(),
  tail: tail.exactOptional(),
  reason: z.string().exactOptional(),
  request_id: z.string().exactOptional(),
});

const ATTEST: z.ZodType<NewAttest> = z.strictObject({
  name: z.string().max(100),
  reason: z.string(),
  verdict: verdict.exactOptional(),
  commit: z.string().max(100).nullable().exactOptional(),
  url: url.exactOptional(),
  requestId: z.string().exactOptional(),
});

export function factRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/facts", async (context) => {
    const asked = readQuery(context, ASKED);
    if (isRefusal(asked)) return refused(context, asked);
    const { commit } = asked.query;
    const unfit = refuseCommit(commit);
    if (unfit) return refused(context, unfit);
    const other = refuseOtherCommit(context, commit);
    if (other) return other;
    const facts = await listFacts(await server.openApp(), { commit });
    return reply(context, isRefusal(facts) ? facts : ({ commit, facts } satisfies FactsAnswer));
  });

  routes.post("/api/facts", mayGiveFacts, async (context) => {
    const sent = await readBody(context, FACT);
    if (isRefusal(sent)) return refused(context, sent);
    const { commit, request_id: run, ...said } = sent.body;
    const unfit = refuseCommit(commit);
    if (unfit) return refused(context, unfit);
    const other = refuseOtherCommit(context, commit) ?? refuseOtherFact(context, said.name);
    if (other) return other;
    const caller = factCallerOf(context);
    const blank = caller.actor.kind === "person" ? refuseBlank(said.reason ?? "") : null;
    if (blank) return refused(context, blank);
    const answer = await recordFact(await server.openApp(), caller, { subject: commit, ...said, run });
    return reply(context, answer satisfies FactAnswer | Recorded | Refusal, 201);
  });

  routes.post("/api/tickets/:key/attest", isPerson, async (context) => {
    const sent = await readBody(context, ATTEST);
    if (isRefusal(sent)) return refused(context, sent);
    const input = { key: context.req.param("key"), ...sent.body };
    const answer = await attestTicket(await server.openApp(), callerOf(context, false), input);
    return reply(context, answer satisfies AttestedAnswer | Refusal, 201);
  });

  return routes;
}

/** Its issuer has signed the commit that it ran at. */
function refuseOtherCommit(context: RequestContext, commit: string): Response | null {
  const own = context.get("principal").witness?.commit ?? null;
  if (own === null || own === commit) return null;
  return claimsNotAllowed(context, `the job ran at ${own}, and speaks of ${quote(commit)} (sha)`);
}

function refuseOtherFact(context: RequestContext, name: string): Response | null {
  const { witness } = context.get("principal");
  if (!witness || witness.facts.includes(name)) return null;
  return fail(
    context,
    403,
    "role_not_allowed",
    `This witness may not give the fact ${quote(name)}; it may give ${listed(witness.facts, "and") || "none"}.`,
    "give one of those; or ask a person for a witness that may.",
  );
}
