// How soon the next look may begin that a webhook leads to. Some follow each other after a second; whoever sends on and on, or
// makes GitHub do so, gets one every two seconds, so that points of the hour are left to others.

const LEAST_PAUSE_MS = 1_000;
const IN_A_ROW = 30;
const REFILLED_EVERY_MS = 2_000;

export class Pace {
  readonly #now: () => number;
  #left = IN_A_ROW;
  #filledAt: number;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** In so many milliseconds. */
  get wait(): number {
    this.#refill();
    const now = this.#now();
    const pause = Math.max(0, this.#lastAt + LEAST_PAUSE_MS - now);
    return this.#left > 0 ? pause : Math.max(pause, this.#filledAt + REFILLED_EVERY_MS - now);
  }

  begun(): void {
    this.#refill();
    this.#left = Math.max(0, this.#left - 1);
    this.#lastAt = this.#now();
  }

  #refill(): void {
    const whole = Math.floor((this.#now() - this.#filledAt) / REFILLED_EVERY_MS);
    this.#left = Math.min(IN_A_ROW, this.#left + whole);
    this.#filledAt += whole * REFILLED_EVERY_MS;
  }
}
