// A session comes to its end: its agent says so, a person does, or time does.

import type { Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { completeSession, type SessionEnd } from "../../engine/sessions/session.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import type { Author, Entry } from "../commit/plan.ts";
import { refuseBlank } from "../commit/refused.ts";
import { sessionChange } from "./session.ts";
import type { Session } from "../ports/sessions.ts";
import { takeStep, type StepAnswer } from "./step-session.ts";

export interface EndInput {
  readonly sessionId: string;
  readonly outcome: string;
  readonly error?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Of a person, who has to give one. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface EndAnswer extends StepAnswer {
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
  const texts = { ...metadataTexts(metadata), ...(reason === undefined ? {} : { reason }) };
  return takeStep(
    app,
    caller,
    {
      request: { tool: "complete_ralph_session", subject: id, id: requestId, arguments: asked },
      decide: (sessions, session) => completeSession(sessions, session.state, outcome),
      entry: (session, end, now) => endEntry(session, end, authorOf(caller), now, texts),
    },
    { outcome },
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
