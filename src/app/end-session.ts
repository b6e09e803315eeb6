// A session comes to its end: its agent says so, a person does, or time does.

import type { Time } from "../engine/facts.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { completeSession, type SessionEnd } from "../engine/session.ts";
import { authorOf, type App, type Caller } from "./app.ts";
import { checkNames, checkText, firstRefusal } from "./limits.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import type { Author, Entry } from "./plan.ts";
import { refuseBlank } from "./refused.ts";
import type { ReportAnswer } from "./report-session.ts";
import { told } from "./report-session.ts";
import { requestRecord, settleOnce, type RequestName } from "./requests.ts";
import { noSuchSession, refusedOnSession, sessionChange, sessionCheck, type Session } from "./session.ts";

export interface EndInput {
  readonly sessionId: string;
  readonly outcome: string;
  readonly error?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Of a person, who has to give one. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface EndAnswer extends ReportAnswer {
  readonly outcome: string;
}

export async function endSession(app: App, caller: Caller, input: EndInput): Promise<EndAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const { sessionId: id, outcome, error, reason } = input;
  const metadata = { ...input.metadata, ...(error === undefined ? {} : { error }) };
  const unfit = firstRefusal(
    checkNames(caller, requestId),
    caller.actor.kind === "person" ? refuseBlank(reason ?? "") : null,
    reason === undefined ? null : checkText("reason", reason, "reason"),
    checkText("outcome", outcome, "name"),
    error === undefined ? null : checkText("error", error, "reason"),
    checkMetadata(metadata),
  );
  if (unfit) return unfit;
  const request: RequestName = { tool: "complete_ralph_session", subject: id, id: requestId, arguments: asked };
  const { board } = app;
  return settleOnce<EndAnswer, EndAnswer>(
    board,
    request,
    (kept) => told(app, kept),
    async () => {
      const [session, now] = await Promise.all([board.session(id), board.now()]);
      if (!session) return { answer: noSuchSession(id) };
      const end = completeSession(app.sessions, session.state, outcome);
      if (isRefusal(end)) return { plan: refusedOnSession(app, caller, session, end), answer: () => end };
      const answer = {
        success: true,
        sessionId: id,
        previousState: end.from,
        newState: end.to,
        outcome,
        outOfOrder: end.outOfOrder,
        warnings: end.warnings,
      } as const;
      return {
        plan: {
          id: app.newId(),
          checks: [sessionCheck(session)],
          entries: [
            endEntry(session, end, authorOf(caller), now, {
              ...metadataTexts(metadata),
              ...(reason === undefined ? {} : { reason }),
            }),
          ],
          ...requestRecord(request, answer),
        },
        answer: (done) => ({ ...answer, transitionedAt: new Date(done.at).toISOString(), event: done.seq }),
      };
    },
  );
}

export function endEntry(
  session: Session,
  end: SessionEnd,
  by: Author,
  now: Time,
  texts: Readonly<Record<string, string>>,
): Entry {
  const { from, to, outcome, outOfOrder } = end;
  return {
    kind: "move",
    subject: { type: "session", key: session.id },
    by,
    data: { ticket: session.ticket, from, to, outcome, ...(outOfOrder ? { outOfOrder } : {}) },
    texts,
    changes: [sessionChange(session, now, { state: to, outcome, entered_at: now, completed_at: now })],
  };
}
