// The only way a ticket changes its state: read a snapshot, ask the engine, commit what it decided.

import { argument, say } from "../../engine/acts.ts";
import type { HandoffRequest } from "../../engine/tickets/read-request.ts";
import { refOf, type Identity, type Key, type TicketRef } from "../../engine/facts.ts";
import {
  decide,
  factsFor,
  takesCommit,
  type Guidance,
  type Handoff,
  type HandoffDecision,
  type RefusedHandoff,
} from "../../engine/tickets/handoff.ts";
import {
  COMMIT,
  factsForWaysFrom,
  together,
  wantedTogether,
  type WantedEvidence,
  type WantedFacts,
} from "../../engine/tickets/guards.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { takenSentence } from "../../engine/tickets/refusals/commits.ts";
import type { App, Caller } from "../app.ts";
import { claimAnswer, tokenFor, withTokenAgain, type ClaimAnswer } from "../claims/claim-answer.ts";
import { explainHolder } from "../claims/explain-holder.ts";
import type { DecisionFacts } from "../commit/decision-facts.ts";
import type { Attempt, Done } from "../commit/settle.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import { gather, gatherForWords, type Gathered } from "../evidence/gather.ts";
import { readReported, reportedWarnings, type Reported } from "../evidence/reported.ts";
import type { BareTicket, HandoffFacts } from "../ports/tickets.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { withNewName } from "../workflows/renamed.ts";
import { acceptedPlan, refusalPlan, type Asked } from "./handoff-plan.ts";
import { decisionFacts, snapshotOf } from "./snapshot.ts";

export interface HandoffInput extends Asked {
  readonly key: Key;
  readonly claim?: string | undefined;
  /** The commit that the work is in. */
  readonly commit?: string | undefined;
  /** What the caller says of it, fact by fact: a verdict, or a link. */
  readonly evidence?: Readonly<Record<string, string>> | undefined;
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
  /** The commit that its work is in from now on. */
  readonly commit?: string;
  /** The ledger's number for it; null on a dry run. */
  readonly event: number | null;
  readonly dryRun?: true;
  readonly warnings: readonly string[];
  readonly guidance: Guidance;
}

