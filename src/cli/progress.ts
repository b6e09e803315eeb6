// How far a long command is, for whoever watches: one line on stderr that is written over, and only on a terminal.

const EVERY_MS = 100;

export class Progress {
  readonly #verb: string;
  #shownAt = 0;

  constructor(verb: string) {
    this.#verb = verb;
  }

  show = (done: number, total: number): void => {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    process.stderr.write(`\r${this.#verb} ${done} of ${total} rows`);
  };

  /** Takes the line away. */
  end(): void {
    if (this.#shownAt > 0) process.stderr.write("\r\u001b[K");
  }
}
