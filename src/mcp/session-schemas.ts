// What the session tools share.

import * as z from "zod";

export const metadata = z.looseObject({}).optional();

export const stepOutput = {
  success: z.literal(true),
  sessionId: z.string(),
  previousState: z.string(),
  newState: z.string(),
  transitionedAt: z.string(),
  outOfOrder: z.boolean(),
  warnings: z.array(z.string()),
};
