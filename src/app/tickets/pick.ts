// The next ticket to work on; and, where asked, taken in the same step, so that no two callers get the same one.

import { acquiringIntent } from "../../engine/workflow/compile.ts";
import { ESTIMATES, refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { givenUpStates, kindOf, type TicketKind } from "../../engine/groups/kinds.ts";
import { decide, factsFor } from "../../engine/tickets/handoff.ts";
import { checkPick, isPickable, roomsAhead, type PassedOver, type Pick } from "../../engine/tickets/pick.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import { surfaceOf, type App, type Caller } from "../app.ts";
import { MOST_ALTERNATIVES, MOST_COUNTED, type BareTicket, type Ticket, type WantedWork } from "../ports/tickets.ts";
import { claimAnswer, withTokenAgain, type ClaimAnswer } from "../claims/claim-answer.ts";
import { newToken } from "../claims/token.ts";
import { gather } from "../evidence/gather.ts";
import { acceptedPlan } from "./handoff-plan.ts";
import { decisionFacts, snapshotOf } from "./snapshot.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { refuseBlank } from "../commit/refused.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { withNewName } from "../workflows/renamed.ts";

export interface PickInput {
  readonly workflowState: string;
  readonly maxEstimate?: string | undefined;
  readonly claim?: boolean | undefined;
  readonly command?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface PickAnswer {
  readonly found: boolean;
  readonly issue: PickedIssue | null;
  /** How many others match, counted to 20. */
  readonly alternatives: number;
  readonly claim?: ClaimAnswer;
  readonly event?: number | null;
  /** Candidates that could not be taken, and why. */
  readonly skipped?: readonly Skipped[];
  /** Where nothing was found: what is there all the same, so that nobody stops while work waits. */
  readonly passedOver?: PassedOver;
}

export interface PickedIssue extends TicketRef {
  readonly title: string;
  readonly description: string;
  readonly workflowState: string | null;
  readonly estimate: string | null;
  readonly priority: string | null;
  readonly isLocked: boolean;
  readonly blockedBy: readonly (TicketRef & { readonly title: string })[];
}

export interface Skipped extends TicketRef {
  readonly code: string;
  readonly reason: string;
}

const MOST_SKIPPED = 20;
const LOST_RACE = new Set(["claim_conflict", "claim_lost", "state_changed"]);

export async function pickIssue(app: App, caller: Caller, input: PickInput): Promise<PickAnswer | Refusal> {
  if (!input.claim) {
    const checked = checkPick(app.machine, input);
    return isRefusal(checked) ? withNewName(app, checked, input.workflowState) : look(app, checked);
  }
  const unfit = checkNames(caller, input.requestId);
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "pick_actionable_issue",
    subject: input.workflowState,
    id: requestId,
    arguments: asked,
  };
  return settleOnce<KeptPick, PickAnswer>(
    app.board,
    request,
    (recorded) => again(app, caller, recorded),
    byWorkflow(app, async (app) => {
      const checked = checkClaiming(app, input);
      if (isRefusal(checked)) return { answer: await withNewName(app, checked, input.workflowState) };
      return take(app, caller, input, checked, request);
    }),
  );
}

function checkClaiming(app: App, input: PickInput): Pick | Refusal {
  const checked = checkPick(app.machine, input);
  if (isRefusal(checked)) return checked;
  const reason = input.reason ?? "";
  return refuseBlank(reason) ?? checkText("reason", reason, "reason") ?? checked;
}

async function look(app: App, checked: Pick): Promise<PickAnswer> {
  const { candidates, total } = await app.board.tickets.pickable(wantedBy(app, checked), 1);
  const first = candidates[0];
  if (!first) return nothingFound(app, checked, []);
  if (!(await hasRoomAhead(app, checked))) return nothingFound(app, checked, [], total);
  return { found: true, issue: await show(app, first, first.state, false), alternatives: total - 1 };
}

/** Tries the candidates in order; one that a guard refuses is passed over and leaves no row in the ledger. */
async function take(
  app: App,
  caller: Caller,
  input: PickInput,
  checked: Pick,
  request: RequestName,
): Promise<Attempt<PickAnswer | Refusal>> {
  const skipped: Skipped[] = [];
  const hasRoom = await hasRoomAhead(app, checked);
  for await (const { candidate, others } of candidatesFor(app, checked)) {
    if (!hasRoom) return { answer: await nothingFound(app, checked, skipped, others + 1) };
    if (skipped.length >= MOST_SKIPPED) break;
    const asked = {
      key: candidate.key,
      reason: input.reason ?? "",
      actor: caller.actor,
      fromState: checked.state,
      command: input.command,
      intent: acquiringIntent(app.machine)?.name ?? "",
    };
    const wanted = factsFor(app.machine, asked);
    const facts = await app.board.tickets.forHandoff(candidate.key, wanted);
    const { ticket, now, observed } = facts;
    // What could be picked when the list was read may be blocked, split or gone by now.
    if (!ticket) continue;
    if (!isPickable({ ...ticket, locked: false, kind: await readKind(app, ticket) }, checked)) continue;
    const gathered = wanted.evidence
      ? await gather(app, caller, { key: ticket.key, now, wanted: wanted.evidence, observed, takes: false })
      : null;
    const snapshot = await snapshotOf(app, facts, undefined, gathered);
    const decision = decide(app.machine, snapshot, asked);
    if (isRefusal(decision)) {
      // Refused for what the caller may be, not for what the ticket is: no other ticket will do.
      if (decision.code === "command_not_allowed") return { answer: decision };
      // A race that was lost is no news: the ticket is simply not there any more.
      if (!LOST_RACE.has(decision.code)) {
        const reason = inWords(decision.what, surfaceOf(caller));
        skipped.push({ ...refOf(candidate.key), code: decision.code, reason });
      }
      continue;
    }
    const claim = claimAnswer(decision.claim, ticket);
    if (!claim || decision.claim.type !== "acquire") continue;
    const answer: PickAnswer = {
      found: true,
      issue: await show(app, candidate, decision.newState, true),
      alternatives: others,
      claim,
      event: null,
      ...(skipped.length > 0 ? { skipped } : {}),
    };
    const token = newToken(app, claim.fence);
    const decidedBy = decisionFacts(app.machine, caller, asked, snapshot);
    const plan = await acceptedPlan(app, caller, ticket, facts, decision, { token, gathered, decidedBy });
    return {
      plan: { ...plan, ...requestRecord(request, { answer, key: ticket.key } satisfies KeptPick) },
      answer: (done) => ({ ...answer, claim: { token, ...claim }, event: done.seq }),
    };
  }
  return { answer: await nothingFound(app, checked, skipped) };
}

/** Work that can't be handed on when it is done would only pile up. */
async function hasRoomAhead(app: App, checked: Pick): Promise<boolean> {
  const ahead = roomsAhead(app.machine, checked);
  if (ahead.length === 0) return true;
  const open = await app.board.evidence.openIn(ahead.flat().map(({ state }) => state));
  return ahead.every((ways) => ways.some(({ state, max }) => max === null || (open.get(state) ?? 0) < max));
}

/** `noRoom`: how many were passed over for that. */
async function nothingFound(app: App, checked: Pick, skipped: readonly Skipped[], noRoom = 0): Promise<PickAnswer> {
  const others = await app.board.tickets.notPickable(wantedBy(app, checked));
  return {
    found: false,
    issue: null,
    alternatives: 0,
    ...(skipped.length > 0 ? { skipped } : {}),
    passedOver: { ...others, noRoom, guarded: skipped.length },
  };
}

/** Nearly always it is the first that is taken: the others are read only where it is not. */
async function* candidatesFor(app: App, checked: Pick): AsyncGenerator<Candidate> {
  // By their keys: what was first may be somebody else's by the time that the others are read.
  const tried = new Set<Key>();
  for (const many of [1, MOST_COUNTED]) {
    const { candidates, total } = await app.board.tickets.pickable(wantedBy(app, checked), many);
    for (const [index, candidate] of candidates.entries()) {
      if (!tried.has(candidate.key)) yield { candidate, others: Math.min(total - index - 1, MOST_ALTERNATIVES) };
      tried.add(candidate.key);
    }
  }
}

interface Candidate {
  readonly candidate: Ticket;
  /** How many come after it. */
  readonly others: number;
}

interface KeptPick {
  readonly answer: PickAnswer;
  readonly key: string;
}

async function again(app: App, caller: Caller, recorded: Recorded<KeptPick>): Promise<PickAnswer> {
  const { answer, key } = recorded.answer;
  const claim = answer.claim && (await withTokenAgain(app, caller, key, answer.claim));
  return { ...answer, event: recorded.seq, ...(claim ? { claim } : {}) };
}

async function show(app: App, ticket: Ticket, state: string | null, isLocked: boolean): Promise<PickedIssue> {
  const blockedBy = await app.board.tickets.blockers(ticket.key);
  return {
    ...refOf(ticket.key),
    title: ticket.title,
    description: ticket.body,
    workflowState: state,
    estimate: ticket.estimate,
    priority: ticket.priority,
    isLocked,
    blockedBy: blockedBy.map((blocker) => ({ ...refOf(blocker.key), title: blocker.title })),
  };
}

function wantedBy(app: App, { state, maxEstimate }: Pick): WantedWork {
  const estimates = ESTIMATES.slice(0, ESTIMATES.indexOf(maxEstimate) + 1);
  return { state, estimates, givenUp: givenUpStates(app.machine) };
}

/** Few tickets that are picked have children: only theirs are read. */
async function readKind(app: App, { key, childCount }: BareTicket): Promise<TicketKind> {
  if (childCount === 0) return "work";
  const children = await app.board.tickets.children(key);
  return kindOf(
    app.machine,
    children.map(({ ticket: { state, closed } }) => ({ state, closed, readable: true })),
  );
}
