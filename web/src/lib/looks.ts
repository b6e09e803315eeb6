// Up to which row of the ledger this browser's person has seen a ticket in Needs you.

import { isRecord, keepInBrowser } from "./kept.ts";

/** The tickets that were looked at longest ago are forgotten first. */
const MOST = 500;

const looks = keepInBrowser<Readonly<Record<string, number>>>("looks", (kept) =>
  isRecord(kept)
    ? Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
      )
    : {},
);

export function lastLook(ticket: string): number | null {
  return looks.get()[nameOf(ticket)] ?? null;
}

export function noteLook(ticket: string, seq: number): void {
  const { [nameOf(ticket)]: _, ...others } = looks.get();
  looks.set(Object.fromEntries([...Object.entries(others), [nameOf(ticket), seq] as const].slice(-MOST)));
}

/** A name that is a number would be put first, whenever it came. */
function nameOf(ticket: string): string {
  return `#${ticket}`;
}
