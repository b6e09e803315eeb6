// What the verbs that change a session share: it is read, the engine decides, the row is written, and the same request
// gets the same answer again.

import { stamp, type Time } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { Reporter } from "../../engine/sessions/owner.ts";
import { sessionEnded, type SessionStep } from "../../engine/sessions/session.ts";
import { inWords } from "../../engine/surfaces/tell.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { surfaceOf, workflowCheck, type App, type Caller } from "../app.ts";
import type { Entry } from "../commit/plan.ts";
import { requestRecord, settleOnce, type Recorded, type RequestName } from "../commit/requests.ts";
import { findReporter } from "./owner.ts";
import { isLeftOpen, noSuchSession, refusedOnSession, sessionCheck } from "./session.ts";
import type { Session } from "../ports/sessions.ts";
import { byWorkflow } from "../commit/by-workflow.ts";

export interface SessionAnswer {
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

export interface SessionVerb<Decision extends SessionStep> {
  /** Its subject is the session's id. */
  readonly request: RequestName;
  readonly decide: (sessions: Machine, session: Session) => Decision | Refusal;
  readonly entry: (session: Session, decision: Decision, now: Time) => Entry;
}

/** `more`: what the answer of this verb says beside what all of them say. */
export function changeSession<Decision extends SessionStep, More extends object>(
  app: App,
  caller: Caller,
  { request, decide, entry }: SessionVerb<Decision>,
  more: More,
): Promise<(SessionAnswer & More) | Refusal> {
  const { board } = app;
  const id = request.subject;
  return settleOnce<SessionAnswer & More, SessionAnswer & More>(
    board,
    request,
    (recorded) => again(app, recorded),
    byWorkflow<(SessionAnswer & More) | Refusal>(app, async (app) => {
      const [session, now] = await Promise.all([board.sessions.get(id), board.now()]);
      if (!session) return { answer: noSuchSession(id) };
      const reporter = await findReporter(app, caller, session, now);
      const relied = workflowCheck(app, "session");
      const refused = (refusal: Refusal) => ({
        plan: { ...refusedOnSession(app, caller, session, refusal), checks: relied },
        answer: () => refusal,
      });
      if (isRefusal(reporter)) return refused(reporter);
      // How the work went on a session that ended with its ticket, only its own agent knows.
      if (reporter.kind === "taken_over" && isLeftOpen(session)) return refused(sessionEnded(session.state));
      const decision = decide(app.sessions, session);
      if (isRefusal(decision)) return refused(decision);
      const { from, to, outOfOrder } = decision;
      const warnings = decision.warnings.map((words) => inWords(words, surfaceOf(caller)));
      const said = { success: true, sessionId: id, previousState: from, newState: to, outOfOrder, warnings } as const;
      const answer = { ...said, ...more };
      return {
        plan: {
          id: app.newId(),
          checks: [...relied, sessionCheck(session)],
          entries: [ownedBy(reporter, entry(session, decision, now))],
          ...requestRecord(request, answer),
        },
        answer: (done) => {
          app.reported?.(id, session.version + 1);
          return { ...answer, transitionedAt: stamp(done.at), event: done.seq };
        },
      };
    }),
  );
}

function ownedBy(reporter: Reporter, entry: Entry): Entry {
  if (reporter.kind === "own") return entry;
  const { connection, agent } = reporter.holder;
  const changes = (entry.changes ?? []).map((change) =>
    change.table === "session" ? { ...change, set: { ...change.set, connection, agent } } : change,
  );
  return { ...entry, changes };
}

/** A repeated answer has the time of its row in the ledger. */
async function again<T extends SessionAnswer>(app: App, { answer, seq }: Recorded<T>): Promise<T> {
  const [row] = await app.board.ledger.after(seq - 1, 1);
  return { ...answer, transitionedAt: stamp(row?.at ?? 0), event: seq };
}
