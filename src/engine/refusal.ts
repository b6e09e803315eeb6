// A refusal is an answer, not an accident: what was asked and why it can't be, and the exact way on. It is data until a
// surface tells it (`tell`): the same refusal names tools to an agent, commands in a terminal, buttons in a browser.

import type { Words } from "./acts.ts";
import type { RefusalCode } from "./refusal-codes.ts";

export interface Refusal {
  readonly kind: "refusal";
  readonly code: RefusalCode;
  readonly what: Words;
  readonly recovery: Words;
  /** The same as data. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export function refuse(
  code: RefusalCode,
  what: Words,
  recovery: Words,
  facts: Readonly<Record<string, unknown>> = {},
): Refusal {
  return { kind: "refusal", code, what, recovery, facts };
}

export function isRefusal<T extends object>(answer: T): answer is Extract<T, Refusal> {
  return "kind" in answer && answer.kind === "refusal";
}
