// Ends sessions that nobody is working on any more. Any number of processes may sweep at once: a session's version sees to
// it that each is ended once.

import type { Time } from "../../engine/facts.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { completeSession } from "../../engine/sessions/session.ts";
import type { App } from "../app.ts";
import { completionEntry } from "./complete-session.ts";
import { metadataTexts } from "./metadata.ts";
import { isDisconnected, sessionCheck } from "./session.ts";
import type { Session } from "../ports/sessions.ts";
import { settle } from "../commit/settle.ts";

/** The outcome that time brings. A workflow that does not know it leaves ending to people. */
const TIMEOUT = "timeout";
const MOST_AT_ONCE = 500;

/** When it ends as timeout, if nothing more is heard of its agent; null: time does not end it. */
export function endsByItselfAt({ sessions: { workflow } }: App, session: Session): Time | null {
  const { silence, outcomes } = workflow;
  if (!silence || outcomes?.[TIMEOUT] === undefined || session.completedAt !== null) return null;
  const times = [
    ...(isDisconnected(session) ? [(session.disconnectedAt ?? 0) + silence.graceSeconds * 1000] : []),
    ...(silence.timeoutSeconds === undefined ? [] : [session.seenAt + silence.timeoutSeconds * 1000]),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/** How many sessions were ended. */
export async function sweepSessions(app: App, via: string): Promise<number> {
  const { board, sessions: machine } = app;
  const { silence, outcomes } = machine.workflow;
  if (!silence || outcomes?.[TIMEOUT] === undefined) return 0;
  const now = await board.now();
  const grace = silence.graceSeconds * 1000;
  const timeout = silence.timeoutSeconds === undefined ? null : silence.timeoutSeconds * 1000;
  const whyEnd = (session: Session, at: Time): string | null => {
    const due = endsByItselfAt(app, session);
    if (due === null || due > at) return null;
    return isDisconnected(session) && (session.disconnectedAt ?? at) + grace <= at
      ? `Its client went away, and it gave no sign of life within ${silence.graceSeconds} s.`
      : `It gave no sign of life for ${silence.timeoutSeconds} s.`;
  };
  const gone = await board.sessions.list({ open: true, disconnectedBefore: now - grace }, MOST_AT_ONCE);
  const silent =
    timeout === null ? [] : await board.sessions.list({ open: true, seenBefore: now - timeout }, MOST_AT_ONCE);
  const due = [...gone, ...silent].filter((session) => whyEnd(session, now) !== null);
  let ended = 0;
  for (const id of new Set(due.map((session) => session.id))) {
    ended += await settle<number>(board, async () => {
      const [session, at] = await Promise.all([board.sessions.get(id), board.now()]);
      const error = session && whyEnd(session, at);
      if (!session || error === null) return { answer: 0 };
      const end = completeSession(machine, session.state, TIMEOUT);
      // A workflow that enforces may know no way from here; then only a person can end it.
      if (isRefusal(end)) return { answer: 0 };
      // Nobody was heard of: the last sign of life stays what it was.
      const entry = completionEntry(session, end, { via }, at, session.seenAt, metadataTexts({ error }));
      return {
        plan: { id: app.newId(), checks: [sessionCheck(session)], entries: [entry] },
        answer: () => 1,
      };
    });
  }
  return ended;
}
