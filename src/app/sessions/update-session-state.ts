// An agent says what it is doing now.

import type { Refusal } from "../../engine/refusal.ts";
import { stepSession } from "../../engine/sessions/session.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { checkMetadata, metadataTexts, type Metadata } from "./metadata.ts";
import { sessionChange } from "./session.ts";
import { takeStep, type StepAnswer } from "./step-session.ts";

export interface ReportInput {
  readonly sessionId: string;
  readonly state: string;
  readonly metadata?: Metadata | undefined;
  readonly requestId?: string | undefined;
}

export async function reportSession(app: App, caller: Caller, input: ReportInput): Promise<StepAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const { sessionId: id, state, metadata = {} } = input;
  const unfit = checkNames(caller, requestId) ?? checkText("state", state, "name") ?? checkMetadata(metadata);
  if (unfit) return unfit;
  return takeStep(
    app,
    caller,
    {
      request: { tool: "update_session_state", subject: id, id: requestId, arguments: asked },
      decide: (sessions, session) => stepSession(sessions, session.state, state),
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
