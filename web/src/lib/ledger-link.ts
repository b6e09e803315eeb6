// Where a count leads: the ledger, with the filters that count the same.

/** As they stand in the address of the ledger's page. Times are those of the reader's clock, without a zone. */
export interface LedgerFilters {
  readonly who?: string | null;
  /** Kinds, or groups of them, with commas between. */
  readonly kind?: string | null;
  /** A ticket's key, or another subject with its type before it. */
  readonly subject?: string | null;
  readonly state?: string | null;
  readonly refused?: "1" | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly q?: string | null;
  /** Why it was refused. */
  readonly code?: string | null;
  /** What it is on: ticket, session, run. */
  readonly about?: string | null;
  /** The state that a move left; `state` is then the one that it led to. */
  readonly left?: string | null;
}

export function ledgerPath(filters: LedgerFilters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (typeof value === "string" && value !== "") params.set(name, value);
  return params.size === 0 ? "/ledger" : `/ledger?${params}`;
}

/** A moment by the reader's clock, as an address and a field take it: `2026-11-16T11:42`. */
export function localMoment(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, "2026-11-16T11:42".length);
}

export function localDay(at: number): string {
  return localMoment(at).slice(0, "2026-11-16".length);
}

/** As the server takes it; null: it is no time. A day without a time begins at midnight here. */
export function momentOf(text: string | null): number | null {
  if (text === null) return null;
  const at = Date.parse(text.length === "2026-11-16".length ? `${text}T00:00` : text);
  return Number.isNaN(at) ? null : at;
}
