// What became of the facts of a key that is taken back.

import { isRefusal, type Refusal } from "../../engine/refusal.ts";

/** Why, in the ledger. */
export const REVOKED = "The key that it was given with was revoked, and is not believed.";

export function withRetracted<T extends object>(
  revoked: T,
  retraction: { readonly retracted: number } | Refusal,
): (T & { readonly retracted: number }) | Refusal {
  return isRefusal(retraction) ? retraction : { ...revoked, retracted: retraction.retracted };
}

export function retractedWords(revoked: object): string {
  return "retracted" in revoked ? `; facts taken back: ${String(revoked.retracted)}` : "";
}
