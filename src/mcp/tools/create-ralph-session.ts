import { z } from "zod";
import { createSession } from "../../app/create-session.ts";
import { refuse } from "../../engine/refusal.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, WRITES } from "../tool.ts";

const ticket = z.union([z.int(), z.string()]).optional();

export const createRalphSession = defineTool({
  name: "create_ralph_session",
  toolset: "sessions",
  title: "Open a session",
  description: "Begin a session on a ticket (or ticketId): people see what you do.",
  annotations: WRITES,
  input: z.strictObject({ ticket, ticketId: ticket, ...CHANGES }),
  output: z.looseObject({ ...ref, sessionId: z.string(), state: z.string(), existing: z.boolean() }),
  run: async ({ app, caller }, args) => {
    const named = args.ticket ?? args.ticketId;
    if (named === undefined) {
      return refuse("ticket_missing", "No ticket was named.", "retry with ticket set to the ticket's number.");
    }
    return createSession(app, caller, { ticket: String(named).replace(/^#/, ""), requestId: args.request_id });
  },
});
