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
    "Move a ticket to its next workflow state: the only way to change a state. Say as which command you act, why, and either an intent (lock before working, complete when done, escalate when stuck) or the state by name. A lock answers with a claim token: pass it as claim from then on. A refusal says after Recovery: exactly what to call instead.",
  annotations: WRITES,
  input: z.strictObject({
    ...TICKET,
    command: word("commands"),
    intent: word("intents").optional(),
    to_state: word("states").optional(),
    reason: z.string(),
    claim: z.string().optional().describe("Token of the claim that you hold"),
    from_state: word("states").optional().describe("Refused if the ticket is elsewhere by now"),
    dry_run: z.boolean().optional(),
    agent: CHANGES.agent.describe("Your name, where several agents share this connection"),
    request_id: CHANGES.request_id.describe("Yours; repeat a call that got no answer with the same one"),
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
      requestId: args.request_id,
      dryRun: args.dry_run,
    }),
});
