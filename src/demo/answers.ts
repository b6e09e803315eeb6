// The parts of the tools' answers that the demo's agents look at.

import * as z from "zod";

export const picked = z.looseObject({
  found: z.boolean(),
  issue: z.looseObject({ number: z.int(), title: z.string() }).nullable(),
  claim: z.looseObject({ token: z.string().optional() }).optional(),
  skipped: z.array(z.looseObject({ number: z.int(), code: z.string() })).optional(),
});

export const handedOff = z.looseObject({
  newState: z.string(),
  changed: z.boolean(),
  claim: z.looseObject({ token: z.string().optional() }).optional(),
});

export const listed = z.looseObject({
  tickets: z.array(
    z.looseObject({
      number: z.int(),
      title: z.string(),
      state: z.string().nullable(),
      estimate: z.string().nullable(),
      claim: z.looseObject({ holder: z.string(), expired: z.boolean() }).nullable(),
      updatedAt: z.string(),
    }),
  ),
});
export type Listed = z.output<typeof listed>["tickets"][number];

export const viewed = z.looseObject({
  body: z.string(),
  estimate: z.string().nullable(),
  children: z.array(z.looseObject({ state: z.string().nullable() })),
});

export const position = z.looseObject({
  phase: z.string(),
  convergence: z.looseObject({
    required: z.boolean(),
    met: z.boolean(),
    blocking: z.array(z.looseObject({ number: z.int() })),
  }),
});

export const check = z.looseObject({ converged: z.boolean() });
export const session = z.looseObject({ sessionId: z.string() });
export const created = z.looseObject({ number: z.int() });
