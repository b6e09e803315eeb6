import * as z from "zod";
import { handoff } from "../../app/tickets/handoff.ts";
import { claimOutput, guidanceOutput, ref } from "../outputs.ts";
import { keyOf } from "../key.ts";
import { CHANGES, defineTool, TICKET, word, WRITES } from "../tool.ts";

export const handoffTicket = defineTool({
  name: "handoff_ticket",
  toolset: "tickets",
  title: "Hand off a ticket",
  description:
    "Move a ticket to another state: the only way to do it. command: the role you act in. Give either intent or to_state. Intents: lock before you work, complete when done, escalate when stuck, reject to send back, close when nothing is left to do, cancel when it won't be done. A lock answers with a token: pass it as claim from then on. A refusal says after Recovery: what to call instead.",
  annotations: WRITES,
  input: z.strictObject({
    ...TICKET,
    command: word("commands"),
    intent: word("intents").optional(),
    to_state: word("states").optional(),
    reason: z.string(),
    claim: z.string().optional(),
    commit: z.string().optional().describe("The commit your work is in: whole hash. Where the workflow asks for it"),
    evidence: z
      .record(z.string(), z.string())
      .optional()
      .describe('What you say of it: {"tests":"pass"}. Kept as a report'),
    from_state: z.string().optional().describe("Refused if it is elsewhere by now"),
    dry_run: z.boolean().optional(),
    agent: CHANGES.agent.describe("Your name, if several share the connection"),
    request_id: CHANGES.request_id.describe("Same id: repeats a call that got no answer"),
  }),
  output: z.object({
    ...ref,
    previousState: z.string().nullable(),
    newState: z.string(),
    changed: z.boolean(),
    intent: z.string().nullable(),
    command: z.string().nullable(),
    reason: z.string(),
    claim: claimOutput.optional(),
    commit: z.string().optional(),
    event: z.int().nullable(),
    dryRun: z.literal(true).optional(),
    warnings: z.array(z.string()),
    guidance: guidanceOutput,
  }),
  run: ({ app, caller }, args) =>
    handoff(app, caller, {
      key: keyOf(app, args),
      command: args.command,
      reason: args.reason,
      intent: args.intent,
      toState: args.to_state,
      fromState: args.from_state,
      claim: args.claim,
      commit: args.commit,
      evidence: args.evidence,
      requestId: args.request_id,
      dryRun: args.dry_run,
    }),
});
