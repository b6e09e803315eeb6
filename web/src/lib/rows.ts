// Rows of the ledger that a count stands for: one link for all of them, so that there is one place to change.

import { ledgerPath, localMoment, type LedgerFilters } from "./ledger-link.ts";

export interface RowsFilter extends Omit<LedgerFilters, "refused"> {
  readonly refused?: boolean;
}

/** The kinds of rows that bring something into a state. */
export const MOVES = "move,override,propagate";

/** `from` and `to`: as the API says them. */
export function rowsPath({ refused, from, to, ...filter }: RowsFilter): string {
  return ledgerPath({
    ...filter,
    refused: refused ? "1" : null,
    from: from == null ? null : localMoment(Date.parse(from)),
    to: to == null ? null : localMoment(Date.parse(to)),
  });
}

/** From the first to the last of some rows: whole minutes, as the address has them. */
export function spanOf(rows: readonly { readonly at: string }[]): Pick<RowsFilter, "from" | "to"> {
  const times = rows.map(({ at }) => Date.parse(at));
  return { from: stamp(Math.min(...times)), to: stamp(Math.max(...times) + 60_000) };
}

/** A day of the server's: from midnight to midnight. */
export function dayLong(day: string): Pick<RowsFilter, "from" | "to"> {
  const begin = Date.parse(`${day}T00:00:00Z`);
  return { from: stamp(begin), to: stamp(begin + 24 * 3_600_000) };
}

/** So many hours before: from then on. */
export function hoursBefore(now: number, hours: number): string {
  return stamp(now - hours * 3_600_000);
}

function stamp(at: number): string {
  return new Date(at).toISOString();
}
