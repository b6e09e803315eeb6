import * as z from "zod";
import { updateTicket } from "../../app/tickets/update.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, number, TICKET, word, WRITES } from "../tool.ts";

export const updateTicketTool = defineTool({
  name: "update_ticket",
  toolset: "tickets",
  title: "Edit and link a ticket",
  description:
    "Change the fields given; null takes a value away, labels are replaced. Replacing or removing a link needs command. The state changes by handoff_ticket only.",
  annotations: WRITES,
  input: z.strictObject({
    ...TICKET,
    title: z.string().optional(),
    body: z.string().optional(),
    priority: word("priorities").nullable().optional(),
    estimate: word("estimates").nullable().optional(),
    labels: z.array(z.string()).max(50).optional(),
    parent: number.nullable().optional(),
    addBlockedBy: z.array(number).max(100).optional(),
    removeBlockedBy: z.array(number).max(100).optional(),
    command: word("relinkers").optional(),
    claim: z.string().optional(),
    ...CHANGES,
  }),
  output: z.object({
    ...ref,
    edited: z.array(z.string()),
    links: z
      .object({ parent: z.object(ref).nullable(), added: z.array(z.object(ref)), removed: z.array(z.object(ref)) })
      .optional(),
    event: z.int().nullable(),
  }),
  run: ({ app, caller }, args) =>
    updateTicket(app, caller, {
      key: keyOf(app, args),
      title: args.title,
      body: args.body,
      priority: args.priority,
      estimate: args.estimate,
      labels: args.labels,
      parent: typeof args.parent === "number" ? String(args.parent) : args.parent,
      addBlockers: args.addBlockedBy?.map(String),
      removeBlockers: args.removeBlockedBy?.map(String),
      command: args.command,
      claim: args.claim,
      requestId: args.request_id,
    }),
});
