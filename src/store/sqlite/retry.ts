// Waiting for the file's lock without standing still. SQLite's own wait blocks the event loop (seconds under load) and
// favours whoever came last. Here the pauses are the event loop's to use, jittered, and shorter the longer somebody has
// waited: with pauses that grow, those who have lost most often would try least.

import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../errors.ts";
import { explainFailure, isBusy } from "./failures.ts";

const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 10;
const SHORTEST_PAUSE_MS = 2;
/** From then on it is no crowd any more, but one who holds the lock for long: no hurry helps. */
const CROWD_MS = 2_000;
const LONG_PAUSE_MS = 25;
/** So many tries for one lock are well spent. Where it takes more, pauses are stretched: the tries of a large crowd would
 * leave whoever holds the lock no processor to finish on. */
const FAIR_TRIES = 6;
const MOST_STRETCH = 8;

/** How many tries it took lately, in this process. */
let tries = 0;

/** `onFailure` hears of whatever ends it but success. */
export function patiently<T>(
  file: string,
  step: () => T,
  patience = PATIENCE_MS,
  onFailure: (error: unknown) => void = () => {},
): Promise<T> {
  // Nearly always the first try is the only one, and needs no more than its answer.
  try {
    return Promise.resolve(step());
  } catch (error) {
    return again(file, step, patience, error).catch((failure: unknown) => {
      onFailure(failure);
      throw failure;
    });
  }
}

async function again<T>(file: string, step: () => T, patience: number, first: unknown): Promise<T> {
  const began = performance.now();
  let error = first;
  for (let attempt = 0; ; attempt++) {
    if (!isBusy(error)) throw explainFailure(file, error);
    const waited = performance.now() - began;
    if (waited > patience) {
      throw new StoreError(
        "store_busy",
        `Another program has kept ${file} locked for ${patience / 1000} s.`,
        "End whatever holds the file open for writing, then try again.",
        error,
      );
    }
    await sleep(Math.random() * longestPause(attempt, waited) * stretch(attempt));
    try {
      const done = step();
      tries += (attempt + 1 - tries) / 8;
      return done;
    } catch (next) {
      error = next;
    }
  }
}

function stretch(attempt: number): number {
  return Math.min(MOST_STRETCH, Math.max(1, Math.max(tries, attempt / 2) / FAIR_TRIES));
}

function longestPause(attempt: number, waited: number): number {
  return waited > CROWD_MS ? LONG_PAUSE_MS : Math.max(SHORTEST_PAUSE_MS, FIRST_PAUSE_MS - attempt);
}
