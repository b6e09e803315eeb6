// Giving a claim back, or taking one away: the state stays, and the ticket is free.

import { isLive } from "../../engine/claims/claims.ts";
import { by, say } from "../../engine/acts.ts";
import { refOf, sameIdentity, showIdentity, showKey, stamp, type Key, type TicketRef } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { showName } from "../../engine/words.ts";
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
      say`nothing needs to be done. To work on ${key}, lock it ${by({ type: "move" })}.`,
      { ...refOf(ticket.key), holder: null },
    );
  }
  if (caller.actor.kind === "person") return null;
  const worth = worthOf(input.claim, await app.board.claims.secret(), ticket);
  if (worth === "current" || (worth === "none" && sameIdentity(claim.holder, caller.actor.identity))) return null;
  const holder = showIdentity(claim.holder);
  const expiresAt = stamp(claim.expiresAt);
  const who = showName(holder);
  return refuse(
    worth === "none" ? "claim_conflict" : "claim_lost",
    worth === "none"
      ? `The claim on ${key} belongs to ${who}, until ${expiresAt}; only its holder or an operator gives it back.`
      : `The claim token does not fit ${key}: ${who} holds it, until ${expiresAt}.`,
    isLive(claim, now)
      ? say`leave ${key} alone and take up other work ${by({ type: "pick" })}, or ask an operator to release it.`
      : say`the claim has run out: lock ${key} ${by({ type: "move" })} to take it over.`,
    { ...refOf(ticket.key), holder, expiresAt },
  );
}
