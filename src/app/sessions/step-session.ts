// One step of a session, whoever takes it: read, decided, written, and answered the same way when it is asked again.

import type { Time } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { SessionStep } from "../../engine/sessions/session.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { workflowCheck, type App, type Caller } from "../app.ts";
import type { Entry } from "../commit/plan.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { noSuchSession, refusedOnSession, sessionCheck } from "./session.ts";
import type { Session } from "../ports/sessions.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";

export interface StepAnswer {
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

export interface SessionVerb<Step extends SessionStep> {
  /** Its subject is the session's id. */
  readonly request: RequestName;
  readonly decide: (sessions: Machine, session: Session) => Step | Refusal;
  readonly entry: (session: Session, step: Step, now: Time) => Entry;
}

/** `more`: what an answer says beside what every step's does. */
export function takeStep<Step extends SessionStep, More extends object>(
  app: App,
  caller: Caller,
  { request, decide, entry }: SessionVerb<Step>,
  more: More,
): Promise<(StepAnswer & More) | Refusal> {
  const { board } = app;
  const id = request.subject;
  return settleOnce<StepAnswer & More, StepAnswer & More>(
    board,
    request,
    (kept) => toldAgain(app, kept),
    byWorkflow<(StepAnswer & More) | Refusal>(app, async (app) => {
      const [session, now] = await Promise.all([board.sessions.get(id), board.now()]);
      if (!session) return { answer: noSuchSession(id) };
      const step = decide(app.sessions, session);
      const relied = workflowCheck(app, "session");
      if (isRefusal(step)) {
        const plan = refusedOnSession(app, caller, session, step);
        return { plan: { ...plan, checks: relied }, answer: () => step };
      }
      const { from, to, outOfOrder, warnings } = step;
      const steps = { success: true, sessionId: id, previousState: from, newState: to, outOfOrder, warnings } as const;
      const answer = { ...steps, ...more };
      return {
        plan: {
          id: app.newId(),
          checks: [...relied, sessionCheck(session)],
          entries: [entry(session, step, now)],
          ...requestRecord(request, answer),
        },
        answer: (done) => ({ ...answer, transitionedAt: new Date(done.at).toISOString(), event: done.seq }),
      };
    }),
  );
}

/** An answer given again says the time that the ledger says. */
async function toldAgain<T extends StepAnswer>(app: App, { answer, seq }: Recorded<T>): Promise<T> {
  const [row] = await app.board.ledger.after(seq - 1, 1);
  return { ...answer, transitionedAt: new Date(row?.at ?? 0).toISOString(), event: seq };
}