export async function handoff(app: App, caller: Caller, input: HandoffInput): Promise<HandoffAnswer | Refusal> {
  const unfit =
    checkNames(caller, input.requestId) ??
    checkText("reason", input.reason, "reason") ??
    (input.commit === undefined ? null : checkText("commit", input.commit, "name", say`${argument("commit")}`));
  if (unfit) return unfit;
  const reported = readReported(input.evidence, app.board.pulls?.remote?.url);
  if ("kind" in reported) return reported;
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
    byWorkflow(app, (app) => attempt(app, caller, input, reported, request)),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  input: HandoffInput,
  reported: readonly Reported[],
  request: RequestName,
): Promise<Attempt<HandoffAnswer | Refusal>> {
  const asked = engineRequest(caller, input);
  const { facts, decision, gathered, decidedBy } = await look(app, caller, input, reported, asked);
  const { ticket } = facts;
  if (isRefusal(decision)) {
    // What is refused stands in the ledger, once it is known on what.
    if (!ticket) return { answer: plainRefusal(decision) };
    const named = await withNewName(app, plainRefusal(decision), input.toState);
    const refusal = await explainHolder(app, ticket, named, facts.now);
    if (input.dryRun) return { answer: refusal };
    const plan = refusalPlan(app, caller, input, ticket, facts, decision, { gathered, decidedBy });
    return { plan, answer: () => withNews(app, refusal) };
  }
  const answer = answerOf(app, decision, ticket, [
    ...reportedWarnings(reported),
    ...idleWarnings(app, input),
    ...sharedWarnings(decision, gathered),
  ]);
  if (input.dryRun || !ticket) return { answer: { ...answer, dryRun: true } };
  const token = tokenFor(app, decision.claim, input.claim);
  const plan = await acceptedPlan(app, caller, ticket, facts, decision, { token, gathered, decidedBy });
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

/** Who was refused by rules that have just changed is told so. */
function withNews(app: App, refusal: Refusal): Refusal {
  const news = app.force?.news() ?? [];
  return news.length === 0
    ? refusal
    : { ...refusal, what: say`${refusal.what} The rules have changed: ${news.join("; ")}.` };
}

interface Looked {
  readonly facts: HandoffFacts;
  readonly decision: HandoffDecision;
  /** null: nothing asked for evidence. */
  readonly gathered: Gathered | null;
  readonly decidedBy: DecisionFacts;
}

/** A refusal names ways on, which guards may close: their facts are read only then. */
async function look(
  app: App,
  caller: Caller,
  { key: asKnown, claim }: HandoffInput,
  reported: readonly Reported[],
  request: HandoffRequest,
): Promise<Looked> {
  const wanted = withReports(factsFor(app.machine, request), reported);
  const facts = await app.board.tickets.forHandoff(asKnown, wanted);
  // A ticket elsewhere may have another name by now than it was asked for by.
  const key = facts.ticket?.key ?? asKnown;
  const asked = { ...request, key };
  const gathered = wanted.evidence ? await gatherFor(app, caller, facts, wanted.evidence, asked, reported) : null;
  const snapshot = await snapshotOf(app, facts, claim, gathered);
  const decision = decide(app.machine, snapshot, asked);
  const decidedBy = decisionFacts(app.machine, caller, asked, snapshot);
  if (!isRefusal(decision) || !facts.ticket) return { facts, decision, gathered, decidedBy };
  const ways = factsForWaysFrom(app.machine, facts.ticket.state);
  const missing = { group: ways.group && !wanted.group, blockers: ways.blockers && !wanted.blockers };
  const { evidence } = wantedTogether([wanted, ways]);
  if (!missing.group && !missing.blockers && !evidence) return { facts, decision, gathered, decidedBy };
  const all = { ...facts, ...(await readMissing(app, key, missing)) };
  const first = evidence ? await gatherFor(app, caller, facts, evidence, asked, reported, gathered) : null;
  const more = first && (await gatherForWords(app, key, first));
  const whole = await snapshotOf(app, all, claim, more);
  const again = decide(app.machine, whole, asked);
  return {
    facts: all,
    decision: again,
    gathered: more,
    decidedBy: decisionFacts(app.machine, caller, asked, whole),
  };
}

/** What is said of a commit is kept, whatever becomes of the handoff. */
function withReports(wanted: WantedFacts, reported: readonly Reported[]): WantedFacts {
  return reported.length === 0 ? wanted : { ...wanted, evidence: together(wanted.evidence, COMMIT) };
}

async function gatherFor(
  app: App,
  caller: Caller,
  facts: HandoffFacts,
  wanted: WantedEvidence,
  asked: HandoffRequest,
  reported: readonly Reported[],
  before: Gathered | null = null,
): Promise<Gathered | null> {
  const { ticket, now, observed } = facts;
  if (!ticket) return null;
  const takes = takesCommit(app.machine, ticket.state, asked);
  const { commit } = asked;
  return gather(app, caller, { key: ticket.key, now, wanted, commit, reported, observed, takes, before });
}

/** Two tickets may be meant to share work; whoever reads of it can tell whether these are. */
function sharedWarnings({ commit }: Handoff, gathered: Gathered | null): readonly string[] {
  const given = gathered?.evidence.given;
  if (!commit || given?.kind !== "known") return [];
  return given.others.map((other) => takenSentence(commit.head, other));
}

function idleWarnings({ machine }: App, { commit }: HandoffInput): readonly string[] {
  return commit === undefined || machine.takesCommit ? [] : ["The commit was not kept: this workflow asks for none."];
}

async function readMissing(
  app: App,
  key: Key,
  { group, blockers }: Pick<WantedFacts, "group" | "blockers">,
): Promise<Pick<HandoffFacts, "around" | "openBlockers">> {
  const around = group ? await app.board.tickets.group(key, "whole") : null;
  const open = blockers ? (await app.board.tickets.blockers(key)).filter(({ closed }) => !closed) : null;
  return {
    ...(around ? { around } : {}),
    ...(open ? { openBlockers: open.map((blocker) => blocker.key) } : {}),
  };
}

function engineRequest(caller: Caller, input: HandoffInput): HandoffRequest {
  const { key, reason, command, intent, toState, fromState, commit } = input;
  return { key, reason, actor: caller.actor, command, intent, toState, fromState, commit };
}

function answerOf(app: App, decision: Handoff, ticket: BareTicket | null, warnings: readonly string[]): HandoffAnswer {
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
    ...(decision.commit ? { commit: decision.commit.head } : {}),
    event: null,
    warnings: [...decision.warnings, ...warnings, ...(app.warnings ?? [])],
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
  const { claim: _, guards: __, ...plain } = refusal;
  return plain;
}
