// The sessions of a client that disconnected are marked and not ended, because agents reconnect.

import { authorOf, type App, type Caller } from "../app.ts";
import { sessionChange, sessionCheck } from "./session.ts";
import { settle } from "../commit/settle.ts";
import type { Session } from "../ports/sessions.ts";

const MOST_AT_ONCE = 1000;

/** How many sessions were marked. `isGone`: which of them the client has left; a twin of its agent may be at work on others. */
export async function disconnectSessions(
  app: App,
  caller: Caller,
  connection: string,
  isGone: (session: Session) => boolean = () => true,
): Promise<number> {
  let marked = 0;
  for (const { id } of await app.board.sessions.list({ open: true, connection }, MOST_AT_ONCE)) {
    marked += await settle<number>(app.board, async () => {
      const [session, now] = await Promise.all([app.board.sessions.get(id), app.board.now()]);
      if (!session || session.completedAt !== null || !isGone(session)) return { answer: 0 };
      return {
        plan: {
          id: app.newId(),
          checks: [sessionCheck(session)],
          entries: [
            {
              kind: "edit",
              subject: { type: "session", key: id },
              by: authorOf(caller),
              data: { ticket: session.ticket, fields: ["disconnected_at"], disconnected: true },
              changes: [sessionChange(session, session.seenAt, { disconnected_at: now })],
            },
          ],
        },
        answer: () => 1,
      };
    });
  }
  return marked;
}
