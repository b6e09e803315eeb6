// Ledger rows as the live stream brings them: each with how what it touched looks now. A page of rows costs a fixed number
// of reads, and its bytes are made once for everybody who listens.

import type { App } from "../../app/app.ts";
import { readCards } from "../../app/pages/cards.ts";
import { toEventView } from "../../app/ledger/events.ts";
import type { LedgerRow } from "../../app/commit/plan.ts";
import { runKey } from "../../app/runs/run.ts";
import { listRuns } from "../../app/runs/view-run.ts";
import { lanesById } from "../../app/sessions/lanes.ts";
import { plainJson } from "../../engine/words.ts";
import type { Card, EventView, LiveEvent, RunSummary, SessionLane } from "../contract.ts";

export interface Rendered {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

const MOST_TEXT = 2_000;
const MOST_RUNS = 500;
const MOST_CARDS = 500;
const encoder = new TextEncoder();

export async function renderRows(app: App, rows: readonly LedgerRow[]): Promise<readonly Rendered[]> {
  const sessions = await sessionsOf(app, rows);
  const runs = await runsOf(app, rows);
  const touched = await touchedBy(app, rows, sessions);
  const keys = [...new Set([...touched.values()].flat())];
  const cards = new Map((await readCards(app, { keys })).map((card) => [card.key, card]));
  return rows.map((row) => {
    const { type, key } = row.subject;
    const event: LiveEvent = {
      row: cut(toEventView(row)),
      cards: (touched.get(row.seq) ?? []).flatMap((one): Card[] => {
        const card = cards.get(one);
        return card ? [card] : [];
      }),
      session: type === "session" ? (sessions.get(key) ?? null) : null,
      run: type === "run" ? (runs.get(key) ?? null) : null,
    };
    return { seq: row.seq, bytes: eventBytes(row.seq, row.kind, event) };
  });
}

/** A body of 64 kB would go to everybody who looks at the board; who wants to read it asks for the ticket. */
function cut(event: EventView): EventView {
  const texts = Object.entries(event.texts).map(([name, text]) => [name, shortened(text)] as const);
  const { refusal } = event;
  return {
    ...event,
    texts: Object.fromEntries(texts),
    refusal: refusal && { what: shortened(refusal.what), recovery: shortened(refusal.recovery) },
  };
}

/** null: it was redacted. */
function shortened(text: string | null): string | null {
  return text !== null && text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

/** As in a list: whoever wants to read what was said asks for the session. */
async function sessionsOf(app: App, rows: readonly LedgerRow[]): Promise<ReadonlyMap<string, SessionLane>> {
  const lanes = await lanesById(app, [...keysOf(rows, "session")]);
  return new Map(lanes.map((lane) => [lane.id, lane]));
}

async function runsOf(app: App, rows: readonly LedgerRow[]): Promise<ReadonlyMap<string, RunSummary>> {
  const wanted = keysOf(rows, "run");
  // The newest first: what was just changed is among them.
  const runs = wanted.size === 0 ? [] : await listRuns(app, MOST_RUNS);
  return new Map(runs.map((run) => [runKey(run), run]));
}

function keysOf(rows: readonly LedgerRow[], type: LedgerRow["subject"]["type"]): ReadonlySet<string> {
  return new Set(rows.filter(({ subject }) => subject.type === type).map(({ subject }) => subject.key));
}

/** Cards whose pull requests were changed. It has no number: whoever missed it reads the board anew. */
export async function renderPulls(app: App, keys: readonly string[]): Promise<Uint8Array> {
  const cards = await readCards(app, { keys: keys.slice(0, MOST_CARDS) });
  return encoder.encode(`event: pulls\ndata: ${plainJson({ cards })}\n\n`);
}

export function eventBytes(seq: number, kind: string, data: unknown): Uint8Array {
  return encoder.encode(`id: ${seq}\nevent: ${kind}\ndata: ${plainJson(data)}\n\n`);
}

/** Which tickets a row changed, by the row's number. */
async function touchedBy(
  app: App,
  rows: readonly LedgerRow[],
  sessions: ReadonlyMap<string, SessionLane>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const touched = new Map<number, readonly string[]>();
  for (const row of rows) {
    const { type, key } = row.subject;
    if (type === "run") touched.set(row.seq, await ticketsOfRun(app, row));
    // A fact shows on every ticket whose commit it is about.
    if (type === "commit")
      touched.set(
        row.seq,
        (await app.board.evidence.ticketsAt(key)).map((ticket) => ticket.key),
      );
    const ticket = type === "ticket" ? key : type === "session" ? sessions.get(key)?.ticket : undefined;
    if (ticket === undefined) continue;
    // Whether it is open decides what is still blocked by it.
    const freed = type === "ticket" && mayOpenOrClose(app, row) ? await app.board.tickets.waitingFor([key]) : [];
    touched.set(row.seq, [...new Set([ticket, ...(type === "ticket" ? linkedBy(row) : []), ...freed])]);
  }
  return touched;
}

/** Its items' tickets show how the run fares; also one that is no item of it any more. */
async function ticketsOfRun(app: App, { subject, kind, data }: LedgerRow): Promise<readonly string[]> {
  if (kind === "refuse") return [];
  const run = await app.board.runs.get(subject.key);
  const former = Array.isArray(data["tickets"]) ? data["tickets"].filter((key) => typeof key === "string") : [];
  return [...new Set([...(run?.items ?? []).flatMap(({ ticket }) => ticket ?? []), ...former])];
}

function mayOpenOrClose(app: App, row: LedgerRow): boolean {
  return [row.data["from"], row.data["to"]].some(
    (state) => typeof state === "string" && app.machine.states.get(state)?.terminal,
  );
}

/** The tickets at the other end of links that it made or took away. */
function linkedBy(row: LedgerRow): string[] {
  const { parent, formerParent, added, removed, blockedBy } = row.data;
  return [parent, formerParent, added, removed, blockedBy].flat().filter((key) => typeof key === "string");
}
