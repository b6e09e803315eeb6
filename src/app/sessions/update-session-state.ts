// An agent says what it is doing now.

import { refuseName } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { updateSessionState as decide } from "../../engine/sessions/session.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { senderOf } from "../commit/sender.ts";
import { changeSession, type SessionAnswer } from "./change-session.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import { isLeftOpen, sessionChange } from "./session.ts";

export interface SessionStateInput {
  readonly sessionId: string;
  readonly state: string;
  readonly metadata?: Metadata | undefined;
  readonly requestId?: string | undefined;
}

export async function updateSessionState(
  app: App,
  caller: Caller,
  input: SessionStateInput,
): Promise<SessionAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const { sessionId: id, state, metadata = {} } = input;
  const unfit =
    checkNames(caller, requestId) ??
    refuseName("sessionId", id, "the session's id") ??
    checkText("state", state, "name") ??
    checkMetadata(metadata);
  if (unfit) return unfit;
  return changeSession(
    app,
    caller,
    {
      request: { sender: senderOf(caller), tool: "update_session_state", subject: id, id: requestId, arguments: asked },
      decide: (sessions, session) => decide(sessions, session.state, state, isLeftOpen(session)),
      entry: (session, { from, to, outOfOrder }, now) => {
        const moved = from !== to;
        return {
          kind: moved ? "move" : "stay",
          subject: { type: "session", key: id },
          by: authorOf(caller),
          data: { ticket: session.ticket, from, to, ...(outOfOrder ? { outOfOrder } : {}) },
          texts: metadataTexts(metadata),
          changes: [sessionChange(session, now, moved ? { state: to, entered_at: now } : {})],
        };
      },
    },
    {},
  );
}
