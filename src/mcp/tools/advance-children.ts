import * as z from "zod";
import { advanceChildren } from "../../app/tickets/advance.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CHANGES, CURSOR, defineTool, TICKET, word, WRITES } from "../tool.ts";

export const advanceChildrenTool = defineTool({
  name: "advance_children",
  toolset: "decisions",
  title: "Let children follow",
  description:
    "Move the children that are behind up to their parent's state. Those that may not move are listed with the reason.",
  annotations: WRITES,
  input: z.strictObject({
    ...TICKET,
    targetState: word("pipeline"),
    command: word("commands").optional(),
    reason: z.string().optional(),
    ...CHANGES,
    ...CURSOR,
  }),
  keepsAnswer: true,
  output: z.object({
    advanced: z.array(z.object({ ...ref, fromState: z.string(), toState: z.string() })),
    skipped: z.array(z.object({ ...ref, currentState: z.string(), reason: z.string() })),
    errors: z.array(z.object({ ...ref, error: z.string() })),
  }),
  run: ({ app, caller, signal, progress }, args) =>
    advanceChildren(
      app,
      caller,
      {
        key: keyOf(app, args),
        targetState: args.targetState,
        command: args.command,
        reason: args.reason,
        requestId: args.request_id,
      },
      { signal, progress },
    ),
});
