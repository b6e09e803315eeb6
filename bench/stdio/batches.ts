// Calls go in batches: a sample of one call would measure the timer and the scheduler.

import type { Sample } from "../finding.ts";

/** Each time the next so many, from the start again when all were given. */
export function inBatches<T>(all: readonly T[], each: number): () => readonly T[] {
  let next = 0;
  return () => {
    const batch = Array.from({ length: each }, (_, index) => all[(next + index) % all.length]);
    next += each;
    return batch.flatMap((item) => (item === undefined ? [] : [item]));
  };
}

export function perCall({ value, cpuMs }: Sample, calls: number): Sample {
  return { value: value / calls, ...(cpuMs === undefined ? {} : { cpuMs: cpuMs / calls }) };
}
