// What the tools of runs share. Bare words: every client pays for each description, and the instructions say the same.

import * as z from "zod";
import type { RunName } from "../app/ports/runs.ts";

export const RUN = { project: z.string(), session: z.string() };

export const RUN_CHANGES = { agent: z.string().optional(), request_id: z.string().optional() };

const params = z.object({ item_number: z.int().optional(), batch_index: z.int().optional() });

export const standingOutput = {
  next_skill: z.string().nullable(),
  params,
  action: z.enum(["clear", "none"]),
  state: z.string(),
  done: z.boolean(),
};

export const changeOutput = { warnings: z.array(z.string()).optional(), event: z.int().nullable() };

export function runOf({ project, session }: RunName): RunName {
  return { project, session };
}
