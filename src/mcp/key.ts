import type { Key } from "../engine/facts.ts";

/** A board of our own has one number space: owner and repo are taken so that the same prompt works on both. */
export function keyOf(args: { readonly number: number }): Key {
  return String(args.number);
}
