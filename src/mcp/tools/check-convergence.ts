import * as z from "zod";
import { checkConvergence } from "../../app/groups/position.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CURSOR, defineTool, READS, TICKET, word } from "../tool.ts";

export const checkConvergenceTool = defineTool({
  name: "check_convergence",
  toolset: "decisions",
  title: "Has the group arrived?",
  description:
    "Whether every ticket of a group has reached a state, and which ones it waits for. Ask before work that the group begins together, such as planning.",
  annotations: READS,
  input: z.strictObject({ ...TICKET, targetState: word("pipeline"), ...CURSOR }),
  output: z.object({
    converged: z.boolean(),
    targetState: z.string(),
    total: z.int(),
    ready: z.int(),
    blocking: z.array(
      z.object({ ...ref, title: z.string(), currentState: z.string(), distanceToTarget: z.int().nullable() }),
    ),
    recommendation: z.enum(["proceed", "wait", "escalate"]),
    cycles: z.array(z.array(z.string()).meta({ bare: true })).optional(),
    truncated: z.literal(true).optional(),
  }),
  asOf: "this call",
  run: ({ app }, args) => checkConvergence(app, keyOf(app, args), args.targetState),
});
