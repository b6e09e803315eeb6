// Durations from seconds to months on one axis: a logarithmic one, with ticks that people count in.

import { scaleLog } from "d3-scale";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  [SECOND, "1s"],
  [5 * SECOND, "5s"],
  [15 * SECOND, "15s"],
  [MINUTE, "1m"],
  [5 * MINUTE, "5m"],
  [15 * MINUTE, "15m"],
  [30 * MINUTE, "30m"],
  [HOUR, "1h"],
  [2 * HOUR, "2h"],
  [4 * HOUR, "4h"],
  [8 * HOUR, "8h"],
  [16 * HOUR, "16h"],
  [DAY, "1d"],
  [3 * DAY, "3d"],
  [7 * DAY, "7d"],
  [14 * DAY, "14d"],
  [30 * DAY, "30d"],
  [90 * DAY, "90d"],
  [365 * DAY, "1y"],
] as const;

export interface DurationScale {
  readonly ticks: readonly { readonly ms: number; readonly label: string }[];
  /** What is shorter than the axis stands at its beginning. */
  readonly place: (ms: number) => number;
}

/** `apart`: ticks keep this distance, in pixels. */
export function durationScale(
  values: readonly number[],
  range: readonly [number, number],
  apart: number,
): DurationScale {
  const known = values.filter((value) => value > 0);
  const low = Math.max(SECOND / 2, Math.min(...known, HOUR) * 0.8);
  const high = Math.max(Math.max(...known, 0) * 1.25, low * 16);
  const scale = scaleLog()
    .domain([low, high])
    .range([...range])
    .clamp(true);
  const ticks: { ms: number; label: string }[] = [];
  for (const [ms, label] of STEPS) {
    const last = ticks.at(-1);
    const clear = !last || Math.abs(scale(ms) - scale(last.ms)) >= apart;
    if (ms >= low && ms <= high && clear) ticks.push({ ms, label });
  }
  return { ticks, place: (ms) => scale(Math.max(ms, low)) };
}
