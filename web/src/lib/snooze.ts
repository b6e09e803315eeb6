// Not now: a person puts a ticket off until a time. It comes back then, or as soon as the ticket moves. This browser alone
// keeps it, so that nobody else loses sight of the ticket.

import { isRecord, keepInBrowser } from "./kept.ts";

export interface Snooze {
  readonly until: number;
  /** How the ticket stood. */
  readonly standing: string;
}

type Snoozes = Readonly<Record<string, Snooze>>;

const HOUR = 60 * 60 * 1000;
const MORNING = 9;
const MONDAY = 1;

const snoozes = keepInBrowser<Snoozes>("snoozed", (kept) =>
  isRecord(kept) ? Object.fromEntries(Object.entries(kept).filter(isEntry)) : {},
);

export const useSnoozes = snoozes.use;

export function snooze(ticket: string, standing: string, until: number, now: number): void {
  const others = Object.entries(snoozes.get()).filter(([, one]) => one.until > now);
  snoozes.set({ ...Object.fromEntries(others), [ticket]: { until, standing } });
}

export function wake(ticket: string): void {
  snoozes.set(Object.fromEntries(Object.entries(snoozes.get()).filter(([key]) => key !== ticket)));
}

/** Until when; null: it is not put off. */
export function snoozedUntil(all: Snoozes, ticket: string, standing: string, now: number): number | null {
  const one = all[ticket];
  return one && one.standing === standing && one.until > now ? one.until : null;
}

/** By the reader's own day. */
export function snoozeTimes(now: number): readonly { readonly label: string; readonly until: number }[] {
  const tomorrow = morningIn(now, 1);
  const weekday = new Date(now).getDay();
  const monday = morningIn(now, ((MONDAY - weekday + 6) % 7) + 1);
  return [
    { label: "For an hour", until: now + HOUR },
    { label: "For 4 hours", until: now + 4 * HOUR },
    { label: "Until tomorrow", until: tomorrow },
    ...(monday === tomorrow ? [] : [{ label: "Until Monday", until: monday }]),
  ];
}

function morningIn(now: number, days: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  return day.setHours(MORNING, 0, 0, 0);
}

function isEntry(entry: [string, unknown]): entry is [string, Snooze] {
  const [, one] = entry;
  return isRecord(one) && typeof one["until"] === "number" && typeof one["standing"] === "string";
}
