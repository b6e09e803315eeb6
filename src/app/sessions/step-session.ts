// One step of a session, whoever takes it: read, decided, written, and answered the same way when it is asked again.

import { stamp, type Time } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { SessionStep } from "../../engine/sessions/session.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import { surfaceOf, type App, type Caller } from "../app.ts";
import type { Entry } from "../commit/plan.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { noSuchSession, refusedOnSession, sessionCheck } from "./session.ts";
import type { Session } from "../ports/sessions.ts";

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
  readonly decide: (session: Session) => Step | Refusal;
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
    async () => {
      const [session, now] = await Promise.all([board.sessions.get(id), board.now()]);
      if (!session) return { answer: noSuchSession(id) };
      const step = decide(session);
      if (isRefusal(step)) return { plan: refusedOnSession(app, caller, session, step), answer: () => step };
      const { from, to, outOfOrder } = step;
      const warnings = step.warnings.map((words) => inWords(words, surfaceOf(caller)));
      const steps = { success: true, sessionId: id, previousState: from, newState: to, outOfOrder, warnings } as const;
      const answer = { ...steps, ...more };
      return {
        plan: {
          id: app.newId(),
          checks: [sessionCheck(session)],
          entries: [entry(session, step, now)],
          ...requestRecord(request, answer),
        },
        answer: (done) => ({ ...answer, transitionedAt: stamp(done.at), event: done.seq }),
      };
    },
  );
}

/** An answer given again says the time that the ledger says. */
async function toldAgain<T extends StepAnswer>(app: App, { answer, seq }: Recorded<T>): Promise<T> {
  const [row] = await app.board.ledger.after(seq - 1, 1);
  return { ...answer, transitionedAt: stamp(row?.at ?? 0), event: seq };
}
