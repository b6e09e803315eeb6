import { setTimeout as sleep } from "node:timers/promises";

/** Settled after that long, or as soon as it is over. */
export async function pause(ms: number, over: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: over });
  } catch (error) {
    if (!over.aborted) throw error;
  }
}

/** The machine's own clock in ms, which no fault shifts: the same for everything in this process. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}
