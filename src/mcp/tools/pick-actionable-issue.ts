import * as z from "zod";
import { pickIssue } from "../../app/tickets/pick.ts";
import { claimOutput, ref } from "../outputs.ts";
import { CHANGES, CURSOR, defineTool, word, WRITES } from "../tool.ts";

export const pickActionableIssue = defineTool({
  name: "pick_actionable_issue",
  toolset: "decisions",
  title: "What can I work on?",
  description:
    "Find work: the best free ticket in a state (not locked, not blocked, small enough; by priority, then age). claim=true also locks it for you, in one step; it needs command and reason. Nothing found: passedOver counts what was not offered, and why.",
  annotations: WRITES,
  input: z.strictObject({
    workflowState: word("states"),
    maxEstimate: word("estimates").optional().describe("default S"),
    claim: z.boolean().optional(),
    command: word("lockers").optional(),
    reason: z.string().optional(),
    owner: z.string().optional(),
    repo: z.string().optional(),
    ...CHANGES,
    ...CURSOR,
  }),
  keepsAnswer: true,
  output: z.object({
    found: z.boolean(),
    issue: z
      .object({
        ...ref,
        title: z.string(),
        description: z.string(),
        workflowState: z.string().nullable(),
        estimate: z.string().nullable(),
        priority: z.string().nullable(),
        isLocked: z.boolean(),
        blockedBy: z.array(z.object({ ...ref, title: z.string() })),
      })
      .nullable(),
    alternatives: z.int(),
    claim: claimOutput.optional(),
    event: z.int().nullable().optional(),
    skipped: z.array(z.object({ ...ref, code: z.string(), reason: z.string() })).optional(),
    passedOver: z
      .object({ tooLarge: z.int(), blocked: z.int(), held: z.int(), noRoom: z.int(), guarded: z.int() })
      .meta({ bare: true })
      .optional(),
  }),
  asOf: "last look",
  run: ({ app, caller }, args) =>
    pickIssue(app, caller, {
      workflowState: args.workflowState,
      maxEstimate: args.maxEstimate,
      claim: args.claim,
      command: args.command,
      reason: args.reason,
      requestId: args.request_id,
    }),
});
