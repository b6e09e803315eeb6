// A comment on a ticket, by an agent or a person.

import { argument, say } from "../../engine/acts.ts";
import { refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { authorOf, signatureOf, type App, type Caller } from "../app.ts";
import { leaseColumns } from "../claims/sign-of-life.ts";
import { ticketChange, ticketCheck } from "../commit/changes.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";

export interface CommentInput {
  readonly key: Key;
  readonly body: string;
  readonly requestId?: string | undefined;
}

export interface CommentAnswer extends TicketRef {
  readonly id: string;
  readonly event: number | null;
}

export async function addComment(app: App, caller: Caller, input: CommentInput): Promise<CommentAnswer | Refusal> {
  if (input.body.trim() === "") {
    const recovery = say`retry with ${argument("body")} set to what you want to say.`;
    return refuse("blank_comment", "A comment needs a text.", recovery);
  }
  const unfit = checkNames(caller, input.requestId) ?? checkText("body", input.body, "comment");
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "add_comment",
    subject: input.key,
    id: requestId,
    arguments: asked,
  };
  return settleOnce<CommentAnswer, CommentAnswer>(app.board, request, withEvent, async () => {
    const { board } = app;
    const [ticket, now, head] = await Promise.all([board.tickets.get(input.key), board.now(), board.ledger.head()]);
    if (!ticket) return { answer: noSuchTicket(input.key) };
    // Sorts in the order of writing, within a millisecond too.
    const id = `${String(head.seq).padStart(12, "0")}-${app.newId()}`;
    const answer: CommentAnswer = { ...refOf(ticket.key), id, event: null };
    const author = signatureOf(caller);
    const alive = ticketChange(ticket, leaseColumns(app, caller, ticket, now), now);
    return {
      plan: {
        id: app.newId(),
        checks: alive.length > 0 ? [ticketCheck(ticket)] : [],
        entries: [
          {
            kind: "comment",
            subject: { type: "ticket", key: ticket.key },
            by: authorOf(caller),
            data: { comment: id },
            changes: [
              {
                table: "comment",
                key: { id },
                set: { ticket: ticket.key, author, body: input.body, created_at: now },
              },
              ...alive,
            ],
          },
        ],
        ...requestRecord(request, answer),
      },
      answer: (done) => ({ ...answer, event: done.seq }),
    };
  });
}
