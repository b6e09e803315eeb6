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

export async function patiently<T>(file: string, step: () => T, patience = PATIENCE_MS): Promise<T> {
  let began: number | null = null;
  for (let attempt = 0; ; attempt++) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw explainFailure(file, error);
      began ??= performance.now();
      const waited = performance.now() - began;
      if (waited > patience) {
        throw new StoreError(
          "store_busy",
          `Another program has kept ${file} locked for ${patience / 1000} s.`,
          "End whatever holds the file open for writing, then try again.",
          error,
        );
      }
      await sleep(Math.random() * longestPause(attempt, waited));
    }
  }
}

function longestPause(attempt: number, waited: number): number {
  return waited > CROWD_MS ? LONG_PAUSE_MS : Math.max(SHORTEST_PAUSE_MS, FIRST_PAUSE_MS - attempt);
}
