// A session as people and agents read it: what it does, since when, and how it came there. All of it is the ledger's.

import { isLive } from "../../engine/claims/claims.ts";
import { sameIdentity, stamp, type Time } from "../../engine/facts.ts";
import { refuseName } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { isUnowned } from "../../engine/sessions/ending.ts";
import type { App, Caller } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { indicatorOf, isDisconnected, isSilent, noSuchSession, showHolder } from "./session.ts";
import { ALL_ROWS } from "../ports/ledger.ts";
import type { Session, SessionFilter } from "../ports/sessions.ts";
import type { SessionEntryView, SessionView } from "../pages/session-views.ts";

/** Of one session, and of each in a list: the newest entries of its history. */
const MOST_OF_ONE = 1000;
const MOST_OF_EACH = 50;
const MOST_LISTED = 200;

export async function viewSession(app: App, id: string, entries: number = MOST_OF_ONE): Promise<SessionView | Refusal> {
  const unfit = refuseName("sessionId", id, "the session's id");
  if (unfit) return unfit;
  const session = await app.board.sessions.get(id);
  if (!session) return noSuchSession(id);
  const [view] = await viewAll(app, [session], entries);
  return view ?? noSuchSession(id);
}

/**
 * For an agent, which reads all of it, page by page: naming its session is a sign of life of it, also where it forgot to say which agent it is. Others who look
 * on are none: a session that is watched would never time out.
 */
export async function viewNamedSession(app: App, { actor }: Caller, id: string): Promise<SessionView | Refusal> {
  const session = await app.board.sessions.get(id);
  const own = actor.kind === "agent" && actor.identity.connection === session?.holder.connection;
  if (session && own) app.heard?.(session.holder);
  return viewSession(app, id, ALL_ROWS);
}

/** The newest first. */
export async function listSessions(
  app: App,
  filter: SessionFilter,
  limit: number = MOST_LISTED,
): Promise<readonly SessionView[]> {
  return viewAll(app, await app.board.sessions.list(filter, Math.min(limit, MOST_LISTED)), MOST_OF_EACH);
}

async function viewAll(app: App, sessions: readonly Session[], entries: number): Promise<readonly SessionView[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map((session) => session.id);
  const [now, rows] = await Promise.all([app.board.now(), app.board.sessions.rows(ids, entries)]);
  const bySession = Map.groupBy(rows, (row) => row.subject.key);
  return sessions.map((session) => toSessionView(app, session, bySession.get(session.id) ?? [], now, entries));
}

/** `rows`: all that happened to it, with texts in the newest. */
export function toSessionView(
  app: App,
  session: Session,
  rows: readonly LedgerRow[],
  now: Time,
  entries: number,
): SessionView {
  const { sessions: machine } = app;
  const reports = rows.filter(isReport);
  const history = reports.slice(-entries).map(entryOf);
  const since = reports.findLast(({ kind }) => kind !== "stay")?.at ?? session.enteredAt;
  const until = session.completedAt ?? now;
  const { claim } = session;
  return {
    id: session.id,
    ticket: session.ticket,
    title: session.title,
    agent: showHolder(session),
    owned: !isUnowned(session.holder),
    state: session.state,
    indicator: indicatorOf(machine, session.state),
    outcome: session.outcome,
    startedAt: stamp(session.startedAt),
    completedAt: session.completedAt === null ? null : stamp(session.completedAt),
    since: stamp(since),
    ageMs: Math.max(0, until - (session.completedAt === null ? since : session.startedAt)),
    seenAt: stamp(session.seenAt),
    silent: isSilent(machine, session, now),
    disconnected: isDisconnected(session),
    outOfOrder: reports.filter((row) => row.data["outOfOrder"] === true).length,
    timeInState: timeInState(reports, session, until),
    history,
    entries: reports.length,
    claim:
      claim && sameIdentity(claim.holder, session.holder)
        ? { expiresAt: stamp(claim.expiresAt), expired: !isLive(claim, now) }
        : null,
    files: newest(history, filesOf) ?? [],
    testResults: newest(history, testsOf),
    error: errorOf(history.at(-1)),
    ended: endedBy(rows),
  };
}

/** What ended it by itself, where something did. */
function endedBy(rows: readonly LedgerRow[]): SessionView["ended"] {
  const row = rows.findLast(({ data }) => typeof data["ended"] === "string");
  if (!row) return null;
  const { ended, ticketState, claimedBy } = row.data;
  return {
    at: stamp(row.at),
    why: ended === "claimed" ? "claimed" : "closed",
    ticketState: typeof ticketState === "string" ? ticketState : null,
    claimedBy: typeof claimedBy === "string" ? claimedBy : null,
  };
}

/** Whether a row stands in a session's history. */
export function isReport({ kind }: Pick<LedgerRow, "kind">): boolean {
  return kind === "create" || kind === "move" || kind === "stay";
}

export function entryOf(row: LedgerRow): SessionEntryView {
  const { metadata } = row.texts;
  return {
    state: stateIn(row),
    timestamp: stamp(row.at),
    metadata: metadata === null ? null : (JSON.parse(metadata ?? "{}") as Record<string, unknown>),
    ...(row.kind === "create" ? { action: "session_created" } : {}),
    ...(row.data["outOfOrder"] === true ? { outOfOrder: true } : {}),
  };
}

function stateIn({ data: { to } }: LedgerRow): string {
  return typeof to === "string" ? to : "";
}

/** Each state once, in the order of the first visit; the end of a session lasts for no time. */
function timeInState(reports: readonly LedgerRow[], session: Session, until: Time): SessionView["timeInState"] {
  const steps = reports.filter(({ kind }) => kind !== "stay");
  const spent = new Map<string, number>();
  for (const [index, row] of steps.entries()) {
    const next = steps[index + 1];
    // One that ended with its ticket stayed where it was; what its agent says later takes no time any more.
    if (!next && session.outcome !== null) break;
    const state = stateIn(row);
    spent.set(state, (spent.get(state) ?? 0) + Math.max(0, Math.min(next?.at ?? until, until) - row.at));
  }
  return [...spent].map(([state, ms]) => ({ state, ms }));
}

function newest<T>(history: readonly SessionEntryView[], read: (metadata: Metadata) => T | null): T | null {
  const found = history.findLast(({ metadata }) => metadata !== null && read(metadata) !== null);
  return found?.metadata ? read(found.metadata) : null;
}

type Metadata = Readonly<Record<string, unknown>>;

function filesOf({ files }: Metadata): readonly string[] | null {
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : null;
}

/** Agents leave out what is none. */
function testsOf({ testResults }: Metadata): SessionView["testResults"] {
  if (typeof testResults !== "object" || testResults === null || Array.isArray(testResults)) return null;
  const counts = new Map(Object.entries(testResults));
  const count = (name: string): number => {
    const value: unknown = counts.get(name);
    return typeof value === "number" ? value : 0;
  };
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

function errorOf(entry: SessionEntryView | undefined): string | null {
  const error = entry?.metadata?.["error"];
  return typeof error === "string" ? error : null;
}
