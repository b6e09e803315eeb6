// Times as people at this terminal read them: by their own clock, with its zone. JSON stays in UTC.

/** `2026-11-16 11:42:07 CET`. */
export function showMoment(iso: string): string {
  return `${showDay(iso)} ${showClock(iso)} ${showZone(iso)}`;
}

/** `2026-11-16 11:42 CET`, where nobody asks for seconds. */
export function showMinute(iso: string): string {
  return `${showDay(iso)} ${showClock(iso).slice(0, 5)} ${showZone(iso)}`;
}

/** `2026-11-16`, by the clock here. */
export function showDay(iso: string): string {
  const at = new Date(iso);
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
}

/** `11:42:07`. The zone stands elsewhere, once for many of them. */
export function showClock(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
}

/** `Mon 16 Nov 2026, 11:42 CET`. */
export function showLongMoment(iso: string): string {
  const day = new Date(iso).toLocaleDateString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return `${day.replaceAll(",", "")}, ${showClock(iso).slice(0, 5)} ${showZone(iso)}`;
}

/** Each knows the short names of its own part of the world, and numbers for all others. */
const LOCALES = ["en-US", "en-GB", "en-AU", "en-ZA", "en-IN"] as const;

/** Made once for a zone: a long log shows thousands of times. */
const formats = new Map<string, readonly Intl.DateTimeFormat[]>();

function formatsHere(): readonly Intl.DateTimeFormat[] {
  const zone = process.env["TZ"] ?? "";
  const known = formats.get(zone) ?? LOCALES.map((name) => new Intl.DateTimeFormat(name, { timeZoneName: "short" }));
  formats.set(zone, known);
  return known;
}

/** `CET`, or `GMT+3` where the zone has no short name. */
export function showZone(iso: string): string {
  const at = new Date(iso);
  const names = formatsHere().map(
    (format) => format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "",
  );
  return names.find((name) => !/[+-]/.test(name)) ?? names[0] ?? "";
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
