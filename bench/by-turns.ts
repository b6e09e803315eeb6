// Ours and the baseline by turns, so that what disturbs the machine for a while disturbs both.

import type { Sample } from "./finding.ts";

export interface ByTurns {
  readonly ours: Sample[];
  readonly baseline: Sample[];
}

/** Who goes first changes with each round: the second finds warmer caches. The first rounds are for warming up. */
export async function byTurns(
  rounds: number,
  ours: () => Promise<Sample>,
  baseline: () => Promise<Sample>,
  warmUp = 1,
): Promise<ByTurns> {
  const taken: ByTurns = { ours: [], baseline: [] };
  for (let round = -warmUp; round < rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await (oursFirst ? ours() : baseline());
    const second = await (oursFirst ? baseline() : ours());
    if (round < 0) continue;
    taken.ours.push(oursFirst ? first : second);
    taken.baseline.push(oursFirst ? second : first);
  }
  return taken;
}

/** Wall time of one go, and the CPU time that this process took for it. */
export async function timed(work: () => unknown): Promise<Sample> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const value = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { value, cpuMs: (user + system) / 1000 };
}
