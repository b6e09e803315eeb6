// What somebody who cannot see the board is told of it.

import type { EventView } from "../../../src/http/contract.ts";
import { showKey } from "../lib/words.ts";
import { announce } from "../parts/announcer.tsx";

const MOVES = new Set(["move", "override", "propagate", "undo"]);

/** Of several rows that came together only the last is said in full, so that nobody listens to yesterday. */
export function hearRows(rows: readonly EventView[]): void {
  const moves = rows.filter((row) => MOVES.has(row.kind));
  const refusals = rows.filter((row) => row.kind === "refuse");
  const move = moves.at(-1);
  const refusal = refusals.at(-1);
  if (move) {
    announce(
      `${more(moves.length)}${showKey(move.subject.key)} moved to ${move.to ?? "no state"} by ${move.who}.`,
      "polite",
    );
  }
  if (refusal) {
    const code = refusal.code?.replaceAll("_", " ") ?? "no reason given";
    announce(
      `${more(refusals.length)}${refusal.who} was refused on ${showKey(refusal.subject.key)}: ${code}.`,
      "assertive",
    );
  }
}

function more(count: number): string {
  return count > 1 ? `${count} rows, the last: ` : "";
}
