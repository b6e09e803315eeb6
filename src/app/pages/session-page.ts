// One session with what a person wants to know to understand it: what was reported and for how long, what was done and
// refused around it, who holds its ticket, and when it ends by itself. Long ones come in pages.

import { stamp, type Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { showAuthor, toEventView } from "../ledger/events.ts";
import { visitsOf } from "../measures/time-in-state.ts";
import type { Session } from "../ports/sessions.ts";
import { readActivity, viewClaim } from "../sessions/activity.ts";
import { ALL, stepsOf } from "../sessions/lanes.ts";
import { indicatorOf, isDisconnected, isSilent, noSuchSession, showHolder } from "../sessions/session.ts";
import { endsByItselfAt } from "../sessions/sweep.ts";
import { entryOf, isReport, toSessionView } from "../sessions/view-session.ts";
import type { EventView, VisitView } from "./views.ts";
import type { OtherSession, SessionPage, SessionStepView } from "./session-views.ts";

/** Of the history at once: so many entries, and no more text than this. */
const STEPS = 50;
const MOST_TEXT = 200_000;
const AROUND = 60;
const OTHERS = 50;
/** Of a ticket's rows, for where it stood. */
const MOST_ROWS = 2_000;
/** What belongs to a session though it came before or after it: the claim, the handoff, the takeover. */
const MARGIN_MS = 10 * 60_000;
const READ_OF_VIEW = 10;

export interface SessionPageInput {
  /** Where the history goes on that was read before. */
  readonly before?: number | undefined;
  /** Where the rows around it go on. */
  readonly around?: number | undefined;
}

export async function viewSessionPage(
  app: App,
  id: string,
  { before, around }: SessionPageInput = {},
): Promise<SessionPage | Refusal> {
  const { board } = app;
  const session = await board.sessions.get(id);
  if (!session) return noSuchSession(id);
  const [now, rows, ticket, others] = await Promise.all([
    board.now(),
    board.sessions.rows([id], READ_OF_VIEW),
    board.tickets.get(session.ticket),
    board.sessions.list({ tickets: [session.ticket] }, OTHERS),
  ]);
  const history = await readHistory(app, session, before);
  const rowsAround = await readAround(app, session, around);
  const view = toSessionView(app, session, rows, now, ALL);
  const endsAt = endsByItselfAt(app, session);
  return {
    session: { ...view, history: history.rows.map((row) => stepOf(row, rows, session, now)) },
    olderBefore: history.olderBefore,
    lane: stepsOf(view.history),
    ticket: ticket && { key: ticket.key, title: ticket.title, state: ticket.state, closed: ticket.closed },
    claim: ticket && viewClaim(ticket, now, await readActivity(app, [ticket], now)),
    disconnectedAt: isDisconnected(session) && session.disconnectedAt !== null ? stamp(session.disconnectedAt) : null,
    endsAt: endsAt === null ? null : stamp(endsAt),
    visits: await readVisits(app, session, now),
    ...rowsAround,
    others: others.filter((other) => other.id !== id).map((other) => otherOf(app, other, now)),
  };
}

interface HistoryPage {
  /** The newest last. */
  readonly rows: readonly LedgerRow[];
  readonly olderBefore: number | null;
}

async function readHistory(app: App, { id }: Session, before: number | undefined): Promise<HistoryPage> {
  const found: LedgerRow[] = [];
  let text = 0;
  for (let from = before; ;) {
    const page = await app.board.ledger.history({ type: "session", key: id }, STEPS, from);
    for (const row of page.filter(isReport)) {
      const size = row.texts["metadata"]?.length ?? 0;
      // One is shown in any case, or nobody would get past it.
      if (found.length > 0 && (found.length >= STEPS || text + size > MOST_TEXT)) {
        return { rows: found.toReversed(), olderBefore: found.at(-1)?.seq ?? null };
      }
      text += size;
      found.push(row);
    }
    if (page.length < STEPS) return { rows: found.toReversed(), olderBefore: null };
    from = page.at(-1)?.seq;
  }
}

/** `rows`: all that happened to the session. */
function stepOf(row: LedgerRow, rows: readonly LedgerRow[], session: Session, now: Time): SessionStepView {
  const next = rows.find((other) => other.seq > row.seq && isReport(other));
  const { outcome } = row.data;
  const ended = typeof outcome === "string";
  // One that ended with its ticket may have been told of later.
  const until = Math.min(next?.at ?? now, session.completedAt ?? now);
  return {
    ...entryOf(row),
    seq: row.seq,
    who: showAuthor(row.by),
    person: row.by.person !== undefined,
    ms: ended ? null : Math.max(0, until - row.at),
    outcome: ended ? outcome : null,
    reason: row.texts["reason"] ?? null,
  };
}

async function readAround(
  app: App,
  session: Session,
  before: number | undefined,
): Promise<Pick<SessionPage, "around" | "aroundBefore">> {
  const { ledger } = app.board;
  const from = session.startedAt - MARGIN_MS;
  const end = session.completedAt === null ? null : (await ledger.rowBefore(session.completedAt + MARGIN_MS)) + 1;
  const until = end === null ? before : Math.min(end, before ?? end);
  const [onTicket, own] = await Promise.all([
    ledger.history({ type: "ticket", key: session.ticket }, AROUND + 1, until),
    ledger.history({ type: "session", key: session.id }, AROUND + 1, before),
  ]);
  const all = [...onTicket.filter(({ at }) => at >= from), ...own].toSorted((a, b) => b.seq - a.seq);
  const shown = all.slice(0, AROUND);
  return {
    around: shown.map(briefEvent),
    aroundBefore: all.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
  };
}

/** What was reported stands in the history. */
function briefEvent(row: LedgerRow): EventView {
  const event = toEventView(row);
  const { metadata: _, ...texts } = event.texts;
  return { ...event, texts };
}

/** Of the ticket, from the state in which the session began. */
async function readVisits(app: App, session: Session, now: Time): Promise<readonly VisitView[]> {
  const end = session.completedAt ?? now;
  const before = session.completedAt === null ? undefined : (await app.board.ledger.rowBefore(end + 1)) + 1;
  const rows = await app.board.ledger.history({ type: "ticket", key: session.ticket }, MOST_ROWS, before);
  return visitsOf(rows.toReversed(), end).filter(
    ({ from, until }) => from < stamp(end) && (until === null || until > stamp(session.startedAt)),
  );
}

function otherOf(app: App, session: Session, now: Time): OtherSession {
  return {
    id: session.id,
    agent: showHolder(session),
    state: session.state,
    indicator: indicatorOf(app.sessions, session.state),
    outcome: session.outcome,
    startedAt: stamp(session.startedAt),
    completedAt: session.completedAt === null ? null : stamp(session.completedAt),
    silent: isSilent(app.sessions, session, now),
  };
}
