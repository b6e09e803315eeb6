// Payloads read back: from a ledger that may have been tampered with, or from a file that anybody may have written.

import type { Payload } from "./prepare.ts";
import { TABLES } from "../tables.ts";

/** null: it is no payload. */
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
  const { plan, kind, subject, by, data, texts, changes } = value;
  return (
    typeof plan === "string" &&
    typeof kind === "string" &&
    isObject(subject) &&
    typeof subject["type"] === "string" &&
    typeof subject["key"] === "string" &&
    isObject(by) &&
    isObject(data) &&
    (texts === undefined || (isObject(texts) && Object.values(texts).every((digest) => typeof digest === "string"))) &&
    (changes === undefined || (Array.isArray(changes) && changes.every(isChange)))
  );
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { table, key, set } = value;
  return (
    typeof table === "string" &&
    Object.hasOwn(TABLES, table) &&
    isObject(key) &&
    Object.values(key).every((part) => typeof part === "string" || typeof part === "number") &&
    (set === null ||
      (isObject(set) &&
        Object.values(set).every((part) => part === null || typeof part === "string" || typeof part === "number")))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
