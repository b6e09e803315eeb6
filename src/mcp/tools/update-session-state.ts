import * as z from "zod";
import { updateSessionState } from "../../app/sessions/update-session-state.ts";
import { metadata, stepOutput } from "../session-schemas.ts";
import { CHANGES, defineTool, word, WRITES } from "../tool.ts";

export const updateSessionStateTool = defineTool({
  name: "update_session_state",
  toolset: "sessions",
  title: "Report what you do",
  description: "Report each phase as it begins. metadata: files[], testResults{passed,failed,skipped}, error, …",
  annotations: WRITES,
  input: z.strictObject({ sessionId: z.string(), state: word("reports"), metadata, ...CHANGES }),
  output: z.looseObject(stepOutput),
  run: ({ app, caller }, args) =>
    updateSessionState(app, caller, {
      sessionId: args.sessionId,
      state: args.state,
      metadata: args.metadata,
      requestId: args.request_id,
    }),
});
