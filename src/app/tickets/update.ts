// What a ticket says and how it is linked, changed in one step. Never its state: that is what handoff is for.

import { say } from "../../engine/acts.ts";
import type { TicketFacts } from "../../engine/claims/claims.ts";
import { HOLDERS_FIELDS, refuseEdit } from "../../engine/claims/edit.ts";
import { refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { refuseChangedFields, type SeenFields } from "../../engine/seen.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { explainHolder } from "../claims/explain-holder.ts";
import { leaseColumns } from "../claims/sign-of-life.ts";
import { withToken } from "../claims/token.ts";
import { eachOnce, ticketChange, ticketCheck, touched } from "../commit/changes.ts";
import { checkNames } from "../commit/limits.ts";
import type { Entry } from "../commit/plan.ts";
import { noSuchTicket, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Attempt } from "../commit/settle.ts";
import type { Ticket } from "../ports/tickets.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { readEdit, type Edit, type TicketFields } from "./fields.ts";
import {
  asksForLinks,
  changesLinks,
  decideLinks,
  linkChanges,
  linkColumns,
  type LinkChange,
  type LinkRequest,
} from "./links.ts";

export interface UpdateInput extends TicketFields, LinkRequest {
  readonly key: Key;
  /** The token of the claim on the ticket, or on its parent. */
  readonly claim?: string | undefined;
  /** What stood there when the caller decided: refused where any of it is another by now. */
  readonly seen?: SeenFields | undefined;
  readonly requestId?: string | undefined;
}

export interface UpdateAnswer extends TicketRef {
  readonly edited: readonly string[];
  /** Where links were part of it. */
  readonly links?: UpdatedLinks;
  readonly event: number | null;
}

export interface UpdatedLinks {
  readonly parent: TicketRef | null;
  readonly added: readonly TicketRef[];
  readonly removed: readonly TicketRef[];
}

export async function updateTicket(app: App, caller: Caller, input: UpdateInput): Promise<UpdateAnswer | Refusal> {
  const { key, requestId, claim: _, seen, parent, addBlockers, removeBlockers, command, ...fields } = input;
  const unfit = checkNames(caller, requestId);
  if (unfit) return unfit;
  const edit = readEdit(fields);
  if (isRefusal(edit)) return edit;
  const links = asksForLinks(input) ? { parent, addBlockers, removeBlockers, command } : null;
  if (!links && edit.edited.length === 0) return nothingToEdit();
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "update_ticket",
    subject: key,
    id: requestId,
    arguments: { ...fields, ...links, command, ...(seen ? { seen } : {}) },
  };
  return settleOnce<UpdateAnswer | LinkedByKey, UpdateAnswer>(
    app.board,
    request,
    (recorded) => again(recorded, edit),
    byWorkflow(app, (app) => attempt(app, caller, input, edit, links, request)),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  { key, claim, seen = {} }: UpdateInput,
  edit: Edit,
  asked: LinkRequest | null,
  request: RequestName,
): Promise<Attempt<UpdateAnswer | Refusal>> {
  const [found, now] = await Promise.all([app.board.tickets.get(key), app.board.now()]);
  if (!found) return { answer: noSuchTicket(key) };
  const changed = refuseChangedFields(found.key, seen, found);
  if (changed) return { plan: refusedPlan(app, caller, found, changed), answer: () => changed };
  const ticket = await withToken(app, found, claim);
  const links = asked && (await decideLinks(app, caller, ticket, asked, claim));
  if (links && isRefusal(links)) {
    const plan = refusedPlan(app, caller, ticket, links);
    return { plan: { ...plan, checks: workflowCheck(app) }, answer: () => links };
  }
  const isHolders = edit.edited.some((field) => HOLDERS_FIELDS.has(field)) || (links && changesLinks(links));
  const held = isHolders ? refuseEdit(ticket, caller.actor, now) : null;
  if (held) {
    const told = await explainHolder(app, ticket, held, now);
    return { plan: refusedPlan(app, caller, ticket, held), answer: () => told };
  }
  const answer: UpdateAnswer = {
    ...refOf(found.key),
    edited: edit.edited,
    ...(links ? { links: viewLinks(links) } : {}),
    event: null,
  };
  const linked = links && changesLinks(links) ? links : null;
  if (!linked && edit.edited.length === 0) return { answer };
  return {
    plan: {
      id: app.newId(),
      checks: eachOnce([...(linked?.relied ?? []), ticketCheck(ticket)]),
      entries: [entryOf(app, caller, ticket, edit, linked, now)],
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

function entryOf(
  app: App,
  caller: Caller,
  ticket: Ticket & Pick<TicketFacts, "token">,
  { columns, edited }: Edit,
  links: LinkChange | null,
  now: number,
): Entry {
  const row = { subject: { type: "ticket", key: ticket.key }, by: authorOf(caller) } as const;
  const lease = leaseColumns(app, caller, ticket, now);
  if (!links) {
    const changes = ticketChange(ticket, { ...columns, ...lease }, now);
    return { kind: "edit", ...row, data: { fields: edited }, changes };
  }
  const { parent, formerParent, added, removed } = links;
  const own = ticketChange(ticket, { ...columns, ...linkColumns(links, now), ...lease }, now);
  return {
    kind: "link",
    ...row,
    data: { parent, formerParent, added, removed, ...(edited.length > 0 ? { fields: edited } : {}) },
    // Also where only blockers change: decisions about the ticket rest on them.
    changes: [...(own.length > 0 ? own : [touched(ticket, now)]), ...linkChanges(ticket.key, links, now)],
  };
}

function viewLinks({ parent, added, removed }: Pick<LinkChange, "parent" | "added" | "removed">): UpdatedLinks {
  return { parent: parent === null ? null : refOf(parent), added: added.map(refOf), removed: removed.map(refOf) };
}

/** How earlier versions recorded an answer with links; boards hold such answers. */
interface LinkedByKey extends TicketRef {
  readonly parent: Key | null;
  readonly added: readonly Key[];
  readonly removed: readonly Key[];
}

function again({ answer, seq }: Recorded<UpdateAnswer | LinkedByKey>, { edited }: Edit): UpdateAnswer {
  if ("edited" in answer) return { ...answer, event: seq };
  const { number, repo, ...links } = answer;
  return { number, ...(repo === undefined ? {} : { repo }), edited, links: viewLinks(links), event: seq };
}

function nothingToEdit(): Refusal {
  return refuse(
    "nothing_to_edit",
    "No field was given to change.",
    say`retry with one of title, body, priority, estimate or labels. The state is changed by ${{ type: "move" }} alone.`,
  );
}
