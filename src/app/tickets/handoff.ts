// The only way a ticket changes its state: read a snapshot, ask the engine, commit what it decided.

import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import { refOf, type Identity, type Key, type TicketRef } from "../../engine/facts.ts";
import {
  decide,
  factsFor,
  type Guidance,
  type Handoff,
  type HandoffDecision,
  type RefusedHandoff,
} from "../../engine/tickets/handoff.ts";
import { factsForWaysFrom, type WantedFacts } from "../../engine/tickets/guards.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App, Caller } from "../app.ts";
import { claimAnswer, tokenFor, withTokenAgain, type ClaimAnswer } from "../claims/claim-answer.ts";
import { explainHolder } from "../claims/explain-holder.ts";
import type { Attempt, Done } from "../commit/settle.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { BareTicket, HandoffFacts } from "../ports/tickets.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";
import { acceptedPlan, refusalPlan, type Asked } from "./handoff-plan.ts";
import { snapshotOf } from "./snapshot.ts";

export interface HandoffInput extends Asked {
  readonly key: Key;
  /** null: they saw it without a state. */
  readonly fromState?: string | null | undefined;
  readonly claim?: string | undefined;
  readonly requestId?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface HandoffAnswer extends TicketRef {
  readonly previousState: string | null;
  readonly newState: string;
  readonly changed: boolean;
  readonly intent: string | null;
  readonly command: string | null;
  readonly reason: string;
  readonly claim?: ClaimAnswer;
  /** The ledger's number for it; null on a dry run. */
  readonly event: number | null;
  readonly dryRun?: true;
  readonly warnings: readonly string[];
  readonly guidance: Guidance;
}

export async function handoff(app: App, caller: Caller, input: HandoffInput): Promise<HandoffAnswer | Refusal> {
  const unfit = checkNames(caller, input.requestId) ?? checkText("reason", input.reason, "reason");
  if (unfit) return unfit;
  const { requestId, dryRun, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "handoff_ticket",
    subject: input.key,
    id: dryRun ? undefined : requestId,
    arguments: asked,
  };
  return settleOnce<KeptAnswer, HandoffAnswer>(
    app.board,
    request,
    (recorded) => again(app, caller, input, recorded),
    byWorkflow(app, (app) => attempt(app, caller, input, request)),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  input: HandoffInput,
  request: RequestName,
): Promise<Attempt<HandoffAnswer | Refusal>> {
  const asked = engineRequest(caller, input);
  const { facts, decision } = await look(app, input, asked);
  const { ticket } = facts;
  if (isRefusal(decision)) {
    // What is refused stands in the ledger, once it is known on what.
    if (!ticket) return { answer: plainRefusal(decision) };
    const refusal = await explainHolder(app, ticket, plainRefusal(decision), facts.now);
    if (input.dryRun) return { answer: refusal };
    return { plan: refusalPlan(app, caller, input, ticket, facts, decision), answer: () => refusal };
  }
  const answer = answerOf(app, decision, ticket);
  if (input.dryRun || !ticket) return { answer: { ...answer, dryRun: true } };
  const token = tokenFor(app, decision.claim, input.claim);
  const plan = await acceptedPlan(app, caller, ticket, facts, decision, token);
  return {
    plan: { ...plan, ...requestRecord(request, kept(answer, decision)) },
    answer: ({ seq }: Done) => ({
      ...answer,
      warnings: [...answer.warnings, ...(app.force?.news() ?? [])],
      event: seq,
      ...(answer.claim && token !== undefined ? { claim: { token, ...answer.claim } } : {}),
    }),
  };
}

/** A refusal names ways on, which guards may close: their facts are read only then. */
async function look(
  app: App,
  { key, claim }: HandoffInput,
  asked: HandoffRequest,
): Promise<{ facts: HandoffFacts; decision: HandoffDecision }> {
  const wanted = factsFor(app.machine, asked);
  const facts = await app.board.tickets.forHandoff(key, wanted);
  const decision = decide(app.machine, await snapshotOf(app, facts, claim), asked);
  if (!isRefusal(decision) || !facts.ticket) return { facts, decision };
  const { group, blockers } = factsForWaysFrom(app.machine, facts.ticket.state);
  const missing = { group: group && !wanted.group, blockers: blockers && !wanted.blockers };
  if (!missing.group && !missing.blockers) return { facts, decision };
  const all = { ...facts, ...(await readMissing(app, key, missing)) };
  return { facts: all, decision: decide(app.machine, await snapshotOf(app, all, claim), asked) };
}

async function readMissing(
  app: App,
  key: Key,
  { group, blockers }: WantedFacts,
): Promise<Pick<HandoffFacts, "around" | "openBlockers">> {
  const around = group ? await app.board.tickets.group(key, "whole") : null;
  const open = blockers ? (await app.board.tickets.blockers(key)).filter(({ closed }) => !closed) : null;
  return {
    ...(around ? { around } : {}),
    ...(open ? { openBlockers: open.map((blocker) => blocker.key) } : {}),
  };
}

function engineRequest(caller: Caller, input: HandoffInput): HandoffRequest {
  const { key, reason, command, intent, toState, fromState } = input;
  return { key, reason, actor: caller.actor, command, intent, toState, fromState };
}

function answerOf(app: App, decision: Handoff, ticket: BareTicket | null): HandoffAnswer {
  const claim = claimAnswer(decision.claim, ticket);
  return {
    ...refOf(decision.key),
    previousState: decision.previousState,
    newState: decision.newState,
    changed: decision.changed,
    intent: decision.intent,
    command: decision.command,
    reason: decision.reason,
    ...(claim ? { claim } : {}),
    event: null,
    warnings: [...decision.warnings, ...(app.warnings ?? [])],
    guidance: decision.guidance,
  };
}

/** An answer as it is recorded: without its token, with whom a token was made for. */
interface KeptAnswer {
  readonly answer: HandoffAnswer;
  readonly holder: Identity | null;
}

function kept(answer: HandoffAnswer, decision: Handoff): KeptAnswer {
  return { answer, holder: decision.claim.type === "acquire" ? decision.claim.holder : null };
}

async function again(
  app: App,
  caller: Caller,
  input: HandoffInput,
  recorded: Recorded<KeptAnswer>,
): Promise<HandoffAnswer> {
  const { holder, answer } = recorded.answer;
  const repeated = { ...answer, event: recorded.seq };
  if (!answer.claim) return repeated;
  if (holder) return { ...repeated, claim: await withTokenAgain(app, caller, input.key, answer.claim) };
  return input.claim === undefined ? repeated : { ...repeated, claim: { token: input.claim, ...answer.claim } };
}

function plainRefusal(refusal: RefusedHandoff): Refusal {
  const { claim: _, ...plain } = refusal;
  return plain;
}
