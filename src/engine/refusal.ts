// A refusal is an answer, not an accident: what was asked, why it can't be, and the exact way on. `error` is the prose
// that an agent reads; the fields beside it carry the same facts as data.

import type { RefusalCode } from "./refusal-codes.ts";

export interface Refusal {
  readonly kind: "refusal";
  readonly code: RefusalCode;
  /** What and why, then `Recovery:` and what to do. */
  readonly error: string;
  readonly recovery: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function refuse(
  code: RefusalCode,
  what: string,
  recovery: string,
  fields: Readonly<Record<string, unknown>> = {},
): Refusal {
  return { kind: "refusal", code, error: `${what}\nRecovery: ${recovery}`, recovery, fields };
}

export function isRefusal<T extends object>(answer: T): answer is Extract<T, Refusal> {
  return "kind" in answer && answer.kind === "refusal";
}

/** "A, B or C", quoted where asked. */
export function listed(items: Iterable<string>, join = "or"): string {
  const all = [...items];
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} ${join} ${all.at(-1)}`;
}

/** Like `listed`, cut where nobody would read on: a graph of 100,000 tasks must not answer with 100,000 names. */
export function listedBriefly(items: Iterable<string>, join = "and", most = 12): string {
  const all = [...items];
  if (all.length <= most) return listed(all, join);
  return `${all.slice(0, most).join(", ")} and ${all.length - most} more`;
}

/** The known word that somebody probably meant, or undefined where none is close. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return bestDistance <= Math.max(1, Math.floor(wanted.length / 3)) ? best : undefined;
}

function plain(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
