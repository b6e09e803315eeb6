// What one of many costs: a single call is too short for the clock.

import { timed } from "../by-turns.ts";
import type { Sample } from "../finding.ts";

/** Microseconds of each, and its CPU time. */
export async function timedEach(times: number, work: (index: number) => Promise<unknown>): Promise<Sample> {
  const { value, cpuMs } = await timed(async () => {
    for (let index = 0; index < times; index++) await work(index);
  });
  return { value: (value * 1000) / times, ...(cpuMs === undefined ? {} : { cpuMs: cpuMs / times }) };
}
