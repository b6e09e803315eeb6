// Rows of the ledger that somebody looks for, page by page. A ledger has no index by who or by word, so that a look goes
// through it from the newest row on, and says how far it came.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { App } from "../app.ts";
import type { LedgerRow, Subject } from "../commit/plan.ts";
import type { EventView } from "../pages/views.ts";
import { lettersOf, ticketEvents, toEventView } from "./events.ts";
import { hintsOf, isWanted, type EventFilter } from "./filter.ts";

export interface Look {
  /** Only rows before this one. */
  readonly before: number;
  readonly limit: number;
  /** At most so many rows are gone through. */
  readonly reach?: number;
  /** At most so many characters of text, and at least one row. */
  readonly letters?: number;
}

export interface Found {
  /** The newest first. */
  readonly events: readonly EventView[];
  /** There may be more before this row; null: there are none. */
  readonly next: number | null;
}

/** Rows that one statement goes through: it holds up everybody else meanwhile. */
const AT_ONCE = 4_000;
const PAGE = 500;

export async function findEvents(app: App, filter: EventFilter, look: Look): Promise<Found> {
  const { ledger } = app.board;
  const [first, last] = await Promise.all([
    filter.since === undefined ? 0 : ledger.rowBefore(filter.since),
    filter.until === undefined ? look.before - 1 : ledger.rowBefore(filter.until),
  ]);
  const { reach = Number.POSITIVE_INFINITY } = look;
  const end = Math.max(first, look.before - 1 - reach);
  const taken = new Taken(filter, look);
  let before = Math.min(look.before, last + 1);
  while (before > end + 1 && !taken.isFull()) {
    const page = filter.subject
      ? await pageOf(app, filter.subject, before)
      : await pageFrom(app, filter, { after: end, before });
    for (const event of page.events) {
      if (event.seq <= first || !taken.take(event)) break;
    }
    before = taken.isFull() ? taken.oldest : page.next;
    await nextTurn();
  }
  return { events: taken.events, next: before > first + 1 ? before : null };
}

interface PageOfEvents {
  readonly events: readonly EventView[];
  /** It goes on before this row; 1: there is nothing before it. */
  readonly next: number;
}

/** By the index of the subject's own rows, however long the ledger is. */
async function pageOf(app: App, subject: Subject, before: number): Promise<PageOfEvents> {
  const events =
    subject.type === "ticket"
      ? await ticketEvents(app, subject.key, PAGE, before)
      : (await app.board.ledger.history(subject, PAGE, before)).map(toEventView);
  return { events, next: events.length < PAGE ? 1 : (events.at(-1)?.seq ?? 1) };
}

async function pageFrom(
  app: App,
  filter: EventFilter,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<PageOfEvents> {
  const from = Math.max(after, before - 1 - AT_ONCE);
  const rows: readonly LedgerRow[] = await app.board.ledger.likely({ after: from, before }, hintsOf(filter), PAGE);
  return { events: rows.map(toEventView), next: rows.length < PAGE ? from + 1 : (rows.at(-1)?.seq ?? 1) };
}

/** What was found so far. */
class Taken {
  readonly events: EventView[] = [];
  #letters = 0;
  readonly #filter: EventFilter;
  readonly #look: Look;

  constructor(filter: EventFilter, look: Look) {
    this.#filter = filter;
    this.#look = look;
  }

  isFull(): boolean {
    return this.events.length >= this.#look.limit || this.#letters > (this.#look.letters ?? Number.POSITIVE_INFINITY);
  }

  get oldest(): number {
    return this.events.at(-1)?.seq ?? this.#look.before;
  }

  /** false: it is full. */
  take(event: EventView): boolean {
    if (!isWanted(event, this.#filter)) return true;
    this.events.push(event);
    this.#letters += lettersOf(event);
    return !this.isFull();
  }
}
