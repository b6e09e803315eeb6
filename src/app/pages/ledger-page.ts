// The ledger as a page: rows that somebody looked for, one row closely, and a span of time in figures.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { App } from "../app.ts";
import { stamp, type Time } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { differencesOf } from "../ledger/differences.ts";
import { deedWords, eventWords } from "../ledger/event-words.ts";
import { showAuthor, toEventView } from "../ledger/events.ts";
import { isRoutine, type EventFilter } from "../ledger/filter.ts";
import { findEvents, type Look } from "../ledger/find-events.ts";
import type { Deeds } from "../ports/ledger.ts";
import type { LedgerRowView, LedgerSummary, RowProof } from "./ledger-views.ts";
import type { EventView } from "./views.ts";

export async function viewLedger(
  app: App,
  filter: EventFilter,
  look: Look,
): Promise<{ readonly rows: readonly LedgerRowView[]; readonly next: number | null }> {
  const { events, next } = await findEvents(app, filter, look);
  return { rows: await toRowViews(app, events), next };
}

export async function viewRow(
  app: App,
  seq: number,
): Promise<{ readonly row: LedgerRowView; readonly proof: RowProof } | Refusal> {
  const rows = await app.board.ledger.after(Math.max(0, seq - 2), 2);
  const found = rows.find((row) => row.seq === seq);
  if (!found) {
    const { seq: head } = await app.board.ledger.head();
    return refuse("row_not_found", `The ledger has no row ${seq}.`, `ask for one from 1 to ${head}.`);
  }
  const [row] = await toRowViews(app, [toEventView(found)]);
  if (!row) throw new Error(`Row ${seq} could not be shown.`);
  return {
    row,
    proof: {
      hash: found.hash,
      after: rows.find((other) => other.seq === seq - 1)?.hash ?? "",
      proof: found.by.proof ?? null,
    },
  };
}

export async function toRowViews(app: App, events: readonly EventView[]): Promise<readonly LedgerRowView[]> {
  const differences = await differencesOf(app, events);
  return events.map((event) => ({
    ...event,
    words: eventWords(event),
    deed: deedWords(event),
    difference: differences.get(event.seq) ?? [],
  }));
}

/** So many bars stand beside each other. */
const SLOTS = 96;
/** Of a longer span, only the newest so many rows are counted. */
const MOST_ROWS = 200_000;
const AT_ONCE = 4_000;

export async function summarise(app: App, from: Time, to: Time): Promise<LedgerSummary> {
  const { ledger } = app.board;
  const [first, last] = await Promise.all([ledger.rowBefore(from), ledger.rowBefore(to)]);
  const slotMs = Math.max(1, Math.ceil((to - from) / SLOTS));
  const deeds: Deeds[] = [];
  for (let after = Math.max(first, last - MOST_ROWS); after < last; after += AT_ONCE) {
    const before = Math.min(last, after + AT_ONCE) + 1;
    deeds.push(...(await ledger.census({ after, before }, { from, ms: slotMs })));
    await nextTurn();
  }
  const sum = (some: readonly Deeds[]): number => some.reduce((total, { count }) => total + count, 0);
  const names = (some: readonly Deeds[]): number => new Set(some.map(({ by }) => showAuthor(by))).size;
  const told = deeds.filter((deed) => !isRoutine(deed.kind, deed.type));
  const bySlot = Map.groupBy(deeds, ({ slot }) => slot);
  return {
    from: stamp(from),
    to: stamp(to),
    rows: sum(deeds),
    people: names(deeds.filter(({ by }) => by.person !== undefined)),
    agents: names(deeds.filter(({ by }) => by.person === undefined && by.connection !== undefined)),
    kinds: [...Map.groupBy(told, ({ kind }) => kind)]
      .map(([kind, some]) => ({ kind, count: sum(some) }))
      .toSorted((a, b) => b.count - a.count),
    routine: sum(deeds) - sum(told),
    slotMs,
    slots: Array.from({ length: SLOTS }, (_, slot) => {
      const own = bySlot.get(slot) ?? [];
      const refused = own.filter(({ kind }) => kind === "refuse");
      return { at: stamp(from + slot * slotMs), rows: sum(own), refused: sum(refused) };
    }),
  };
}
