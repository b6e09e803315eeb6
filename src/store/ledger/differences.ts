// What rows have set on their ticket, and what stood there before: rows hold what they set, so that the former value is that
// of the newest earlier row which set the same.

import type { Difference } from "../../app/ports/ledger.ts";
import { askAll, byNumbers } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { UP_TO } from "../queries.ts";
import { columns, select, shape } from "../select.ts";
import { formerNames } from "./former-names.ts";
import { withTexts } from "./history.ts";
import type { Payload } from "./prepare.ts";
import { TOLD, type ToldRow } from "./rows.ts";

/** What people write; the rest of a ticket's columns follows from it, or stands in the row's own data. */
const FIELDS = ["title", "body", "priority", "estimate", "labels"] as const;
type Field = (typeof FIELDS)[number];

/** So many earlier rows of a ticket are looked at. */
const FAR = 500;

const BY_NUMBER = (marks: string) =>
  select(TOLD, (list) => `SELECT ${list} FROM ledger l WHERE l.seq IN (${marks}) ORDER BY l.seq`);
const SETTING = select(
  shape(columns("ledger", "l", "seq", "at", "payload", "hash")),
  (list) => `SELECT ${list} FROM ledger l
    WHERE l.subject_type = 'ticket' AND l.subject_key = ? AND l.seq < ? AND l.kind IN ('create', 'edit', 'link')
    ORDER BY l.seq DESC ${UP_TO}`,
);

export async function readDifferences(
  reader: Reader,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly Difference[]>> {
  const found = new Map<number, readonly Difference[]>();
  for (const row of await byNumbers(reader, seqs, BY_NUMBER)) {
    const after = await valuesIn(reader, row);
    if (after.size === 0) continue;
    const { subject } = payloadOf(row);
    const before = await valuesBefore(reader, subject.key, row.seq, new Set(after.keys()));
    found.set(
      row.seq,
      [...after].map(([field, value]) => ({ field, before: before.get(field) ?? null, after: value })),
    );
  }
  return found;
}

async function valuesBefore(
  reader: Reader,
  key: string,
  seq: number,
  fields: ReadonlySet<Field>,
): Promise<ReadonlyMap<Field, string | null>> {
  const values = new Map<Field, string | null>();
  const names = [key, ...(await formerNames(reader, [key])).map(({ former }) => former)];
  for (const name of names) {
    for (const row of await askAll(reader, SETTING, name, seq, FAR)) {
      const missing = [...fields].filter((field) => !values.has(field));
      if (missing.length === 0) return values;
      if (!missing.some((field) => setOf(row)?.[field] !== undefined)) continue;
      for (const [field, value] of await valuesIn(reader, row)) {
        if (fields.has(field) && !values.has(field)) values.set(field, value);
      }
    }
  }
  return values;
}

/** Free text stands beside the row, under the name that the change has in its place. */
async function valuesIn(reader: Reader, row: ToldRow): Promise<ReadonlyMap<Field, string | null>> {
  const set = setOf(row);
  const fields = FIELDS.filter((field) => set?.[field] !== undefined);
  if (!set || fields.length === 0) return new Map();
  const [told] = await withTexts(reader, [row]);
  return new Map(
    fields.map((field) => {
      const value = set[field] ?? null;
      return [field, value !== null && told && value in told.texts ? (told.texts[value] ?? null) : value];
    }),
  );
}

type Values = Readonly<Partial<Record<Field, string | null>>>;

/** What the row sets on its own ticket. */
function setOf(row: ToldRow): Values | null {
  const { subject, changes = [] } = payloadOf(row);
  for (const change of changes) {
    if (change.table === "ticket" && change.set !== null && change.key.key === subject.key) return change.set;
  }
  return null;
}

function payloadOf({ payload }: ToldRow): Payload {
  return JSON.parse(payload) as Payload;
}
