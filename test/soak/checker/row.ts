// One row of the ledger, read from its text.

import { z } from "zod";

export type Cell = string | number | null;
export type Cells = Readonly<Record<string, Cell>>;

const cell = z.union([z.string(), z.number(), z.null()]);
const payload = z.object({
  plan: z.string(),
  kind: z.string(),
  subject: z.object({ type: z.string(), key: z.string() }),
  by: z.object({
    connection: z.string().optional(),
    agent: z.string().optional(),
    person: z.string().optional(),
    via: z.string(),
  }),
  data: z.record(z.string(), z.unknown()),
  texts: z.record(z.string(), z.string()).optional(),
  changes: z
    .array(
      z.object({
        table: z.string(),
        key: z.record(z.string(), cell),
        set: z.record(z.string(), cell).nullable(),
      }),
    )
    .optional(),
});

export type Change = NonNullable<z.infer<typeof payload>["changes"]>[number];

export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly subject: { readonly type: string; readonly key: string };
  /** `connection` or `connection/agent`; null: a person. */
  readonly agent: string | null;
  readonly person: string | null;
  readonly via: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Digests of the free text, by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/** null: no row of a ledger has such a text. */
export function readRow(seq: number, at: number, text: string): Row | null {
  const read = payload.safeParse(parsed(text));
  if (!read.success) return null;
  const { kind, subject, by, data, texts = {}, changes = [] } = read.data;
  const connection = by.connection ?? null;
  const agent = connection === null || by.agent === undefined ? connection : `${connection}/${by.agent}`;
  return { seq, at, kind, subject, agent, person: by.person ?? null, via: by.via, data, texts, changes };
}

/** "row 12, #5", as every sentence about it begins. */
export function nameOf(row: Row): string {
  const { type, key } = row.subject;
  return `row ${row.seq}, ${type === "ticket" ? `#${key}` : `${type} ${key}`}`;
}

export function whoOf(row: Row): string {
  return row.person ?? row.agent ?? "nobody";
}

/** A word of the row's data; null where it has none. */
export function wordOf(row: Row, name: string): string | null {
  const value = row.data[name];
  return typeof value === "string" ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
