// Many who act at the same time, in the order of the clock: each says how long it is until it acts again, and the
// next one moves the clock on.

/** Yields milliseconds until its next deed. */
export type Life = AsyncGenerator<number, void>;

export class Timetable {
  now: number;
  readonly #until: number;
  readonly #waiting: { at: number; life: Life }[] = [];

  constructor(from: number, until: number) {
    this.now = from;
    this.#until = until;
  }

  add(at: number, life: Life): void {
    this.#waiting.push({ at, life });
  }

  /** What is unfinished at the end stays unfinished: that is what the present looks like. */
  async run(): Promise<void> {
    for (;;) {
      const next = this.#waiting.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > this.#until) break;
      this.now = Math.max(this.now, Math.round(next.at));
      const { value, done } = await next.life.next();
      if (done === true) this.#waiting.splice(this.#waiting.indexOf(next), 1);
      else next.at = this.now + value;
    }
    this.now = this.#until;
  }
}

/** The same dice every time. */
export function makeDice(seed: number): {
  readonly roll: () => number;
  readonly between: (a: number, b: number) => number;
} {
  let state = seed;
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { roll, between: (a, b) => a + (b - a) * roll() };
}
