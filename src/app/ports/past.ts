// The board as it was at a moment. Nothing can be changed there, and it is gone when whoever looked has looked.

import type { Key, Time } from "../../engine/facts.ts";
import type { Board } from "./board.ts";

export interface Past {
  /** `about`: tickets whose rows of the ledger are wanted too. */
  at<T>(moment: Moment, about: readonly Key[], look: (board: Board) => Promise<T>): Promise<T>;
}

/** After a row, at a time: leases and ages are counted by it. */
export interface Moment {
  readonly seq: number;
  readonly at: Time;
}
