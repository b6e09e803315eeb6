// Follows an answer's cursor to its end, as an agent would, and puts the pages together.

import { expect } from "vitest";

export const MOST_CHARACTERS = 25_000;

type Fields = Record<string, unknown>;

const NEWEST_LAST = new Set(["comments", "state_history", "history"]);

export interface Followed {
  /** All of it, as it would be without pages. */
  readonly whole: Fields;
  readonly pages: number;
  /** Characters of the largest page. */
  readonly largest: number;
}

/** `ask`: the text of the answer to the same call, with this cursor. */
export async function follow(ask: (cursor: string | undefined) => Promise<string>): Promise<Followed> {
  let whole: Fields | null = null;
  let [pages, largest, cut]: [number, number, string | undefined] = [0, 0, undefined];
  for (let cursor: string | undefined, isLast = false; !isLast; pages++) {
    const text = await ask(cursor);
    largest = Math.max(largest, text.length);
    const { more, cursor: next, cut: goesOn, ...page } = JSON.parse(text) as Fields;
    whole = whole === null ? page : (joined(whole, page, cut ?? null, "") as Fields);
    isLast = next === undefined;
    expect(more === true || Number(more) > 0, `more: ${String(more)}`).toBe(!isLast);
    expect(pages).toBeLessThan(2_000);
    cursor = next as string | undefined;
    cut = goesOn as string | undefined;
  }
  return { whole: whole ?? {}, pages, largest };
}

/** `cut`: the way to what was cut; null where it does not lead here. */
function joined(before: unknown, after: unknown, cut: string | null, name: string): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const isTurned = NEWEST_LAST.has(name);
    const [older, newer] = isTurned ? [after, before] : [before, after];
    if (!cut?.startsWith("[]")) return [...older, ...newer];
    const inner = cut.slice(2).replace(/^\./, "");
    const whole = isTurned ? joined(before[0], after.at(-1), inner, "") : joined(before.at(-1), after[0], inner, "");
    return [...older.slice(0, -1), whole, ...newer.slice(1)];
  }
  if (isFields(before) && isFields(after)) {
    return Object.fromEntries(
      Object.keys(after).map((field) => {
        const [, rest] = new RegExp(`^${field}(?:\\.|(?=\\[)|$)(.*)$`).exec(cut ?? "") ?? [];
        return [field, joined(before[field], after[field], rest ?? null, field)];
      }),
    );
  }
  // A short text stands on every page; of a long one each page has another piece, or none.
  if (typeof before === "string" && typeof after === "string") {
    if (cut === "") return before + after;
    return after === "" ? before : after;
  }
  return after;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
