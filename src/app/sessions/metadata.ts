// What an agent says about its work, in any shape it likes, within bounds: it is read back by other programs, in SQL too,
// where one bad string would make every query fail.

import { refuse, type Refusal } from "../../engine/refusal.ts";
import { isStorable } from "../../engine/texts.ts";
import { checkText } from "../commit/limits.ts";

export type Metadata = Readonly<Record<string, unknown>>;

const MOST_LEVELS = 16;
const LONGEST_KEY = 200;

export function checkMetadata(metadata: Metadata): Refusal | null {
  const todo: { value: unknown; place: string; level: number }[] = [{ value: metadata, place: "metadata", level: 1 }];
  // Shape first: a value that is nested without end could not be measured.
  for (let step = todo.pop(); step; step = todo.pop()) {
    const { value, place, level } = step;
    if (typeof value === "string" && !isStorable(value)) return checkText(place, value, "metadata");
    if (typeof value !== "object" || value === null) continue;
    if (level > MOST_LEVELS) return unfit(`is nested more than ${MOST_LEVELS} levels deep`, "with less nesting");
    for (const [key, inner] of Object.entries(value)) {
      if (key === "__proto__") return unfit(`has a key "__proto__"`, "with that key renamed");
      if (!isStorable(key)) return unfit("has a key that can't be stored faithfully", "with plain text as its keys");
      if (key.length > LONGEST_KEY) {
        return unfit(`has a key of more than ${LONGEST_KEY} characters`, "with shorter keys");
      }
      todo.push({ value: inner, place: `${place}.${key}`.slice(0, LONGEST_KEY), level: level + 1 });
    }
  }
  return checkText("metadata", JSON.stringify(metadata), "metadata");
}

/** As the ledger keeps it; nothing where nothing was said. */
export function metadataTexts(metadata: Metadata): { readonly metadata?: string } {
  return Object.keys(metadata).length === 0 ? {} : { metadata: JSON.stringify(metadata) };
}

function unfit(what: string, how: string): Refusal {
  return refuse("bad_metadata", `metadata ${what}.`, `retry ${how}.`, { field: "metadata" });
}
