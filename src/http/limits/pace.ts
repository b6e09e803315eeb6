// Work that nobody waits for at once, such as bringing many listeners up to date: piece by piece, with a rest after each in
// which others are served. However much of it there is, it takes a fixed part of the server's time.

import { setTimeout as sleep } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

const LONGEST_REST_MS = 500;

export interface PaceOptions {
  readonly clock: () => number;
  /** How many times as long as a piece took is rested after it. */
  readonly rest: number;
}

export class Pace {
  readonly #options: PaceOptions;
  readonly #queue: FairQueue<() => Promise<void>>;
  #running = false;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.clock);
  }

  /** Does it when it is this caller's turn. */
  do<T>(caller: string, piece: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.add(caller, () => piece().then(resolve, reject));
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#queue.next(); next; next = this.#queue.next()) {
      const began = this.#options.clock();
      await next.item();
      const took = this.#options.clock() - began;
      this.#queue.charge(next.caller, took);
      await restFor(took * this.#options.rest);
    }
    this.#running = false;
  }
}

/** Less than a timer can measure is not rested: only others who are there already come first. */
export function restFor(milliseconds: number): Promise<unknown> {
  if (milliseconds < 1) return new Promise((resolve) => setImmediate(resolve));
  return sleep(Math.min(milliseconds, LONGEST_REST_MS));
}
