// The reason that was given for the move that brought a ticket where it is.

import { stamp } from "../../engine/facts.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { LastWord } from "../pages/views.ts";
import { showAuthor } from "./events.ts";

const MOVES: ReadonlySet<string> = new Set(["move", "override", "propagate"]);

export function lastWordIn({ by, at, texts }: LedgerRow): LastWord {
  return { who: showAuthor(by), at: stamp(at), text: texts["reason"] ?? null };
}

/** Of a ticket's rows, the newest first; null: nobody has moved it since it was created. */
export function lastWordOn(rows: readonly LedgerRow[]): LastWord | null {
  const row = rows.find(({ kind }) => MOVES.has(kind));
  return row ? lastWordIn(row) : null;
}
