// Payloads read back: from a ledger that may have been tampered with, or from a file that anybody may have written.

import { isObject } from "./check-changes.ts";
import type { Payload } from "./prepare.ts";

/** null: it is no payload. Whether its changes fit the tables is for `misfitIn` to say. */
export function readPayload(text: string): Payload | null {
  const value = readJson(text);
  return isPayload(value) ? value : null;
}

/** undefined: it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** By hand: this is done for every row of the ledger. */
function isPayload(value: unknown): value is Payload {
  if (!isObject(value)) return false;
  const { plan, kind, subject, by, data, facts, texts, changes } = value;
  return (
    typeof plan === "string" &&
    typeof kind === "string" &&
    isObject(subject) &&
    typeof subject["type"] === "string" &&
    typeof subject["key"] === "string" &&
    isObject(by) &&
    isObject(data) &&
    (facts === undefined || isObject(facts)) &&
    (texts === undefined || (isObject(texts) && Object.values(texts).every((digest) => typeof digest === "string"))) &&
    (changes === undefined || Array.isArray(changes))
  );
}
