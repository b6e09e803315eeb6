// Leases that go on and what sessions report: the same of the same one, several times in a row, is one line.

import type { LedgerRowView } from "../../../../src/http/contract.ts";

export interface Folded {
  /** The newest of them. */
  readonly row: LedgerRowView;
  readonly times: number;
}

/** The newest first. */
export function fold(rows: readonly LedgerRowView[]): readonly Folded[] {
  const folded: { row: LedgerRowView; times: number }[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (last && isRoutine(row) && isSame(last.row, row)) last.times++;
    else folded.push({ row, times: 1 });
  }
  return folded;
}

function isRoutine({ kind, subject }: LedgerRowView): boolean {
  return kind === "stay" || (kind === "edit" && subject.type === "session");
}

function isSame(a: LedgerRowView, b: LedgerRowView): boolean {
  return (
    a.kind === b.kind &&
    a.who === b.who &&
    a.subject.type === b.subject.type &&
    a.subject.key === b.subject.key &&
    a.deed === b.deed
  );
}
