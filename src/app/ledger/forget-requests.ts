// Answers to requests are kept so that a call that is repeated is not done again. Nobody repeats one after a month: they go,
// in portions that nobody else has to wait for.

import { LASTING } from "../commit/sender.ts";
import type { Board } from "../ports/board.ts";

const PORTION = 1_000;
/** The rest goes with the next look. */
const MOST_PORTIONS = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many were forgotten. */
export async function forgetRequests(board: Board, days: number): Promise<number> {
  const before = (await board.now()) - days * DAY_MS;
  let forgotten = 0;
  for (let portion = 0; portion < MOST_PORTIONS; portion++) {
    const gone = await board.ledger.forgetRequests(before, LASTING, PORTION);
    forgotten += gone;
    if (gone < PORTION) break;
  }
  return forgotten;
}
