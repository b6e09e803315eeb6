// Chance that can be repeated: the same seed makes the same choices, in the same order.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  /** Of nothing it is undefined, and as many choices are used up as of something. */
  oneOf<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.next() * choices.length)];
  }
}
