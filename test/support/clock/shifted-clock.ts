// A clock that a test sets, for servers in processes of their own: no test waits until a lease has run out.

import { renameSync, writeFileSync } from "node:fs";

export class ShiftedClock {
  /** What a server needs in its environment to live by this clock. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;
  #shift = 0;

  constructor(file: string) {
    this.#file = file;
    this.env = {
      NODE_OPTIONS: `--import=${new URL("preload.ts", import.meta.url).href}`,
      SIGNALBOX_TEST_CLOCK: file,
    };
    this.set(0);
  }

  readonly now = (): number => Date.now() + this.#shift;

  /** By how much it is ahead. */
  set(ms: number): void {
    this.#shift = ms;
    // In one step: a server that looks at this very moment sees the old time or the new one.
    writeFileSync(`${this.#file}.new`, String(ms));
    renameSync(`${this.#file}.new`, this.#file);
  }

  pass(ms: number): void {
    this.set(this.#shift + ms);
  }
}
