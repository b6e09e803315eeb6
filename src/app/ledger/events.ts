// The ledger as people read it: each row with who, what and on what, and without what only machines need.

import { stamp, type Key } from "../../engine/facts.ts";
import { asPerson } from "../../engine/names.ts";
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

/** In the order in which it happened: fewer than `limit` where their texts are longer than `letters`, and at least one. */
export async function ledgerEvents(
  app: App,
  after: number,
  limit: number,
  letters = Number.POSITIVE_INFINITY,
): Promise<readonly EventView[]> {
  const found: LedgerRow[] = [];
  for (let [last, size] = [after, 0]; found.length < limit && size < letters;) {
    const rows = await app.board.ledger.after(last, Math.min(AT_ONCE, limit - found.length));
    if (rows.length === 0) break;
    found.push(...rows);
    size += rows.reduce((sum, row) => sum + lettersOf(row), 0);
    last = rows.at(-1)?.seq ?? last;
  }
  return fitting(found, letters).map(toEventView);
}

/** The newest first, from the head or from before a row; fewer than `limit` where their texts are longer than `letters`. */
export async function newestEvents(
  app: App,
  before: number | null,
  limit: number,
  letters = Number.POSITIVE_INFINITY,
): Promise<readonly EventView[]> {
  const found: LedgerRow[] = [];
  // Rows are numbered without a gap, so that those before one are known without looking for them.
  let end = before ?? (await app.board.ledger.head()).seq + 1;
  for (let size = 0; found.length < limit && size < letters && end > 1;) {
    const wanted = Math.min(AT_ONCE, limit - found.length);
    const rows = await app.board.ledger.after(Math.max(0, end - 1 - wanted), wanted);
    const older = rows.filter((row) => row.seq < end).toReversed();
    if (older.length === 0) break;
    found.push(...older);
    size += older.reduce((sum, row) => sum + lettersOf(row), 0);
    end = older.at(-1)?.seq ?? 0;
  }
  return fitting(found, letters).map(toEventView);
}

/** How many rows are read before their size is looked at. */
const AT_ONCE = 100;

function fitting(rows: readonly LedgerRow[], letters: number): readonly LedgerRow[] {
  let size = 0;
  const over = rows.findIndex((row) => (size += lettersOf(row)) > letters);
  return over < 0 ? rows : rows.slice(0, Math.max(1, over));
}

export function lettersOf({ texts }: Pick<LedgerRow, "texts">): number {
  return Object.values(texts).reduce((sum, text) => sum + (text?.length ?? 0), 0);
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

/**
 * Who it was, and how that was shown: a person by a key or a link, an agent by its token or without one (its door stands
 * behind its name), or an agent on stdio by its own word. Nobody can choose a name that looks like another kind's. A row that
 * nobody signed was written by the program itself, behind the door that it names.
 */
export function showAuthor({ person, connection, agent, via }: Author): string {
  if (person !== undefined) return asPerson(person);
  if (connection === undefined) return agent ?? via;
  return agent === undefined ? connection : `${connection}/${agent}`;
}

function word(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
