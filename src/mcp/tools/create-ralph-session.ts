import * as z from "zod";
import { createSession } from "../../app/sessions/create-session.ts";
import { refuse } from "../../engine/refusal.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, WRITES } from "../tool.ts";

/** Taken as a number or as text, and shown as one of them: clients of a model with a poorer dialect drop what is both. */
const either = z.union([z.int(), z.string()]);

export const createRalphSession = defineTool({
  name: "create_ralph_session",
  toolset: "sessions",
  title: "Open a session",
  description: "Begin a session on a ticket (or ticketId): people see what you do.",
  annotations: WRITES,
  input: z.strictObject({
    ticket: either.meta({ type: "integer", bare: true }).optional(),
    ticketId: either.meta({ type: "string", bare: true }).optional(),
    ...CHANGES,
  }),
  output: z.looseObject({ ...ref, sessionId: z.string(), state: z.string(), existing: z.boolean() }),
  run: async ({ app, caller }, args) => {
    const named = args.ticket ?? args.ticketId;
    if (named === undefined) {
      return refuse("ticket_missing", "No ticket was named.", "retry with ticket set to the ticket's number.");
    }
    return createSession(app, caller, { ticket: String(named).replace(/^#/, ""), requestId: args.request_id });
  },
});
