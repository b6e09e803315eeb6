import * as z from "zod";
import { myWork } from "../../app/sessions/my-work.ts";
import { viewNamedSession } from "../../app/sessions/view-session.ts";
import type { SessionView } from "../../app/pages/session-views.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { CURSOR, defineTool, READS } from "../tool.ts";

const anything = z.array(z.looseObject({}));

export const getSession = defineTool({
  name: "get_session",
  toolset: "sessions",
  title: "Read a session",
  description: "With its history. Without sessionId: your open sessions and claims, if you lost context.",
  annotations: READS,
  input: z.strictObject({ sessionId: z.string().optional(), agent: z.string().optional(), ...CURSOR }),
  output: z.looseObject({
    sessionId: z.string().optional(),
    ticket: z.string().optional(),
    state: z.string().optional(),
    state_history: anything.optional(),
    sessions: anything.optional(),
    claims: anything.optional(),
  }),
  run: async ({ app, caller }, args) => {
    if (args.sessionId !== undefined) {
      const view = await viewNamedSession(app, caller, args.sessionId);
      return isRefusal(view) ? view : told(view);
    }
    const { sessions, claims } = await myWork(app, caller);
    return { sessions: sessions.map(told), claims };
  },
});

/** With the names that the history has in SQL too. */
function told({ id, history, ...rest }: SessionView): object {
  return { sessionId: id, ...rest, state_history: history };
}
