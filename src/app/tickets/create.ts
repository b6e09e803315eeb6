// New tickets begin in the workflow's start state; nobody chooses another.

import { ESTIMATES, PRIORITIES, refOf, showKey, type Key, type TicketRef } from "../../engine/facts.ts";
import { listed, refuse, type Refusal } from "../../engine/refusal.ts";
import { workflowCheck, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import { createEntry } from "./new-ticket.ts";
import type { Change, Check } from "../commit/plan.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import type { Step } from "../commit/settle.ts";
import type { Ticket } from "../ports/tickets.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";

export interface CreateInput {
  readonly title: string;
  readonly body?: string | undefined;
  readonly priority?: string | undefined;
  readonly estimate?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly parent?: Key | undefined;
  readonly blockedBy?: readonly Key[] | undefined;
  readonly requestId?: string | undefined;
}

export interface CreateAnswer extends TicketRef {
  readonly state: string;
  readonly title: string;
  readonly event: number | null;
}

export async function createTicket(app: App, caller: Caller, input: CreateInput): Promise<CreateAnswer | Refusal> {
  const unfit = checkNames(caller, input.requestId) ?? checkFields(input);
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = { tool: "create_ticket", subject: "board", id: requestId, arguments: asked };
  const look = byWorkflow(app, (app) => step(app, caller, input, request));
  return settleOnce<CreateAnswer, CreateAnswer>(app.board, request, withEvent, look);
}

async function step(
  app: App,
  caller: Caller,
  input: CreateInput,
  request: RequestName,
): Promise<Step<CreateAnswer | Refusal>> {
  const linked = await readLinked(app, [
    ...(input.parent === undefined ? [] : [input.parent]),
    ...(input.blockedBy ?? []),
  ]);
  if (!Array.isArray(linked)) return { answer: linked };
  const [now, number] = await Promise.all([app.board.now(), app.board.tickets.nextNumber()]);
  const key = String(number);
  const state = app.machine.workflow.start;
  const answer: CreateAnswer = { number, state, title: input.title, event: null };
  const made = createEntry(
    app,
    caller,
    {
      number,
      title: input.title,
      body: input.body ?? "",
      priority: input.priority ?? null,
      estimate: input.estimate ?? null,
      labels: input.labels ?? [],
      parent: input.parent ?? null,
      blockedBy: input.blockedBy ?? [],
    },
    now,
  );
  const touches = linked.map((ticket) => touched(ticket, now));
  return {
    plan: {
      id: app.newId(),
      // Version 0: whoever else was about to use this number has to take another.
      checks: [...workflowCheck(app), { table: "ticket", key, version: 0 }, ...linked.map(checkOf)],
      entries: [{ ...made, changes: [...(made.changes ?? []), ...touches] }],
      ...requestRecord(request, answer),
    },
    // A tracker elsewhere gives its own numbers.
    answer: (done) => ({ ...answer, ...refOf(done.created ?? key), event: done.seq }),
  };
}

/** The tickets at the other end of the new links, each once; they must be there. */
export async function readLinked(app: App, keys: readonly Key[]): Promise<Ticket[] | Refusal> {
  const tickets: Ticket[] = [];
  for (const key of new Set(keys)) {
    const ticket = await app.board.tickets.get(key);
    if (!ticket) {
      return refuse(
        "ticket_not_found",
        `${showKey(key)}, which is to be linked, is not on this board.`,
        "find its number with list_tickets, then retry with that.",
        { ...refOf(key) },
      );
    }
    tickets.push(ticket);
  }
  return tickets;
}

/** A new link changes the group of whoever is at its other end: decisions that rest on that have to be made again. */
export function touched(ticket: Ticket, now: number): Change {
  return { table: "ticket", key: { key: ticket.key }, set: { version: ticket.version + 1, updated_at: now } };
}

export function checkOf(ticket: Ticket): Check {
  return { table: "ticket", key: ticket.key, version: ticket.version };
}

export function checkFields(
  input: Omit<CreateInput, "title"> & { readonly title?: string | undefined },
): Refusal | null {
  const { title, body, priority, estimate, labels } = input;
  if (title !== undefined && title.trim() === "") {
    return refuse("blank_title", "A ticket needs a title.", "retry with title set to a line that says what is wanted.");
  }
  return firstRefusal(
    title === undefined ? null : checkText("title", title, "title"),
    body === undefined ? null : checkText("body", body, "body"),
    priority === undefined ? null : checkOneOf("priority", priority, PRIORITIES),
    estimate === undefined ? null : checkOneOf("estimate", estimate, ESTIMATES),
    ...(labels ?? []).map((label) => checkText("label", label, "label")),
  );
}

function checkOneOf(field: "priority" | "estimate", value: string, known: readonly string[]): Refusal | null {
  if (known.includes(value)) return null;
  return refuse(
    `unknown_${field}`,
    `Unknown ${field} "${value.slice(0, 80)}"; it is one of ${listed(known)}.`,
    `retry with ${field} set to one of ${listed(known)}, or without it.`,
    { field, known },
  );
}
