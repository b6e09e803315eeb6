// A new ticket's number is given at the commit, so that no plan is too late because somebody else made a ticket first.
// Until then the plan calls its new tickets by stand-ins: numbers that no ticket has, and that no caller can guess. The
// store puts the real numbers in their place, wherever the plan says them.

import { randomInt } from "node:crypto";
import type { Key } from "../../engine/facts.ts";

/** Stand-ins for the numbers of the tickets that a plan makes, one after the other. */
export interface NewNumbers {
  readonly first: number;
  readonly count: number;
}

/** How many tickets one plan can make. */
const MOST = 1_000;

/** All stand-ins of a plan have sixteen digits, and the same thirteen in front. */
export function newNumbers(count: number): NewNumbers {
  if (count > MOST) throw new RangeError(`${count} tickets are too many for one plan`);
  return { first: randomInt(1e12, 9e12) * MOST, count };
}

/** The key of the first ticket that a plan has made. */
export function firstKey({ created }: { readonly created?: Key }): Key {
  if (created === undefined) throw new Error("The board did not say which number it gave to the new ticket.");
  return created;
}

/** Puts real numbers into a text that says stand-ins; `next` is the first of them. */
export function numberText(text: string, { first, count }: NewNumbers, next: number): string {
  // Alone: a digest may hold any digits among its letters.
  const standIn = new RegExp(`(?<!\\w)${first / MOST}\\d{3}(?!\\w)`, "g");
  return text.replace(standIn, (found) => {
    const index = Number(found) - first;
    return index < count ? String(next + index) : found;
  });
}

/** The same for a value by itself. */
export function numberValue<V>(value: V, { first, count }: NewNumbers, next: number): V | string | number {
  const index = Number(value) - first;
  if (!(index >= 0 && index < count)) return value;
  return typeof value === "string" ? String(next + index) : next + index;
}
