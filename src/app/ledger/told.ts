// What a refused caller was told, as the ledger holds it.

import type { LedgerRow } from "../commit/plan.ts";
import type { RefusalView } from "../pages/views.ts";

/** Under these names a refusal stands in its row. */
const REFUSAL_TEXTS: ReadonlySet<string> = new Set(["refusal", "recovery"]);

/** null: it is no refusal. A row of an older board holds both texts in one. */
export function toldIn({ texts }: Pick<LedgerRow, "texts">): RefusalView | null {
  const { refusal, recovery } = texts;
  if (refusal === undefined) return null;
  if (recovery !== undefined || refusal === null) return { what: refusal, recovery: recovery ?? null };
  const [what = "", ...rest] = refusal.split("\nRecovery: ");
  return { what, recovery: rest.length === 0 ? null : rest.join("\nRecovery: ") };
}

/** The row's other texts: a reason, a title. */
export function otherTexts({ texts }: Pick<LedgerRow, "texts">): LedgerRow["texts"] {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !REFUSAL_TEXTS.has(name)));
}
