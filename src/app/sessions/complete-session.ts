// A session comes to its end: its agent says so, a person does, or time does.

import type { Time } from "../../engine/facts.ts";
import { refuseName } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { refuseChanged } from "../../engine/seen.ts";
import { completeSession as decide, sessionEnded, type SessionEnd } from "../../engine/sessions/session.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import { senderOf } from "../commit/sender.ts";
import type { Author, Entry } from "../commit/plan.ts";
import { refuseBlank } from "../commit/refused.ts";
import type { Session } from "../ports/sessions.ts";
import { changeSession, type SessionAnswer } from "./change-session.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import { isLeftOpen, sessionChange } from "./session.ts";

export interface CompleteSessionInput {
  readonly sessionId: string;
  readonly outcome: string;
  /** The state that the caller saw; undefined where they rely on none. */
  readonly fromState?: string | undefined;
  readonly error?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Of a person, who has to give one. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface CompleteSessionAnswer extends SessionAnswer {
  readonly outcome: string;
}

export async function completeSession(
  app: App,
  caller: Caller,
  input: CompleteSessionInput,
): Promise<CompleteSessionAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const { sessionId: id, outcome, fromState, error, reason } = input;
  const metadata = { ...input.metadata, ...(error === undefined ? {} : { error }) };
  const unfit = firstRefusal(
    checkNames(caller, requestId),
    refuseName("sessionId", id, "the session's id"),
    caller.actor.kind === "person" ? refuseBlank(reason ?? "") : null,
    reason === undefined ? null : checkText("reason", reason, "reason"),
    checkText("outcome", outcome, "name"),
    error === undefined ? null : checkText("error", error, "reason"),
    checkMetadata(metadata),
  );
  if (unfit) return unfit;
  const texts = { ...metadataTexts(metadata), ...(reason === undefined ? {} : { reason }) };
  return changeSession(
    app,
    caller,
    {
      request: {
        sender: senderOf(caller),
        tool: "complete_ralph_session",
        subject: id,
        id: requestId,
        arguments: asked,
      },
      decide: (sessions, session) =>
        refuseChanged("the session", fromState, session.state) ??
        (caller.actor.kind === "person" && isLeftOpen(session)
          ? sessionEnded(session.state)
          : decide(sessions, session.state, outcome)),
      entry: (session, end, now) => completionEntry(session, end, authorOf(caller), now, now, texts),
    },
    { outcome },
  );
}

/** `seen`: the last sign of life. */
export function completionEntry(
  session: Session,
  end: SessionEnd,
  by: Author,
  now: Time,
  seen: Time,
  texts: Readonly<Record<string, string>>,
): Entry {
  const { from, to, outcome, outOfOrder } = end;
  // One that ended with its ticket ended then; now its agent says how it went.
  const ended = isLeftOpen(session) ? {} : { completed_at: now };
  return {
    kind: "move",
    subject: { type: "session", key: session.id },
    by,
    data: { ticket: session.ticket, from, to, outcome, ...(outOfOrder ? { outOfOrder } : {}) },
    texts,
    changes: [sessionChange(session, seen, { state: to, outcome, entered_at: now, ...ended })],
  };
}
