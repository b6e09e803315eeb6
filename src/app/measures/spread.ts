// What many durations have in common. Quantiles are interpolated between the two values that they fall between.

import type { Spread } from "../pages/views.ts";

/** Of fewer, a p85 would be hardly more than the longest of them: nothing is called unusually old by it. */
export const LEAST_SAMPLES = 10;

export function spreadOf(durations: readonly number[]): Spread {
  const sorted = Float64Array.from(durations).toSorted();
  const enough = sorted.length >= LEAST_SAMPLES;
  return {
    count: sorted.length,
    medianMs: quantile(sorted, 0.5),
    p85Ms: enough ? quantile(sorted, 0.85) : null,
    p90Ms: enough ? quantile(sorted, 0.9) : null,
  };
}

/** Whole milliseconds; null of nothing. */
export function quantile(sorted: Float64Array, share: number): number | null {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return null;
  return Math.round(below + (above - below) * (place - Math.floor(place)));
}
