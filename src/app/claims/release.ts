// Giving a claim back, or taking one away: the state stays, and the ticket is free.

import { decideRelease } from "../../engine/claims/release.ts";
import { refOf, showIdentity, showKey, type Key, type TicketRef, type Time } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refuseChanged } from "../../engine/seen.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { ticketChange, ticketCheck } from "../commit/changes.ts";
import { claimFacts, rulesOf, type DecisionFacts } from "../commit/decision-facts.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { noSuchTicket, refuseBlank, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Ticket } from "../ports/tickets.ts";
import { withToken } from "./token.ts";
import { claimColumns } from "./columns.ts";
import { explainHolder } from "./explain-holder.ts";

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
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "release_claim",
    subject: input.key,
    id: requestId,
    arguments: asked,
  };
  return settleOnce<ReleaseAnswer, ReleaseAnswer>(app.board, request, withEvent, async () => {
    const ticket = await app.board.tickets.get(input.key);
    if (!ticket) return { answer: noSuchTicket(input.key) };
    const now = await app.board.now();
    const held = await withToken(app, ticket, input.claim);
    const facts: DecisionFacts = { rules: rulesOf(app.machine), asked: "release", ...claimFacts(held) };
    const decision = changedSince(input, ticket) ?? decideRelease(held, caller.actor, now);
    if (isRefusal(decision)) {
      const refusal = await explainHolder(app, ticket, decision, now);
      const plan = refusedPlan(app, caller, ticket, decision, input.reason, refusedBy(facts, input, ticket, now));
      return { plan, answer: () => refusal };
    }
    const { deposed } = decision;
    const holder = showIdentity(decision.holder);
    const answer: ReleaseAnswer = { ...refOf(ticket.key), released: true, holder, state: ticket.state, event: null };
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
            facts,
            texts: { reason: input.reason },
            changes: ticketChange(ticket, claimColumns(decision, false, now), now),
          },
        ],
        ...requestRecord(request, answer),
      },
      answer: (done) => ({ ...answer, event: done.seq }),
    };
  });
}

function refusedBy(
  facts: DecisionFacts,
  { fromState, holder }: ReleaseInput,
  { version }: Ticket,
  now: Time,
): DecisionFacts {
  return {
    ...facts,
    now,
    version,
    ...(fromState === undefined ? {} : { seen: fromState }),
    ...(holder === undefined ? {} : { holder }),
  };
}

/** Whether the ticket is another than the caller saw. */
export function changedSince(
  { fromState, holder }: Pick<ReleaseInput, "fromState" | "holder">,
  { key, state, claim }: Pick<Ticket, "key" | "state" | "claim">,
): Refusal | null {
  const now = claim && showIdentity(claim.holder);
  return (
    refuseChanged(`the state of ${showKey(key)}`, fromState, state) ??
    refuseChanged(`the holder of ${showKey(key)}`, holder, now)
  );
}
