import * as z from "zod";
import { viewTicket } from "../../app/tickets/view.ts";
import { keyOf } from "../key.ts";
import { ticketOutput } from "../outputs.ts";
import { CURSOR, defineTool, READS, TICKET } from "../tool.ts";

export const getTicket = defineTool({
  name: "get_ticket",
  toolset: "tickets",
  title: "Read a ticket",
  description: "One ticket with its text, state, links, who holds it, and its newest comments and moves.",
  annotations: READS,
  input: z.strictObject({ ...TICKET, ...CURSOR }),
  output: ticketOutput,
  asOf: "this call",
  run: ({ app, caller }, args) => viewTicket(app, keyOf(app, args), caller),
});
