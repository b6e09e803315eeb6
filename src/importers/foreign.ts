// Tickets of another tracker, as they were found: in its own words.

import { KnownError } from "../app/commit/errors.ts";

export interface ForeignTicket {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** The tracker's word for where it stands. */
  readonly state: string;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  /** By id. */
  readonly parent: string | null;
  readonly blockedBy: readonly string[];
  readonly comments: readonly ForeignComment[];
  /** What there is no place for: it goes below the body. */
  readonly extra: readonly (readonly [name: string, value: string])[];
}

export interface ForeignComment {
  readonly author: string;
  readonly body: string;
}

export interface Foreign {
  readonly tickets: readonly ForeignTicket[];
  /** What could not be read, and where it stands. */
  readonly problems: readonly string[];
}

/** It can't be read at all. */
export class ImportError extends KnownError {
  constructor(what: string, recovery: string) {
    super("import_unreadable", what, recovery);
  }
}

/** What is left of a record once its known fields are taken: in words, and without what is empty. */
export function extraOf(
  record: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const text = known.has(name) ? "" : inWords(value);
    return text === "" ? [] : [[name, text] as const];
  });
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(", ");
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object") return JSON.stringify(value) ?? "";
  const { name, login, title } = value as Readonly<Record<string, unknown>>;
  const named = [name, login, title].find((word) => typeof word === "string" && word !== "");
  return typeof named === "string" ? named : JSON.stringify(value);
}
