// What doctor found: one sentence each, and where something is wrong one thing to do about it.

import { wayOut } from "../../app/commit/errors.ts";

export interface Diagnosis {
  readonly check: string;
  readonly ok: boolean;
  readonly what: string;
  readonly fix: string | null;
}

export function good(check: string, what: string): Diagnosis {
  return { check, ok: true, what, fix: null };
}

export function bad(check: string, what: string, fix: string): Diagnosis {
  return { check, ok: false, what, fix };
}

/** Errors that know what to do about them say so; another one is a finding too. */
export function fault(check: string, error: unknown, fix: string): Diagnosis {
  const known = wayOut(error);
  if (known) return bad(check, known.what, known.recovery);
  return bad(check, error instanceof Error ? error.message : String(error), fix);
}
