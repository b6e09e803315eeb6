import * as z from "zod";
import { createTicket } from "../../app/tickets/create.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, number, word, WRITES } from "../tool.ts";

export const createTicketTool = defineTool({
  name: "create_ticket",
  toolset: "tickets",
  title: "Create a ticket",
  description: "Put a new ticket on the board, also a part of one that you split. It begins in the start state.",
  annotations: WRITES,
  input: z.strictObject({
    title: z.string(),
    body: z.string().optional(),
    priority: word("priorities").optional(),
    estimate: word("estimates").optional(),
    labels: z.array(z.string()).max(50).optional(),
    parent: number.optional(),
    blockedBy: z.array(number).max(100).optional(),
    claim: z.string().optional(),
    owner: z.string().optional(),
    repo: z.string().optional(),
    ...CHANGES,
  }),
  output: z.object({ ...ref, state: z.string(), title: z.string(), event: z.int().nullable() }),
  run: ({ app, caller }, args) =>
    createTicket(app, caller, {
      title: args.title,
      body: args.body,
      priority: args.priority,
      estimate: args.estimate,
      labels: args.labels,
      ...(args.parent === undefined ? {} : { parent: String(args.parent) }),
      ...(args.blockedBy === undefined ? {} : { blockedBy: args.blockedBy.map(String) }),
      claim: args.claim,
      requestId: args.request_id,
    }),
});
