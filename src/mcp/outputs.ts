// Shapes that several answers share. Kept shallow: every client pays for every word of them.

import * as z from "zod";

export const ref = { number: z.int(), repo: z.string().optional() };

export const claimOutput = z.object({
  token: z.string().optional(),
  holder: z.string(),
  fence: z.int(),
  expiresAt: z.string(),
});

export const guidanceOutput = z.object({
  isLockState: z.boolean(),
  isTerminal: z.boolean(),
  requiresHumanAction: z.boolean(),
  allowedNextTransitions: z.array(z.string()),
  expectedByCommands: z.array(z.string()),
  note: z.string().optional(),
});

const link = z.object({ ...ref, title: z.string(), state: z.string().nullable() });

export const summaryOutput = {
  ...ref,
  title: z.string(),
  state: z.string().nullable(),
  priority: z.string().nullable(),
  estimate: z.string().nullable(),
  labels: z.array(z.string()),
  parent: z.object(ref).nullable(),
  claim: z
    .object({
      holder: z.string(),
      since: z.string(),
      expiresAt: z.string(),
      expired: z.boolean(),
      session: z.looseObject({ state: z.string() }).nullable(),
    })
    .nullable(),
  updatedAt: z.string(),
  closed: z.string().optional(),
};

/** Loose: the runs on it are told in docs/runs.md, and cost no client a word. */
export const ticketOutput = z.looseObject({
  ...summaryOutput,
  body: z.string(),
  children: z.array(link),
  blockedBy: z.array(link),
  blocks: z.array(link),
  comments: z.array(z.object({ author: z.string(), body: z.string(), createdAt: z.string() })),
  createdAt: z.string(),
});
