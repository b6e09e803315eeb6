// Waiting for the file's lock without standing still. SQLite's own wait blocks the event loop (seconds under load) and
// favours whoever came last; a short wait inside and an asynchronous, jittered one here keeps processes even.

import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../errors.ts";
import { explainFailure, isBusy } from "./failures.ts";

const PATIENCE_MS = 30_000;

export async function patiently<T>(file: string, step: () => T, patience = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patience;
  for (let attempt = 0; ; attempt++) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw explainFailure(file, error);
      if (performance.now() > deadline) {
        throw new StoreError(
          "store_busy",
          `Another program has kept ${file} locked for ${patience / 1000} s.`,
          "End whatever holds the file open for writing, then try again.",
          error,
        );
      }
    }
    await sleep(Math.random() * Math.min(20, 2 + attempt * 2));
  }
}
