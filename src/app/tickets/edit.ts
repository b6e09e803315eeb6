// Changing what a ticket says. Never its state: that is what handoff is for.

import { say } from "../../engine/acts.ts";
import { refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkFields } from "./create.ts";
import { signOfLife, ticketChange, ticketCheck } from "./handoff.ts";
import { checkNames } from "../commit/limits.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";

export interface EditInput {
  readonly key: Key;
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  /** null takes it away. */
  readonly priority?: string | null | undefined;
  readonly estimate?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
}

export interface EditAnswer extends TicketRef {
  readonly edited: readonly string[];
  readonly event: number | null;
}

export async function editTicket(app: App, caller: Caller, input: EditInput): Promise<EditAnswer | Refusal> {
  const { requestId, key, ...fields } = input;
  const unfit = checkNames(caller, requestId);
  if (unfit) return unfit;
  const edit = readEdit(fields);
  if (isRefusal(edit)) return edit;
  const { columns, edited } = edit;
  if (edited.length === 0) {
    return refuse(
      "nothing_to_edit",
      "No field was given to change.",
      say`retry with one of title, body, priority, estimate or labels. The state is changed by ${{ type: "move" }} alone.`,
    );
  }
  const request: RequestName = { tool: "update_ticket", subject: key, id: requestId, arguments: fields };
  return settleOnce<EditAnswer, EditAnswer>(app.board, request, withEvent, async () => {
    const [ticket, now] = await Promise.all([app.board.tickets.get(key), app.board.now()]);
    if (!ticket) return { answer: noSuchTicket(key) };
    const answer: EditAnswer = { ...refOf(key), edited, event: null };
    return {
      plan: {
        id: app.newId(),
        checks: [ticketCheck(ticket)],
        entries: [
          {
            kind: "edit",
            subject: { type: "ticket", key },
            by: authorOf(caller),
            data: { fields: edited },
            changes: ticketChange(ticket, { ...columns, ...signOfLife(app, caller, ticket, now) }, now),
          },
        ],
        ...requestRecord(request, answer),
      },
      answer: (done) => ({ ...answer, event: done.seq }),
    };
  });
}

/** What the row's columns become, and their names. */
export interface Edit {
  readonly columns: Readonly<Record<string, string | null>>;
  readonly edited: readonly string[];
}

export function readEdit(fields: Omit<EditInput, "key" | "requestId">): Edit | Refusal {
  const { priority, estimate, ...rest } = fields;
  const unfit = checkFields({ ...rest, priority: priority ?? undefined, estimate: estimate ?? undefined });
  if (unfit) return unfit;
  const columns = {
    ...(fields.title === undefined ? {} : { title: fields.title }),
    ...(fields.body === undefined ? {} : { body: fields.body }),
    ...(priority === undefined ? {} : { priority }),
    ...(estimate === undefined ? {} : { estimate }),
    ...(fields.labels === undefined ? {} : { labels: JSON.stringify([...new Set(fields.labels)]) }),
  };
  return { columns, edited: Object.keys(columns) };
}
