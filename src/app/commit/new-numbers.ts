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
  // Searched for by hand: each plan has a prefix of its own, and a pattern for it would be made for this text alone.
  const prefix = String(first / MOST);
  let [numbered, done] = ["", 0];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    const end = at + String(first).length;
    const found = text.slice(at, end);
    const index = Number(found) - first;
    if (!(index < count) || found !== String(first + index) || !isAlone(text, at, end)) continue;
    numbered += `${text.slice(done, at)}${next + index}`;
    done = end;
  }
  return numbered + text.slice(done);
}

/** A digest may hold any digits among its letters. */
function isAlone(text: string, at: number, end: number): boolean {
  return !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(end));
}

/** The same for a value by itself. */
export function numberValue<V>(value: V, { first, count }: NewNumbers, next: number): V | string | number {
  const index = Number(value) - first;
  if (!(index >= 0 && index < count)) return value;
  return typeof value === "string" ? String(next + index) : next + index;
}
