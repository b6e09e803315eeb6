// What every text is refused for, whatever it says: it is too long, or a database could not give it back as it was.

import { say, type Words } from "./acts.ts";
import { refuse, type Refusal } from "./refusal.ts";

export interface TextLimit {
  readonly most: number;
  readonly unit: "characters" | "bytes";
}

/** `shown`: where a surface has a name of its own for the field. */
export function refuseLong(field: string, size: number, { most, unit }: TextLimit, shown: Words): Refusal | null {
  if (size <= most) return null;
  return refuse(
    "too_long",
    say`${shown} is too long: ${size} ${unit}, and ${most} are taken.`,
    say`retry with ${shown} cut to ${most} ${unit} at the most.`,
    { field, size, limit: most, unit },
  );
}

export function refuseUnstorable(field: string, value: string, shown: Words): Refusal | null {
  if (isStorable(value)) return null;
  const what = value.includes("\0") ? "a NUL character" : "half of a surrogate pair";
  return refuse(
    "unstorable_text",
    say`${shown} holds ${what}, which can't be stored faithfully.`,
    say`retry with ${shown} without it.`,
    { field },
  );
}

/** PostgreSQL takes no NUL, and UTF-8 has no halves of surrogate pairs. */
export function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}
