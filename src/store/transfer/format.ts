// A whole store as JSON lines, for the way from one engine to the other: the ledger word for word, then the recorded
// answers. The tables are not in it, being what the ledger adds up to; nor is any key or token.

import * as z from "zod";

export const FORMAT = "signalbox-export";
export const FORMAT_VERSION = 1;

export type OnProgress = (done: number, total: number) => void;

export const HEADER = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** The schema of the store that it came from. */
  schema: z.int(),
  head: z.object({ seq: z.int().min(0), hash: z.string(), at: z.int() }),
  exportedAt: z.string(),
});

const ROW = z.object({
  row: z.object({
    seq: z.int(),
    at: z.int(),
    payload: z.string(),
    hash: z.string(),
    texts: z.array(z.object({ name: z.string(), salt: z.string().nullable(), content: z.string().nullable() })),
  }),
});

const REQUEST = z.object({
  request: z.object({
    /** Absent in the export of an earlier version: the ledger's row names whoever sent it. */
    sender: z.string().optional(),
    tool: z.string(),
    subject: z.string(),
    id: z.string(),
    arguments: z.string(),
    answer: z.string(),
    seq: z.int(),
    at: z.int(),
  }),
});

const END = z.object({
  end: z.object({
    rows: z.int(),
    requests: z.int(),
    /** Of every line before this one. */
    sha256: z.string(),
  }),
});

export const LINE = z.union([ROW, REQUEST, END]);

export type Header = z.infer<typeof HEADER>;
export type Line = z.infer<typeof LINE>;
