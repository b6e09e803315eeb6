// Arguments that several commands take.

import { InvalidArgumentError } from "commander";
import type { Named } from "../../app/pages/past.ts";

/** A ticket: its number, with or without #. */
export function readKey(text: string): string {
  const [, number] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (number === undefined && !/^[^\s#]+\/[^\s#]+#[1-9]\d{0,14}$/.test(text)) {
    throw new InvalidArgumentError("It is a ticket's number.");
  }
  return number ?? text;
}

export function readKeys(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(",").map((part) => readKey(part.trim()))];
}

export function readWords(text: string, before: readonly string[] = []): readonly string[] {
  const words = text.split(",").map((part) => part.trim());
  return [...before, ...words.filter((word) => word !== "")];
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `45m`, `2w`, in milliseconds. */
export function readDuration(text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  const size = UNITS[unit];
  if (count === undefined || size === undefined || Number(count) === 0) {
    throw new InvalidArgumentError("It is a number and m, h, d or w, such as 30d.");
  }
  return Number(count) * size;
}

/** `2h` ago, `11:42` today, `2026-11-16`, or `2026-11-16 11:42`, by the clock here; or with a zone, as JSON has it. */
export function readMoment(text: string): number {
  if (/^\d{1,5}[mhdw]$/.test(text)) return Date.now() - readDuration(text);
  const [, day, clock] =
    /^(?:(\d{4}-\d\d-\d\d))?[ T]?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const time =
    day === undefined && clock === undefined ? Number.NaN : Date.parse(`${day ?? today()}T${clock ?? "00:00"}`);
  if (Number.isNaN(time)) {
    throw new InvalidArgumentError("It is 2h, 30d, 11:42, 2026-11-16, or 2026-11-16 11:42.");
  }
  return time;
}

/** A moment, or a row of the ledger: `#4127`, or 4127. */
export function readNamed(text: string): Named {
  const [, row] = /^#?(\d{1,15})$/.exec(text) ?? [];
  return row === undefined ? { time: readMoment(text) } : { row: Number(row) };
}

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
