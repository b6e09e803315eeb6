// Every filter stands in the address; what is not set is left out. The row that is open stands there too.

import { useSearchParams } from "wouter";
import { momentOf, type LedgerFilters } from "../../lib/ledger-link.ts";

export const FILTERS = [
  "who",
  "kind",
  "subject",
  "state",
  "refused",
  "from",
  "to",
  "q",
  "code",
  "about",
  "left",
] as const;
export type FilterName = (typeof FILTERS)[number];

export interface Address {
  readonly filters: LedgerFilters;
  /** Those that are set. */
  readonly set: readonly FilterName[];
  /** The row that is open. */
  readonly row: number | null;
  readonly change: (changes: LedgerFilters) => void;
  readonly open: (row: number | null) => void;
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const given = FILTERS.filter((name) => (params.get(name) ?? "") !== "");
  const row = Number(params.get("row"));
  const write = (changes: Readonly<Record<string, string | null | undefined>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === undefined || value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return {
    filters: Object.fromEntries(given.map((name) => [name, params.get(name)])),
    set: given,
    row: Number.isSafeInteger(row) && row > 0 ? row : null,
    change: (changes) => write({ ...changes, row: null }),
    open: (open) => write({ row: open === null ? null : String(open) }),
  };
}

/** What the server is asked: the same, with times that it can read. */
export function queryOf(filters: LedgerFilters): string {
  const params = new URLSearchParams();
  for (const name of FILTERS) {
    const value = filters[name] ?? null;
    if (value === null || value === "") continue;
    const at = name === "from" || name === "to" ? momentOf(value) : null;
    params.set(name, at === null ? value : new Date(at).toISOString());
  }
  return params.toString();
}

/** Whether rows that come in now can still belong to it. */
export function reachesNow({ to }: LedgerFilters, now: number): boolean {
  const end = momentOf(to ?? null);
  return end === null || end > now;
}
