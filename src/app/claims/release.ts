// Giving a claim back, or taking one away: the state stays, and the ticket is free.

import { isLive } from "../../engine/claims/claims.ts";
import { refOf, sameIdentity, showIdentity, showKey, type Key, type TicketRef } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { refuseChanged } from "../../engine/seen.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { claimColumns } from "./columns.ts";
import { worthOf } from "./token.ts";
import { ticketChange, ticketCheck } from "../tickets/handoff.ts";
import { withHolderAtWork } from "./explain-holder.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { noSuchTicket, refuseBlank, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import type { Ticket } from "../ports/tickets.ts";

export interface ReleaseInput {
  readonly key: Key;
  readonly claim?: string | undefined;
  readonly reason: string;
  /** The state and the holder that the caller saw; undefined where they rely on none. */
  readonly fromState?: string | null | undefined;
  readonly holder?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface ReleaseAnswer extends TicketRef {
  readonly released: true;
  readonly holder: string;
  readonly state: string | null;
  readonly event: number | null;
}

export async function releaseClaim(app: App, caller: Caller, input: ReleaseInput): Promise<ReleaseAnswer | Refusal> {
  const unfit =
    checkNames(caller, input.requestId) ?? refuseBlank(input.reason) ?? checkText("reason", input.reason, "reason");
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = { tool: "release_claim", subject: input.key, id: requestId, arguments: asked };
  return settleOnce<ReleaseAnswer, ReleaseAnswer>(app.board, request, withEvent, async () => {
    const ticket = await app.board.tickets.get(input.key);
    if (!ticket) return { answer: noSuchTicket(input.key) };
    const changed = changedSince(input, ticket);
    if (changed) return { plan: refusedPlan(app, caller, ticket, changed, input.reason), answer: () => changed };
    const now = await app.board.now();
    const refusal = await judgeRelease(app, caller, input, ticket, now);
    if (refusal) {
      const told = await withHolderAtWork(app, ticket, refusal, now);
      return { plan: refusedPlan(app, caller, ticket, refusal, input.reason), answer: () => told };
    }

    const holder = ticket.claim ? showIdentity(ticket.claim.holder) : "";
    const answer: ReleaseAnswer = { ...refOf(ticket.key), released: true, holder, state: ticket.state, event: null };
    const deposed = caller.actor.kind === "person";
    const effect = ticket.claim && ({ type: "release", holder: ticket.claim.holder, deposed } as const);
    return {
      plan: {
        id: app.newId(),
        checks: [ticketCheck(ticket)],
        entries: [
          {
            kind: "release",
            subject: { type: "ticket", key: ticket.key },
            by: authorOf(caller),
            data: { holder, fence: ticket.fence, state: ticket.state, deposed },
            texts: { reason: input.reason },
            changes: effect ? ticketChange(ticket, claimColumns(effect, false, now), now) : [],
          },
        ],
        ...requestRecord(request, answer),
      },
      answer: (done) => ({ ...answer, event: done.seq }),
    };
  });
}

function changedSince({ fromState, holder }: ReleaseInput, { key, state, claim }: Ticket): Refusal | null {
  const now = claim && showIdentity(claim.holder);
  return (
    refuseChanged(`the state of ${showKey(key)}`, fromState, state) ??
    refuseChanged(`the holder of ${showKey(key)}`, holder, now)
  );
}

async function judgeRelease(
  app: App,
  caller: Caller,
  input: ReleaseInput,
  ticket: Ticket,
  now: number,
): Promise<Refusal | null> {
  const { claim } = ticket;
  const key = showKey(ticket.key);
  if (!claim) {
    return refuse(
      "not_claimed",
      `Nobody holds a claim on ${key}, so there is none to release.`,
      `nothing needs to be done. To work on ${key}, lock it with handoff_ticket.`,
      { ...refOf(ticket.key), holder: null },
    );
  }
  if (caller.actor.kind === "person") return null;
  const worth = worthOf(input.claim, await app.board.claims.secret(), ticket);
  if (worth === "current" || (worth === "none" && sameIdentity(claim.holder, caller.actor.identity))) return null;
  const holder = showIdentity(claim.holder);
  const expiresAt = new Date(claim.expiresAt).toISOString();
  return refuse(
    worth === "none" ? "claim_conflict" : "claim_lost",
    worth === "none"
      ? `The claim on ${key} belongs to ${holder}, until ${expiresAt}; only its holder or an operator gives it back.`
      : `The claim token does not fit ${key}: ${holder} holds it, until ${expiresAt}.`,
    isLive(claim, now)
      ? `leave ${key} alone and take up other work with pick_actionable_issue, or ask an operator to release it.`
      : `the claim has run out: lock ${key} with handoff_ticket to take it over.`,
    { ...refOf(ticket.key), holder, expiresAt },
  );
}
