// The only way a ticket changes its state: read a snapshot, ask the engine, commit what it decided.

import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import { isLive, renewal } from "../../engine/claims/claims.ts";
import { refOf, sameIdentity, showIdentity, type Identity, type Key, type TicketRef } from "../../engine/facts.ts";
import { decide, needs, type Guidance, type Handoff, type RefusedHandoff } from "../../engine/tickets/handoff.ts";
import type { HandoffSnapshot } from "../../engine/tickets/check-handoff.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import type { HandoffFacts } from "../ports/tickets.ts";
import { claimColumns, claimData } from "../claims/columns.ts";
import { makeToken, worthOf } from "../claims/token.ts";
import { withHolderAtWork } from "../claims/explain-holder.ts";
import type { Json } from "../commit/json.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import type { Change, Check, Entry, Plan } from "../commit/plan.ts";
import { refusalTexts } from "../commit/refused.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import type { Done, Step } from "../commit/settle.ts";
import type { BareTicket } from "../ports/tickets.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";

export interface HandoffInput {
  readonly key: Key;
  readonly command?: string | undefined;
  readonly intent?: string | undefined;
  readonly toState?: string | undefined;
  readonly reason: string;
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

export interface ClaimAnswer {
  /** Only in the answer to the holder. */
  readonly token?: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: string;
}

export async function handoff(app: App, caller: Caller, input: HandoffInput): Promise<HandoffAnswer | Refusal> {
  const unfit = checkNames(caller, input.requestId) ?? checkText("reason", input.reason, "reason");
  if (unfit) return unfit;
  const { requestId, dryRun, ...asked } = input;
  const request: RequestName = {
    tool: "handoff_ticket",
    subject: input.key,
    id: dryRun ? undefined : requestId,
    arguments: asked,
  };
  return settleOnce<KeptAnswer, HandoffAnswer>(
    app.board,
    request,
    (recorded) => again(app, caller, input, recorded),
    byWorkflow(app, (app) => step(app, caller, input, request)),
  );
}

async function step(
  app: App,
  caller: Caller,
  input: HandoffInput,
  request: RequestName,
): Promise<Step<HandoffAnswer | Refusal>> {
  const asked = engineRequest(caller, input);
  const facts = await app.board.tickets.forHandoff(input.key, needs(app.machine, asked));
  const decision = decide(app.machine, await snapshotOf(app, facts, input.claim), asked);
  const { ticket } = facts;
  if (isRefusal(decision)) {
    // What is refused stands in the ledger, once it is known on what.
    if (!ticket) return { answer: plainRefusal(decision) };
    const refusal = await withHolderAtWork(app, ticket, plainRefusal(decision), facts.now);
    if (input.dryRun) return { answer: refusal };
    return { plan: refusalPlan(app, caller, input, ticket, facts, decision), answer: () => refusal };
  }
  if (input.dryRun || !ticket) return { answer: { ...answerOf(app, decision, ticket, null), dryRun: true } };
  const token = await tokenFor(app, decision, ticket, input.claim);
  const answer = answerOf(app, decision, ticket, null);
  return {
    plan: { ...acceptedPlan(app, caller, ticket, facts, decision), ...requestRecord(request, kept(answer, decision)) },
    answer: ({ seq }: Done) => ({
      ...answer,
      warnings: [...answer.warnings, ...(app.force?.news() ?? [])],
      event: seq,
      ...(answer.claim && token !== undefined ? { claim: { token, ...answer.claim } } : {}),
    }),
  };
}

function engineRequest(caller: Caller, input: HandoffInput): HandoffRequest {
  return {
    key: input.key,
    reason: input.reason,
    actor: caller.actor,
    command: input.command,
    intent: input.intent,
    toState: input.toState,
    fromState: input.fromState,
  };
}

export async function snapshotOf(app: App, facts: HandoffFacts, claim: string | undefined): Promise<HandoffSnapshot> {
  const { now, ticket, group, openBlockers } = facts;
  return {
    now,
    ticket: ticket && {
      ...ticket,
      token: claim === undefined ? "none" : worthOf(claim, await app.board.claims.secret(), ticket),
    },
    ...(group ? { group } : {}),
    ...(openBlockers ? { openBlockers } : {}),
  };
}

export function acceptedPlan(
  app: App,
  caller: Caller,
  ticket: BareTicket,
  facts: HandoffFacts,
  decision: Handoff,
): Plan {
  const { now } = facts;
  const moved = decision.kind === "move";
  const columns = {
    ...(moved ? { state: decision.newState, entered_at: now, ...closing(app, ticket, decision.newState) } : {}),
    ...claimColumns(decision.claim, moved, now),
  };
  const entry: Entry = {
    kind: decision.override ? "override" : decision.kind,
    subject: { type: "ticket", key: ticket.key },
    by: authorOf(caller),
    data: {
      from: decision.previousState,
      to: decision.newState,
      command: decision.command,
      intent: decision.intent,
      ...withClaim(claimData(decision.claim)),
      ...(decision.guards.length > 0 ? { guards: decision.guards as unknown as Json } : {}),
    },
    texts: { reason: decision.reason },
    changes: ticketChange(ticket, columns, now),
    ...(decision.comment === null ? {} : { comment: decision.comment }),
  };
  return { id: app.newId(), checks: [...workflowCheck(app), ticketCheck(ticket), ...facts.relied], entries: [entry] };
}

/** Set only where it changes: indexes over open and closed tickets would be written for nothing. */
function closing(app: App, ticket: BareTicket, state: string): { readonly closed?: number } {
  const closed = app.machine.states.get(state)?.terminal === true;
  return closed === ticket.closed ? {} : { closed: closed ? 1 : 0 };
}

function refusalPlan(
  app: App,
  caller: Caller,
  input: HandoffInput,
  ticket: BareTicket,
  facts: HandoffFacts,
  refusal: RefusedHandoff,
): Plan {
  const columns = claimColumns(refusal.claim, false, facts.now);
  const renews = Object.keys(columns).length > 0;
  const entry: Entry = {
    kind: "refuse",
    subject: { type: "ticket", key: ticket.key },
    by: authorOf(caller),
    data: {
      code: refusal.code,
      from: ticket.state,
      command: short(input.command),
      intent: short(input.intent),
      to: short(input.toState),
      ...withClaim(claimData(refusal.claim)),
    },
    texts: refusalTexts(refusal, input.reason),
    changes: ticketChange(ticket, columns, facts.now),
  };
  // A refusal changes nothing, so that the ticket may have moved meanwhile; a renewal changes it.
  const checks = [...workflowCheck(app), ...(renews ? [ticketCheck(ticket)] : [])];
  return { id: app.newId(), checks, entries: [entry] };
}

export function ticketCheck(ticket: BareTicket): Check {
  return { table: "ticket", key: ticket.key, version: ticket.version };
}

/** Each once. A row that was seen at two versions stays in twice: the older look is stale, and so is the plan. */
export function eachOnce(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map((check) => [`${check.table} ${check.version} ${check.key}`, check])).values()];
}

