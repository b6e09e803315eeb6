// An agent says what it is doing now.

import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { stepSession } from "../engine/session.ts";
import { authorOf, type App, type Caller } from "./app.ts";
import { checkNames, checkText } from "./limits.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "./requests.ts";
import { noSuchSession, refusedOnSession, sessionChange, sessionCheck } from "./session.ts";

export interface ReportInput {
  readonly sessionId: string;
  readonly state: string;
  readonly metadata?: Metadata | undefined;
  readonly requestId?: string | undefined;
}

export interface ReportAnswer {
  readonly success: true;
  readonly sessionId: string;
  readonly previousState: string;
  readonly newState: string;
  /** As it stands in the history. */
  readonly transitionedAt: string;
  readonly outOfOrder: boolean;
  readonly warnings: readonly string[];
  readonly event: number | null;
}

export async function reportSession(app: App, caller: Caller, input: ReportInput): Promise<ReportAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const { sessionId: id, state, metadata = {} } = input;
  const unfit = checkNames(caller, requestId) ?? checkText("state", state, "name") ?? checkMetadata(metadata);
  if (unfit) return unfit;
  const request: RequestName = { tool: "update_session_state", subject: id, id: requestId, arguments: asked };
  const { board } = app;
  return settleOnce<ReportAnswer, ReportAnswer>(
    board,
    request,
    (kept) => told(app, kept),
    async () => {
      const [session, now] = await Promise.all([board.session(id), board.now()]);
      if (!session) return { answer: noSuchSession(id) };
      const step = stepSession(app.sessions, session.state, state);
      if (isRefusal(step)) return { plan: refusedOnSession(app, caller, session, step), answer: () => step };
      const { from, to, outOfOrder, warnings } = step;
      const moved = from !== to;
      const answer = { success: true, sessionId: id, previousState: from, newState: to, outOfOrder, warnings } as const;
      return {
        plan: {
          id: app.newId(),
          checks: [sessionCheck(session)],
          entries: [
            {
              kind: moved ? "move" : "stay",
              subject: { type: "session", key: id },
              by: authorOf(caller),
              data: { ticket: session.ticket, from, to, ...(outOfOrder ? { outOfOrder } : {}) },
              texts: metadataTexts(metadata),
              changes: [sessionChange(session, now, moved ? { state: to, entered_at: now } : {})],
            },
          ],
          ...requestRecord(request, answer),
        },
        answer: (done) => ({ ...answer, transitionedAt: new Date(done.at).toISOString(), event: done.seq }),
      };
    },
  );
}

/** An answer given again says the time that the ledger says. */
export async function told<T extends { readonly transitionedAt: string; readonly event: number | null }>(
  app: App,
  { answer, seq }: Recorded<T>,
): Promise<T> {
  const [row] = await app.board.ledger(seq - 1, 1);
  return { ...answer, transitionedAt: new Date(row?.at ?? 0).toISOString(), event: seq };
}
