// The ledger as people read it: each row with who, what and on what, and without what only machines need.

import { stamp, type Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { Json } from "../commit/json.ts";
import type { Author, LedgerRow } from "../commit/plan.ts";
import type { EventView } from "../pages/views.ts";
import { otherTexts, toldIn } from "./told.ts";

/** Of a ticket that was worked on so often, the older ones are left to the whole ledger. */
const MOST_SESSIONS = 200;

/**
 * With what happened in the sessions on it. Newest first; `before` is the number of the last row that was read, null at
 * the beginning.
 */
export async function ticketEvents(
  app: App,
  key: Key,
  limit: number,
  before: number | null,
): Promise<readonly EventView[]> {
  const { board } = app;
  const sessions = await board.sessions.list({ tickets: [key] }, MOST_SESSIONS);
  const [own, theirs] = await Promise.all([
    board.ledger.history({ type: "ticket", key }, limit, before ?? undefined),
    board.sessions.rows(
      sessions.map(({ id }) => id),
      limit,
    ),
  ]);
  return [...own, ...theirs.filter(({ seq }) => before === null || seq < before)]
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, limit)
    .map(toEventView);
}

/** Whether a row is one of those that a ticket's events are made of. */
export function isOfTicket({ subject, data }: LedgerRow, key: Key): boolean {
  return subject.type === "session" ? data["ticket"] === key : subject.type === "ticket" && subject.key === key;
}

/** In the order in which it happened. */
export async function ledgerEvents(app: App, after: number, limit: number): Promise<readonly EventView[]> {
  return (await app.board.ledger.after(after, limit)).map(toEventView);
}

/** The newest first, from the head or from before a row. */
export async function newestEvents(app: App, before: number | null, limit: number): Promise<readonly EventView[]> {
  // Rows are numbered without a gap, so that those before one are known without looking for them.
  const end = before ?? (await app.board.ledger.head()).seq + 1;
  const rows = await app.board.ledger.after(Math.max(0, end - 1 - limit), limit);
  return rows
    .filter((row) => row.seq < end)
    .toReversed()
    .map(toEventView);
}

export function toEventView(row: LedgerRow): EventView {
  const { from, to, command, intent, code } = row.data;
  return {
    seq: row.seq,
    at: stamp(row.at),
    kind: row.kind,
    subject: row.subject,
    who: showAuthor(row.by),
    person: row.by.person !== undefined,
    via: row.by.via,
    from: word(from),
    to: word(to),
    command: word(command),
    intent: word(intent),
    code: word(code),
    texts: otherTexts(row),
    refusal: toldIn(row),
    data: row.data,
  };
}

/** A row that nobody signed was written by the program itself, behind the door that it names. */
export function showAuthor({ person, connection, agent, via }: Author): string {
  if (person !== undefined) return person;
  if (connection === undefined) return agent ?? via;
  return agent === undefined ? connection : `${connection}/${agent}`;
}

function word(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