/** Nothing to set is no change, and raises no version. */
export function ticketChange(
  ticket: { readonly key: Key; readonly version: number },
  columns: Readonly<Record<string, string | number | null>>,
  now: number,
): readonly Change[] {
  if (Object.keys(columns).length === 0) return [];
  return [
    { table: "ticket", key: { key: ticket.key }, set: { ...columns, version: ticket.version + 1, updated_at: now } },
  ];
}

function answerOf(app: App, decision: Handoff, ticket: BareTicket | null, event: number | null): HandoffAnswer {
  const claim = claimAnswer(decision, ticket);
  return {
    ...refOf(decision.key),
    previousState: decision.previousState,
    newState: decision.newState,
    changed: decision.changed,
    intent: decision.intent,
    command: decision.command,
    reason: decision.reason,
    ...(claim ? { claim } : {}),
    event,
    warnings: [...decision.warnings, ...(app.warnings ?? [])],
    guidance: decision.guidance,
  };
}

export function claimAnswer(decision: Handoff, ticket: BareTicket | null): ClaimAnswer | null {
  const { claim } = decision;
  if (claim.type === "acquire") {
    return {
      holder: showIdentity(claim.holder),
      fence: claim.fence,
      expiresAt: new Date(claim.expiresAt).toISOString(),
    };
  }
  if (claim.type !== "renew" || !ticket?.claim) return null;
  const { holder, fence } = ticket.claim;
  return { holder: showIdentity(holder), fence, expiresAt: new Date(claim.expiresAt).toISOString() };
}

/** For whoever takes the claim, or has shown its token; the holder's identity alone may be shared by several agents. */
async function tokenFor(
  app: App,
  decision: Handoff,
  ticket: BareTicket,
  shown: string | undefined,
): Promise<string | undefined> {
  if (decision.claim.type !== "acquire") return shown;
  return makeToken(await app.board.claims.secret(), ticket.key, decision.claim.fence);
}

/** An answer as it is recorded: without its token, with whom the token was made for. */
interface KeptAnswer {
  readonly answer: HandoffAnswer;
  readonly holder: Identity | null;
}

function kept(answer: HandoffAnswer, decision: Handoff): KeptAnswer {
  return { answer, holder: decision.claim.type === "acquire" ? decision.claim.holder : null };
}

/** A repeated answer has its token again, for the holder and nobody else. */
async function again(
  app: App,
  caller: Caller,
  input: HandoffInput,
  recorded: Recorded<KeptAnswer>,
): Promise<HandoffAnswer> {
  const { holder, answer } = recorded.answer;
  const repeated = { ...answer, event: recorded.seq };
  if (!answer.claim) return repeated;
  if (holder) return { ...repeated, claim: await tokenAgain(app, caller, input.key, answer.claim, holder) };
  return input.claim === undefined ? repeated : { ...repeated, claim: { token: input.claim, ...answer.claim } };
}

export async function tokenAgain(
  app: App,
  caller: Caller,
  key: Key,
  claim: ClaimAnswer,
  holder: Identity,
): Promise<ClaimAnswer> {
  if (caller.actor.kind === "person" || !sameIdentity(caller.actor.identity, holder)) return claim;
  return { token: makeToken(await app.board.claims.secret(), key, claim.fence), ...claim };
}

function plainRefusal(refusal: RefusedHandoff): Refusal {
  const { claim: _, ...plain } = refusal;
  return plain;
}

function withClaim(data: Json): Record<string, Json> {
  return data === null ? {} : { claim: data };
}

/** The ledger keeps what was asked, and no flood of it. */
function short(word: string | undefined): string | null {
  return word === undefined ? null : word.slice(0, 100);
}

/** Whoever changes a ticket that they hold has shown that they are alive: the lease is made whole once half is gone. */
export function signOfLife(
  app: App,
  caller: Caller,
  ticket: BareTicket,
  now: number,
): Readonly<Record<string, string | number | null>> {
  const { claim } = ticket;
  if (!claim || !isLive(claim, now) || caller.actor.kind === "person") return {};
  if (!sameIdentity(claim.holder, caller.actor.identity)) return {};
  return claimColumns(renewal(app.machine, { ...ticket, token: "none" }, claim, now), false, now);
}
