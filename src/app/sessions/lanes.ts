// Sessions as they are drawn: where each went and when, and of what was said only the newest files, tests and error. A page
// of them stays small, however much their agents said.

import type { App } from "../app.ts";
import type { Session, SessionFilter } from "../ports/sessions.ts";
import type { LaneEntry, SessionEntryView, SessionLane } from "../pages/session-views.ts";
import { toSessionView } from "./view-session.ts";

/** Of each, so many of the newest reports are read with what was said in them. */
const READ_OF_EACH = 10;
const MOST_STEPS = 200;
/** More than any session reports: where it went is told by all of its rows. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** The newest first. */
export async function listLanes(app: App, filter: SessionFilter, limit: number): Promise<readonly SessionLane[]> {
  return lanesOf(app, await app.board.sessions.list(filter, limit));
}

export async function lanesById(app: App, ids: readonly string[]): Promise<readonly SessionLane[]> {
  const found = await Promise.all(ids.map((id) => app.board.sessions.get(id)));
  return lanesOf(
    app,
    found.filter((session) => session !== null),
  );
}

async function lanesOf(app: App, sessions: readonly Session[]): Promise<readonly SessionLane[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  const [now, rows] = await Promise.all([app.board.now(), app.board.sessions.rows(ids, READ_OF_EACH)]);
  const bySession = Map.groupBy(rows, ({ subject }) => subject.key);
  return sessions.map((session) => {
    const view = toSessionView(app, session, bySession.get(session.id) ?? [], now, ALL);
    return { ...view, history: stepsOf(view.history) };
  });
}

/** A report out of order is a mark on the lane, also where it repeats a state. */
export function stepsOf(history: readonly SessionEntryView[]): readonly LaneEntry[] {
  return history
    .filter((entry, index) => entry.state !== history[index - 1]?.state || entry.outOfOrder)
    .slice(-MOST_STEPS)
    .map(({ state, timestamp, outOfOrder }) => ({ state, timestamp, ...(outOfOrder ? { outOfOrder } : {}) }));
}
