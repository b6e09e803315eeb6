// How many writes one caller sends in a second. Far more than any honest one sends, and more than a hundred agents of one
// machine send together, who count as one caller: the limit is for a loop that has run wild.

const A_SECOND = 20_000;
const MOST_CALLERS = 10_000;

export class WriteRate {
  readonly #clock: () => number;
  readonly #counts = new Map<string, { since: number; count: number }>();
  #refused = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get refused(): number {
    return this.#refused;
  }

  allows(caller: string): boolean {
    const now = this.#clock();
    const before = this.#counts.get(caller);
    if (!before || now - before.since >= 1_000) {
      if (this.#counts.size >= MOST_CALLERS) this.#counts.clear();
      this.#counts.set(caller, { since: now, count: 1 });
      return true;
    }
    if (++before.count <= A_SECOND) return true;
    this.#refused++;
    return false;
  }
}
