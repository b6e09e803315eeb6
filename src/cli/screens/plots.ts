// Small plots out of characters: bars of a day, and a band on a scale of durations.

import { cut, widthOf } from "./table.ts";

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** One character a value; nothing is a dot, so that the least of something stays apart from it. */
export function bars(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values
    .map((value) => (value === 0 ? "·" : (BARS[Math.ceil((value / most) * BARS.length) - 1] ?? BARS[0])))
    .join("");
}

/** Neighbours added up, until there is a character for each. */
export function squeezed(values: readonly number[], room: number): readonly number[] {
  const each = Math.max(1, Math.ceil(values.length / Math.max(1, room)));
  return Array.from({ length: Math.ceil(values.length / each) }, (_, index) =>
    values.slice(index * each, (index + 1) * each).reduce((sum, value) => sum + value, 0),
  );
}

/** A line that is as full as the share says. */
export function meter(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return "━".repeat(full) + "─".repeat(width - full);
}

/** From the one duration to the other, between a minute and 30 days, each hour having as much room as its logarithm. */
export function band(from: number, to: number, width: number): string {
  const begin = placeOf(from, width);
  const end = Math.max(begin, placeOf(to, width));
  return "·".repeat(begin) + "▬".repeat(end - begin + 1) + "·".repeat(width - end - 1);
}

export function blankBand(width: number): string {
  return "·".repeat(width);
}

/** `45s`, `12m`, `4h 10m`, `2d 3h`: two units, the second left out where it is nothing. */
export function showSpan(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / 1000))}s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  const [large, small, unit, part] = ms < DAY_MS ? [HOUR_MS, MINUTE_MS, "h", "m"] : [DAY_MS, HOUR_MS, "d", "h"];
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${unit}${rest === 0 ? "" : ` ${rest}${part}`}`;
}

export function padded(text: string, width: number): string {
  const kept = cut(text, width);
  return kept + " ".repeat(Math.max(0, width - widthOf(kept)));
}

export function paddedLeft(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

function placeOf(ms: number, width: number): number {
  const [least, most] = [Math.log(MINUTE_MS), Math.log(30 * DAY_MS)];
  const share = (Math.log(Math.max(1, ms)) - least) / (most - least);
  return Math.round(Math.min(1, Math.max(0, share)) * (width - 1));
}
