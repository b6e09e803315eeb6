// Rows of the ledger and of its texts.

import type { LedgerRow } from "../../app/commit/plan.ts";
import type { ChangingRow } from "../../app/ports/ledger.ts";
import { columns, optional, shape, type RowOf, type Selected } from "../select.ts";
import type { Payload } from "./prepare.ts";

/** All that a reader is told: the payload says the rest. */
const told = columns("ledger", "l", "seq", "at", "payload", "hash");
/** The whole row. */
const whole = { ...told, ...columns("ledger", "l", "kind", "subject_type", "subject_key", "plan") };
const said = columns("ledger_text", "t", "name", "content");

export const TOLD = shape(told);
export const WHOLE = shape(whole);
/** A row for each text, and one where there is none. */
export const TOLD_WITH_TEXT = shape({ ...told, ...optional(said) });
export const TEXT = shape({ ...columns("ledger_text", "t", "seq", "salt"), ...said });
export const SAID = shape({ ...columns("ledger_text", "t", "seq"), ...said });

export type ToldRow = Selected<typeof told>;
type ToldWithText = RowOf<typeof TOLD_WITH_TEXT>;

interface Said {
  readonly name: string | null;
  readonly content: string | null;
}

export function toLedgerRow({ seq, at, payload, hash }: ToldRow, texts: readonly Said[]): LedgerRow {
  const { kind, subject, by, data } = JSON.parse(payload) as Payload;
  return { seq, at, kind, subject, by, data, texts: textsOf(texts), hash };
}

export function toChangingRow({ seq, at, payload }: ToldRow): ChangingRow {
  const { kind, subject, by, data, facts, changes = [] } = JSON.parse(payload) as Payload;
  return { seq, at, kind, subject, by, data, ...(facts ? { facts } : {}), changes };
}

/** From a row for each text; those of one ledger row stand together. */
export function toHistory(rows: readonly ToldWithText[]): readonly LedgerRow[] {
  return [...Map.groupBy(rows, (row) => row.seq).values()].flatMap((own) => {
    const [row] = own;
    return row ? [toLedgerRow(row, own)] : [];
  });
}

function textsOf(rows: readonly Said[]): LedgerRow["texts"] {
  const texts: [string, string | null][] = [];
  for (const { name, content } of rows) if (name !== null) texts.push([name, content]);
  return Object.fromEntries(texts);
}
