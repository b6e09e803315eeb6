// The ledger as it grows: every row once, in order. The board's doorbell says that there may be something new; what is new
// is read by number, so that a bell that rings twice repeats nothing, and one that does not ring only delays.

import type { Board } from "../ports/board.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { LedgerRow } from "../commit/plan.ts";

export interface FollowOptions {
  /** How many rows at once. */
  readonly pageSize?: number;
  /** How long a bell that does not ring may delay. */
  readonly lookEveryMs?: number;
  /** The store did not answer. Following goes on, from where it was. */
  readonly onError?: (error: unknown) => void;
}

export interface Following {
  /** Nothing is delivered any more. Settled when a delivery that was under way is over. */
  stop(): Promise<void>;
  /** Settled when it was stopped; rejected where `onRows` threw, which ends it. */
  readonly done: Promise<void>;
}

type Source = Pick<Board, "watch"> & { readonly ledger: Pick<Ledger, "after"> };
type OnRows = (rows: readonly LedgerRow[]) => void | Promise<void>;

const PAGE_SIZE = 500;
const LOOK_EVERY_MS = 1000;

export function followLedger(board: Source, after: number, onRows: OnRows, options: FollowOptions = {}): Following {
  const { pageSize = PAGE_SIZE, lookEveryMs = LOOK_EVERY_MS, onError = () => {} } = options;
  const bell = new Bell();
  const unwatch = board.watch(() => bell.ring());
  const stopping = new AbortController();
  const { signal } = stopping;

  async function follow(): Promise<void> {
    let last = after;
    while (!signal.aborted) {
      // A ring during the reading may be for a row that was not read yet: it is kept for the wait.
      bell.quiet();
      const rows = await read(last);
      if (signal.aborted) return;
      const newest = rows.at(-1);
      if (newest) {
        await onRows(rows);
        last = newest.seq;
      }
      if (rows.length < pageSize && !signal.aborted) await bell.wait(lookEveryMs);
    }
  }

  async function read(last: number): Promise<readonly LedgerRow[]> {
    try {
      return await board.ledger.after(last, pageSize);
    } catch (error) {
      onError(error);
      return [];
    }
  }

  const done = follow().finally(unwatch);
  return {
    done,
    stop() {
      stopping.abort();
      bell.ring();
      return done;
    },
  };
}

class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  quiet(): void {
    this.#rung = false;
  }

  wait(milliseconds: number): Promise<void> {
    if (this.#rung) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
