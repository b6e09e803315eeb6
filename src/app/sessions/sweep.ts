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

/** How many sessions were ended. */
export async function sweepSessions(app: App, via: string): Promise<number> {
  const { board, sessions: machine } = app;
  const { silence, outcomes } = machine.workflow;
  if (!silence || outcomes?.[TIMEOUT] === undefined) return 0;
  const now = await board.now();
  const grace = silence.graceSeconds * 1000;
  const timeout = silence.timeoutSeconds === undefined ? null : silence.timeoutSeconds * 1000;
  const whyEnd = (session: Session, at: Time): string | null => {
    if (isDisconnected(session) && (session.disconnectedAt ?? at) + grace <= at) {
      return `Its client went away, and it gave no sign of life within ${silence.graceSeconds} s.`;
    }
    if (session.completedAt === null && timeout !== null && session.seenAt + timeout <= at) {
      return `It gave no sign of life for ${silence.timeoutSeconds} s.`;
    }
    return null;
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
