// Times and durations in words.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `42s`, `9m`, `1h 12m`, `1d 3h`: at most two parts, and never a longer word than it needs. */
export function showDuration(ms: number): string {
  if (ms < SECOND) return "0s";
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return two(Math.floor(ms / HOUR), "h", Math.floor((ms % HOUR) / MINUTE), "m");
  return two(Math.floor(ms / DAY), "d", Math.floor((ms % DAY) / HOUR), "h");
}

/** `1h` where `1h 12m` would not fit. */
export function showShortDuration(ms: number): string {
  return showDuration(ms).split(" ")[0] ?? "";
}

/** `2:37`, for what is about to run out. */
export function showCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `11:42` today, `12 Mar 11:42` on another day, by the reader's own time zone. */
export function showTime(iso: string, now: number): string {
  const at = new Date(iso);
  const clock = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date(now).toDateString()) return clock;
  return `${showDay(at, now)} ${clock}`;
}

export function showSeconds(iso: string): string {
  return new Date(iso).toLocaleTimeString("en-GB");
}

export function showMoment(iso: string): string {
  return new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

function showDay(at: Date, now: number): string {
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  return at.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
