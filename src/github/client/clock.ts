// Time and chance, so that tests need neither.

import { setTimeout as wait } from "node:timers/promises";
import type { Time } from "../../engine/facts.ts";

export interface Clock {
  now(): Time;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: (milliseconds) => wait(milliseconds),
  random: Math.random,
};
