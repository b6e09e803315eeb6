import * as z from "zod";
import { completeSession } from "../../app/sessions/complete-session.ts";
import { metadata, stepOutput } from "../session-schemas.ts";
import { CHANGES, defineTool, word, WRITES } from "../tool.ts";

export const completeRalphSession = defineTool({
  name: "complete_ralph_session",
  toolset: "sessions",
  title: "End a session",
  description: "End your session.",
  annotations: WRITES,
  input: z.strictObject({
    sessionId: z.string(),
    outcome: word("outcomes"),
    error: z.string().optional(),
    metadata,
    ...CHANGES,
  }),
  output: z.looseObject(stepOutput),
  run: ({ app, caller }, args) =>
    completeSession(app, caller, {
      sessionId: args.sessionId,
      outcome: args.outcome,
      error: args.error,
      metadata: args.metadata,
      requestId: args.request_id,
    }),
});
