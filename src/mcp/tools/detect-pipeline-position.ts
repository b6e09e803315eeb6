import * as z from "zod";
import { detectPosition } from "../../app/groups/position.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CURSOR, defineTool, READS, TICKET } from "../tool.ts";

export const detectPipelinePosition = defineTool({
  name: "detect_pipeline_position",
  toolset: "decisions",
  title: "Which phase is next?",
  description:
    "What is due for a ticket and its group: the phase of the least advanced member, and why. next: the calls that begin what is due; have that command's work done and ask again until it is empty. waiting: who works on what.",
  annotations: READS,
  input: z.strictObject({ ...TICKET, ...CURSOR }),
  output: z.object({
    phase: z.string(),
    reason: z.string(),
    remainingPhases: z.array(z.string()),
    issues: z.array(
      z.object({ ...ref, title: z.string(), workflowState: z.string(), estimate: z.string().nullable() }),
    ),
    convergence: z.object({
      required: z.boolean(),
      met: z.boolean(),
      blocking: z.array(z.object({ ...ref, state: z.string() })),
    }),
    isGroup: z.boolean(),
    groupPrimary: z.int().nullable(),
    complete: z.boolean(),
    attention: z.array(z.object({ ...ref, state: z.string(), reason: z.string() })),
    next: z.array(
      z.object({
        ...ref,
        command: z.string(),
        intent: z.string().optional(),
        to_state: z.string().optional(),
        to: z.string(),
      }),
    ),
    waiting: z.array(z.object({ ...ref, holder: z.string().nullable(), until: z.string() })),
    cycles: z.array(z.array(z.string()).meta({ bare: true })).optional(),
    truncated: z.literal(true).optional(),
  }),
  asOf: "this call",
  run: ({ app, caller }, args) => detectPosition(app, caller.actor, keyOf(app, args)),
});
