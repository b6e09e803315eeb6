// Somebody who decides sends along what they saw. If it has changed, they have to look again.

import { refuse, type Refusal } from "./refusal.ts";
import { quote } from "./words.ts";

/** `seen`: undefined where they rely on nothing. */
export function refuseChanged(what: string, seen: string | null | undefined, now: string | null): Refusal | null {
  if (seen === undefined || seen === now) return null;
  return refuse(
    "state_changed",
    `You saw ${what} as ${show(seen)}, but it is ${show(now)} by now.`,
    "look at it again and decide anew.",
    { expected: seen, from: now },
  );
}

function show(value: string | null): string {
  return value === null ? "nothing" : quote(value);
}
