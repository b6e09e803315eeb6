// Counts values by size, as a histogram that Prometheus adds up.

import type { Tallied } from "../ports/board.ts";

export class Tally implements Tallied {
  readonly bounds: readonly number[];
  readonly counts: number[];
  count = 0;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  add(value: number): void {
    this.count += 1;
    this.sum += value;
    for (const [index, bound] of this.bounds.entries()) {
      if (value <= bound) this.counts[index] = (this.counts[index] ?? 0) + 1;
    }
  }
}

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
