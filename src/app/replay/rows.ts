// The ledger from its first row, page by page, each row with the board as it was just before.

import type { Board } from "../ports/board.ts";
import type { ChangingRow } from "../ports/ledger.ts";
import type { DecidedRow } from "./decide-again.ts";
import { Fold } from "./fold.ts";

const PAGE = 500;

export interface Reading {
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Up to the row that is the last one when it begins. */
export async function* rowsWithBoard(
  { ledger }: Pick<Board, "ledger">,
  { onProgress }: Reading = {},
): AsyncGenerator<{ readonly row: ChangingRow; readonly before: Fold }> {
  const { seq: end } = await ledger.head();
  const fold = new Fold();
  for (let after = 0; after < end;) {
    const rows = await ledger.changing(after, Math.min(PAGE, end - after));
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) {
      yield { row, before: fold };
      fold.carry(row);
    }
    after = last.seq;
    onProgress?.(after, end);
  }
}

/** What a row is, to somebody who decides again. */
export type RowKind =
  | { readonly is: "decided"; readonly row: DecidedRow }
  /** older: of a version that kept no facts. elsewhere: made on another tracker. other: by rules that are not tried again. */
  | { readonly is: "older" | "elsewhere" | "other" | "none" };

const VERDICTS: ReadonlySet<string> = new Set(["move", "stay", "override", "refuse", "release"]);
const OTHERS: ReadonlySet<string> = new Set(["propagate", "undo"]);

export function kindOf(row: ChangingRow): RowKind {
  const { kind, subject, facts, by } = row;
  if (subject.type !== "ticket") return { is: kind === "refuse" || kind === "move" ? "other" : "none" };
  if (OTHERS.has(kind)) return { is: "other" };
  if (!VERDICTS.has(kind)) return { is: "none" };
  if (!facts) return { is: by.via === "github" ? "elsewhere" : "older" };
  return facts.asked === "other" ? { is: "other" } : { is: "decided", row: { ...row, facts } };
}
