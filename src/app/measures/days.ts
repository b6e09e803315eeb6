// Days of UTC, and the windows that are made of them.

import { stamp, type Time } from "../../engine/facts.ts";
import type { DayCount } from "../pages/views.ts";

export const DAY_MS = 86_400_000;

export interface Window {
  readonly from: Time;
  readonly to: Time;
}

/** So many days up to now, today being the last: whole days, so that a bar of a day is never the half of one. */
export function windowOf(now: Time, days: number): Window {
  return { from: startOfDay(now) - (days - 1) * DAY_MS, to: now };
}

/** Of the same length, right before it. */
export function windowBefore({ from, to }: Window): Window {
  return { from: from - (to - from), to: from };
}

/** One count for every day of the window, those on which nothing happened included. */
export function countDays({ from, to }: Window, counts: ReadonlyMap<string, number>): readonly DayCount[] {
  const days: DayCount[] = [];
  for (let at = startOfDay(from); at <= to; at += DAY_MS) {
    const day = dayOf(at);
    days.push({ day, count: counts.get(day) ?? 0 });
  }
  return days;
}

export function dayOf(at: Time): string {
  return stamp(at).slice(0, 10);
}

function startOfDay(at: Time): Time {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
