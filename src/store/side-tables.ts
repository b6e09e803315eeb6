// Tables that the ledger does not add up to: the ledger itself, what triggers count, and what stands outside of it.

import { columnList, int, maybeInt, maybeText, text, type Column } from "./tables.ts";

const LAYOUT = {
  ledger: {
    seq: int,
    at: int,
    kind: text,
    subject_type: text,
    subject_key: text,
    plan: text,
    payload: text,
    hash: text,
  },
  ledger_text: { seq: int, name: text, salt: maybeText, content: maybeText },
  head: { seq: int, hash: text, at: int },
  claim_token: { ticket: text, fence: int, digest: text },
  request: { sender: text, tool: text, subject: text, id: text, arguments: text, answer: text, seq: int, at: int },
  pending: { ticket: text, plan: text, body: text, marker: text, expires_at: int },
  remote: { ticket: text, body: text },
  pull_request: { ticket: text, body: text, open: int, changed_at: int },
  delivery: { digest: text, at: int },
  token: {
    id: text,
    name: text,
    role: text,
    commands: maybeText,
    hash: text,
    created_at: int,
    expires_at: maybeInt,
    revoked_at: maybeInt,
    seen_at: maybeInt,
    seen_from: maybeText,
    facts: maybeText,
  },
  witness: {
    id: text,
    issuer: text,
    repository_id: text,
    workflow: text,
    facts: text,
    created_at: int,
    revoked_at: maybeInt,
    seen_at: maybeInt,
    seen_from: maybeText,
  },
  invitation: { hash: text, token: text, name: text, expires_at: int },
  browser: {
    id: text,
    hash: text,
    token: text,
    name: text,
    created_at: int,
    seen_at: int,
    seen_from: text,
    program: text,
  },
  process: { id: text, connection: text, host: text, pid: int, seen_at: int },
  snapshot: { seq: int, body: text },
  meta: { name: text, value: text },
} as const;

/** Columns of a ticket that triggers keep. */
const COUNTED = { open_blockers: int, children: int } as const;

type Held<C> =
  | (C extends { readonly type: "text" } ? string : number)
  | (C extends { readonly required: true } ? never : null);

type RowsOf<L> = { readonly [C in keyof L]: Held<L[C]> };

export type SideTables = { readonly [T in keyof typeof LAYOUT]: RowsOf<(typeof LAYOUT)[T]> };
export type Counters = RowsOf<typeof COUNTED>;

export const COUNTERS: readonly Column[] = columnList(COUNTED);

export const SIDE_TABLE_NAMES = Object.keys(LAYOUT) as readonly (keyof SideTables)[];

export function sideColumns(table: keyof SideTables): readonly Column[] {
  return columnList(LAYOUT[table]);
}
