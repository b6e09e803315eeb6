// Sequences at random, each on a board of its own; what breaks a rule is shown with the fewest calls that still break it.

import { play } from "./play.ts";
import { Dice } from "./random.ts";
import type { Stage } from "./stage.ts";
import { stepsOf, type Step } from "./steps.ts";

export interface SearchOptions {
  readonly sequences: number;
  readonly steps: number;
  readonly seed: number;
  readonly open: () => Promise<Stage>;
}

export interface Finding {
  readonly seed: number;
  readonly breaches: readonly string[];
  /** The fewest steps that still show it: `replay` plays them again. */
  readonly steps: readonly Step[];
  readonly calls: readonly string[];
}

export interface Searched {
  readonly sequences: number;
  readonly calls: number;
  /** How many calls of each tool got which answer. */
  readonly counts: Readonly<Record<string, number>>;
  readonly finding: Finding | null;
}

/** Until something is found. */
export async function search({ sequences, steps: length, seed, open }: SearchOptions): Promise<Searched> {
  const counts: Record<string, number> = {};
  let calls = 0;
  for (let index = 0; index < sequences; index++) {
    const steps = stepsOf(new Dice(seed + index), length);
    const played = await replay(open, steps);
    for (const [name, count] of Object.entries(played.counts)) counts[name] = (counts[name] ?? 0) + count;
    calls += played.calls.length;
    if (played.breaches.length === 0) continue;
    const fewest = await shrink(open, steps);
    const { breaches, calls: told } = await replay(open, fewest);
    return {
      sequences: index + 1,
      calls,
      counts,
      finding: { seed: seed + index, breaches, steps: fewest, calls: told },
    };
  }
  return { sequences, calls, counts, finding: null };
}

export async function replay(open: SearchOptions["open"], steps: readonly Step[]): ReturnType<typeof play> {
  const stage = await open();
  try {
    return await play(stage, steps);
  } finally {
    await stage.close();
  }
}

/** Leaves out what is not needed: halves first, then one by one, as long as anything is still found. */
async function shrink(open: SearchOptions["open"], steps: readonly Step[]): Promise<readonly Step[]> {
  let least = steps;
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length;) {
      const fewer = [...least.slice(0, at), ...least.slice(at + size)];
      if (fewer.length < least.length && (await replay(open, fewer)).breaches.length > 0) least = fewer;
      else at += size;
    }
  }
  return least;
}

export function tellFinding({ seed, breaches, calls, steps }: Finding): string {
  return [
    `Seed ${seed}: ${breaches.join("; ")}`,
    ...calls.map((call, index) => `${String(index + 1).padStart(3)}. ${call}`),
    `Play it again: npm run search -- --replay '${JSON.stringify(steps)}'`,
  ].join("\n");
}
