// Node takes one new connection in each turn of the event loop. Where a hundred clients come at once, each turn would first
// answer all those that are in already, and the last would wait for seconds while the first are answered again and again.
// Here requests wait for a moment while connections keep coming: turns in which nothing is answered are short.

import { setImmediate as nextTurn } from "node:timers/promises";

/** Clients that connect anew for each request never stop coming. */
const LONGEST_MS = 100;

export class Arrivals {
  #fresh = false;
  #calm: Promise<void> | null = null;

  /** A connection was taken. */
  arrived(): void {
    this.#fresh = true;
    this.#calm ??= this.#untilCalm();
  }

  /** When no more connections come; null: none do. */
  calm(): Promise<void> | null {
    return this.#calm;
  }

  async #untilCalm(): Promise<void> {
    const end = performance.now() + LONGEST_MS;
    do {
      this.#fresh = false;
      // The first is the rest of this turn, and the second comes after the next look for connections.
      await nextTurn();
      await nextTurn();
    } while (this.#fresh && performance.now() < end);
    this.#calm = null;
  }
}

/** Answers requests when all who have come at the same time are in. */
export function afterArrivals<R, E extends unknown[]>(
  arrivals: Arrivals,
  answer: (request: R, ...rest: E) => Response | Promise<Response>,
): (request: R, ...rest: E) => Response | Promise<Response> {
  return (request, ...rest) => {
    const calm = arrivals.calm();
    return calm === null ? answer(request, ...rest) : calm.then(() => answer(request, ...rest));
  };
}
