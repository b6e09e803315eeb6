// What a phase counts, and what it found that must never happen.

import type { Counts } from "./counts.ts";

/** One fault can break a rule thousands of times; the first ones say what it is. */
const MOST_BREACHES = 50;

export class Notes {
  readonly breaches: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #tell: (line: string) => void;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  counted(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  breach(sentence: string): void {
    if (this.breaches.length >= MOST_BREACHES) return;
    this.breaches.push(sentence);
    this.#tell(`BREACH: ${sentence}`);
  }

  get counts(): Counts {
    return Object.fromEntries([...this.#counts].toSorted(([one], [other]) => one.localeCompare(other)));
  }
}
