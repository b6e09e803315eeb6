// Rows of the ledger with their texts.

import type { LedgerRow, Subject } from "../../app/commit/plan.ts";
import { askAll, byNumbers } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { formerNames, underNewNames } from "./former-names.ts";
import { HISTORY_TEXTS, TEXTS_BETWEEN, TOLD_AFTER, TOLD_HISTORY } from "./queries.ts";
import { select, type RowOf, type Select } from "../select.ts";
import { SAID, toLedgerRow, type TOLD } from "./rows.ts";

export async function readLedger(reader: Reader, after: number, limit: number): Promise<readonly LedgerRow[]> {
  const rows = await reader.read(TOLD_AFTER, [after, limit]);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const texts = Map.groupBy(await reader.read(TEXTS_BETWEEN, [first.seq, last.seq]), (item) => item.seq);
  return rows.map((row) => toLedgerRow(row, texts.get(row.seq) ?? []));
}

/** Rows that stand far from each other, with their texts. */
export async function withTexts(reader: Reader, rows: readonly RowOf<typeof TOLD>[]): Promise<readonly LedgerRow[]> {
  const said = await byNumbers(
    reader,
    rows.map(({ seq }) => seq),
    textsOf,
  );
  const texts = Map.groupBy(said, (item) => item.seq);
  return rows.map((row) => toLedgerRow(row, texts.get(row.seq) ?? []));
}

function textsOf(marks: string): Select<RowOf<typeof SAID>> {
  return select(SAID, (list) => `SELECT ${list} FROM ledger_text t WHERE t.seq IN (${marks}) ORDER BY t.seq, t.name`);
}

export async function readHistory(
  reader: Reader,
  subject: Subject,
  limit: number,
  before: number,
): Promise<readonly LedgerRow[]> {
  const own = await readUnder(reader, subject, limit, before);
  const names = subject.type === "ticket" && own.length < limit ? await formerNames(reader, [subject.key]) : [];
  if (names.length === 0) return own;
  const older = await Promise.all(
    names.map(({ former }) => readUnder(reader, { ...subject, key: former }, limit, before)),
  );
  return underNewNames([...own, ...older.flat()], names)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, limit);
}

async function readUnder(
  reader: Reader,
  subject: Subject,
  limit: number,
  before: number,
): Promise<readonly LedgerRow[]> {
  const which = [subject.type, subject.key, before, limit] as const;
  const rows = await askAll(reader, TOLD_HISTORY, ...which);
  const texts = Map.groupBy(await askAll(reader, HISTORY_TEXTS, ...which), (item) => item.seq);
  return rows.map((row) => toLedgerRow(row, texts.get(row.seq) ?? []));
}
