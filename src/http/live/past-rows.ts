// Rows of before, as those who come late are told them. Many come late at the same moment, after a restart of the server or
// of a network: each page is made once for all of them, and kept for a short time.

import type { App } from "../../app/app.ts";
import { renderRows, type Rendered } from "./render.ts";

/** Few enough to be made in a moment: others are served in between. */
const PAGE = 50;
const KEEP_MS = 5_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Rows are sent together up to this size. */
const TOGETHER = 64 * 1024;

interface Kept {
  readonly pieces: Promise<readonly Rendered[]>;
  bytes: number;
  readonly until: number;
}

export class PastRows {
  readonly #clock: () => number;
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The rows after one, in pieces; none: there are no more. */
  async after(app: App, seq: number): Promise<readonly Rendered[]> {
    const kept = this.#kept.get(seq);
    if (kept && kept.until > this.#clock()) return kept.pieces;
    this.#forget(seq);
    const made: Kept = { pieces: this.#make(app, seq), bytes: 0, until: this.#clock() + KEEP_MS };
    this.#kept.set(seq, made);
    try {
      const pieces = await made.pieces;
      if (this.#kept.get(seq) !== made || made.bytes > 0) return pieces;
      made.bytes = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
      this.#bytes += made.bytes;
      if (pieces.length === 0) this.#forget(seq);
      while (this.#bytes > MOST_BYTES) this.#forgetOldest();
      return pieces;
    } catch (error) {
      this.#forget(seq);
      throw error;
    }
  }

  async #make(app: App, seq: number): Promise<readonly Rendered[]> {
    const rendered = await renderRows(app, await app.board.ledger.after(seq, PAGE));
    const pieces: Rendered[] = [];
    let together: Rendered[] = [];
    let size = 0;
    for (const one of rendered) {
      together.push(one);
      size += one.bytes.length;
      if (size >= TOGETHER || one === rendered.at(-1)) {
        pieces.push({ seq: one.seq, bytes: Buffer.concat(together.map(({ bytes }) => bytes)) });
        [together, size] = [[], 0];
      }
    }
    return pieces;
  }

  #forget(seq: number): void {
    this.#bytes -= this.#kept.get(seq)?.bytes ?? 0;
    this.#kept.delete(seq);
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (oldest === undefined) this.#bytes = 0;
    else this.#forget(oldest);
  }
}
