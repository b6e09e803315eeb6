// Payloads read back: from a ledger that may have been tampered with, or from a file that anybody may have written.

import { z } from "zod";
import type { Payload } from "./ledger.ts";
import { TABLE_NAMES } from "./tables.ts";

const change = z.object({
  table: z.enum(TABLE_NAMES),
  key: z.record(z.string(), z.union([z.string(), z.number()])),
  set: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
});

const payload = z.object({
  plan: z.string(),
  kind: z.string(),
  subject: z.object({ type: z.string(), key: z.string() }),
  by: z.record(z.string(), z.unknown()),
  data: z.record(z.string(), z.unknown()),
  texts: z.record(z.string(), z.string()).optional(),
  changes: z.array(change).optional(),
});

/** null: it is no payload. */
export function readPayload(text: string): Payload | null {
  const value = readJson(text);
  return payload.safeParse(value).success ? (value as Payload) : null;
}

/** undefined: it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
