import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../../src/github/client/clock.ts";

/** Time that passes only by sleeping, and then at once. */
export class ManualClock implements Clock {
  #now: number;
  readonly slept: number[] = [];
  /** Sleeping takes real time, and none here: for those who wait for each other. */
  waits = false;

  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.#now = start;
  }

  now = (): number => this.#now;

  async sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    if (this.waits) return wait(Math.min(milliseconds, 20));
    this.#now += milliseconds;
  }

  random(): number {
    return 0.5;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
