// Undo: a person's own last move is taken back. It is a row of its own in the ledger, which names the one that it undoes.

import { auditComment } from "../../engine/tickets/audit-comment.ts";
import { decideUndo, roomInto, type LastRow, type Undo } from "../../engine/tickets/undo/undo.ts";
import { endingBy } from "../../engine/sessions/ending.ts";
import { refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { authorOf, signatureOf, workflowCheck, type App, type Caller } from "../app.ts";
import { claimColumns } from "../claims/columns.ts";
import { ticketChange, ticketCheck } from "../commit/changes.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import type { Plan } from "../commit/plan.ts";
import { noSuchTicket, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Attempt } from "../commit/settle.ts";
import type { BareRow } from "../ports/ledger.ts";
import type { Ticket } from "../ports/tickets.ts";
import { endWithTickets } from "../sessions/end-with-ticket.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { closing } from "./handoff-plan.ts";

export interface UndoInput {
  readonly key: Key;
  /** The row that the caller means: refused where it is not the last one. */
  readonly event?: number | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface UndoAnswer extends TicketRef {
  readonly previousState: string;
  readonly newState: string;
  /** The row that was undone. */
  readonly undone: number;
  readonly event: number | null;
}

const REASON = "Undone by the person who made the move.";
/** Refusals may stand between: more than so many in a minute, and nobody undoes anything. */
const MOST_ROWS = 200;
const AT_ONCE = 1000;

export async function undoMove(app: App, caller: Caller, input: UndoInput): Promise<UndoAnswer | Refusal> {
  const { key, event, reason = REASON, requestId } = input;
  const unfit = checkNames(caller, requestId) ?? checkText("reason", reason, "reason");
  if (unfit) return unfit;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "undo_move",
    subject: key,
    id: requestId,
    arguments: { key, event, reason },
  };
  return settleOnce<UndoAnswer, UndoAnswer>(
    app.board,
    request,
    withEvent,
    byWorkflow(app, (app) => attempt(app, caller, input, reason.trim() === "" ? REASON : reason, request)),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  { key, event }: UndoInput,
  reason: string,
  request: RequestName,
): Promise<Attempt<UndoAnswer | Refusal>> {
  const { board, machine } = app;
  const ticket = await board.tickets.get(key);
  if (!ticket) return { answer: noSuchTicket(key) };
  const found = await lastRow(app, ticket.key);
  // They mean a row that is not the last one any more.
  const last = event !== undefined && found !== null && found.seq !== event ? { ...found, kind: "other" } : found;
  const from = last?.from ?? null;
  const limited = from !== null && roomInto(machine, from) !== null;
  const [since, there, now] = await Promise.all([
    last ? firstBuiltOn(app, ticket.key, last.seq) : null,
    limited ? board.evidence.openIn([from]).then((counts) => counts.get(from) ?? 0) : null,
    board.now(),
  ]);
  const decision = decideUndo(machine, { ticket, last, since, there, now }, caller.actor);
  if (isRefusal(decision)) {
    return { plan: refusedPlan(app, caller, ticket, decision, reason), answer: () => decision };
  }
  const answer: UndoAnswer = {
    ...refOf(ticket.key),
    previousState: decision.from,
    newState: decision.to,
    undone: decision.undoes,
    event: null,
  };
  const plan = await planOf(app, caller, ticket, decision, reason, now);
  return {
    plan: { ...plan, ...requestRecord(request, answer) },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

async function planOf(
  app: App,
  caller: Caller,
  ticket: Ticket,
  { from, to, undoes, room }: Undo,
  reason: string,
  now: number,
): Promise<Plan> {
  const ending = endingBy(app.machine, to, null);
  const ended = await endWithTickets(app.board, new Map(ending ? [[ticket.key, ending]] : []), now, caller.via);
  const columns = {
    state: to,
    entered_at: now,
    ...closing(app, ticket, to),
    // Also where the move had reserved a lock state.
    ...claimColumns({ type: "keep" }, true, now),
  };
  return {
    id: app.newId(),
    checks: [...workflowCheck(app), ticketCheck(ticket), ...ended.checks],
    ...(room === null ? {} : { room: [{ state: to, entering: 1, max: room }] }),
    entries: [
      ...ended.entries,
      {
        kind: "undo",
        subject: { type: "ticket", key: ticket.key },
        by: authorOf(caller),
        data: { from, to, undoes },
        texts: { reason },
        changes: ticketChange(ticket, columns, now),
        comment: auditComment({
          from,
          to,
          how: "undo",
          who: { label: "Person", name: signatureOf(caller) },
          reason,
        }),
      },
    ],
  };
}

async function lastRow(app: App, key: Key): Promise<LastRow | null> {
  const rows = await app.board.ledger.history({ type: "ticket", key }, MOST_ROWS);
  const row = rows.find(({ kind }) => kind !== "refuse");
  if (!row) return null;
  const { seq, at, kind, by, data } = row;
  return {
    seq,
    at,
    kind,
    person: by.person ?? null,

    from: word(data["from"]),
    to: word(data["to"]),
  };
}

/** Rows about other things that rest on where the ticket stands, or are about it by another name. */
async function firstBuiltOn(app: App, key: Key, after: number): Promise<{ readonly seq: number } | null> {
  for (let last = after; ;) {
    const rows = await app.board.ledger.bareRows(last, AT_ONCE);
    const found = rows.find((row) => buildsOn(row, key));
    if (found) return { seq: found.seq };
    const end = rows.at(-1);
    if (!end) return null;
    last = end.seq;
  }
}

/** A child that followed, a link with it, or a session that began on it. */
function buildsOn({ kind, subject, data }: BareRow, key: Key): boolean {
  if (kind === "refuse") return false;
  if (subject.type === "session") return data["ticket"] === key;
  if (subject.type !== "ticket" || subject.key === key) return false;
  const named = [data["cause"], data["parent"], data["formerParent"]];
  const listed = [data["added"], data["removed"], data["blockedBy"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return [...named, ...listed].includes(key);
}

function word(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
