// How far a long command is, for the person who watches: one line on stderr that is written over, and only on a terminal.

const EVERY_MS = 100;
const BAR = 20;

export class Progress {
  readonly #verb: string;
  readonly #things: string;
  #shownAt = 0;

  constructor(verb: string, things: string) {
    this.#verb = verb;
    this.#things = things;
  }

  show = (done: number, total: number): void => {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const full = total > 0 ? Math.round((BAR * done) / total) : 0;
    const bar = "█".repeat(full) + "·".repeat(BAR - full);
    process.stderr.write(`\r${this.#verb} ${bar} ${done} of ${total} ${this.#things}\u001b[K`);
  };

  /** Takes the line away. */
  end(): void {
    if (this.#shownAt > 0) process.stderr.write("\r\u001b[K");
  }
}
