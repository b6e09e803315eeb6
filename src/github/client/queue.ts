// At most so many at once; later ones wait in line.

export class Queue {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The place is handed over, and not given back: a newcomer must not slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
