// How tickets came into the state that they are in.

import type { LedgerRow } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import type { Moment } from "../../engine/tickets/advance.ts";
import { byKeys } from "../ask.ts";
import type { Driver, Reader } from "../driver.ts";
import { int, select, shape, text } from "../select.ts";
import { formerNames, underNewNames } from "./former-names.ts";
import { toLedgerRow, TOLD_WITH_TEXT } from "./rows.ts";

/** The last row of each ticket that brought it into a state. */
export async function readArrivals(reader: Reader, keys: readonly Key[]): Promise<readonly LedgerRow[]> {
  const names = await formerNames(reader, keys);
  const all = [...keys, ...names.map(({ former }) => former)];
  const rows = await byKeys(reader, all, (marks) =>
    select(
      TOLD_WITH_TEXT,
      (list) => `SELECT ${list} FROM ledger l
        LEFT JOIN ledger_text t ON t.seq = l.seq AND t.name = 'reason'
        WHERE l.seq IN (
          SELECT MAX(seq) FROM ledger WHERE subject_type = 'ticket' AND subject_key IN (${marks})
            AND kind IN ('create', 'move', 'override', 'propagate', 'undo') GROUP BY subject_key
        )`,
    ),
  );
  const arrivals = underNewNames(
    rows.map((row) => toLedgerRow(row, [row])),
    names,
  );
  const byKey = Map.groupBy(arrivals, ({ subject }) => subject.key);
  return [...byKey.values()].flatMap((own) => own.toSorted((a, b) => b.seq - a.seq).slice(0, 1));
}

const MOMENT = shape({ seq: int("l.seq"), at: int("l.at") });

/** The first row that brought a ticket into one of these states. */
export async function readFirstArrival(driver: Driver, key: Key, states: readonly string[]): Promise<Moment | null> {
  const names = [{ former: key, since: Infinity }, ...(await formerNames(driver, [key]))];
  const found: { readonly seq: number; readonly at: number }[] = [];
  for (const { former, since } of names) {
    const rows = await byKeys(
      driver,
      states,
      (marks) =>
        select(
          MOMENT,
          (list) => `SELECT ${list} FROM ledger l WHERE l.subject_type = 'ticket' AND l.subject_key = ?
            AND l.kind IN ('create', 'move', 'override', 'propagate', 'undo', 'adopt', 'map')
            AND ${driver.payload("data", "to")} IN (${marks}) ORDER BY l.seq LIMIT 1`,
        ),
      [former],
    );
    found.push(...rows.filter(({ at }) => at <= since));
  }
  const [first] = found.toSorted((a, b) => a.seq - b.seq);
  return first ? { at: first.at, seq: first.seq } : null;
}

const LINKED_BY = shape({ child: text("l.subject_key"), seq: int("MAX(l.seq)") });

/**
 * A row that changes other links names the parent too, and links nothing with it. A row without an author tells what was
 * seen elsewhere: its place in the ledger says nothing about when that happened.
 */
export async function readLinkedBy(
  driver: Driver,
  parent: Key,
  children: readonly Key[],
): Promise<ReadonlyMap<Key, number>> {
  const [now, before] = [driver.payload("data", "parent"), driver.payload("data", "formerParent")];
  const authored = `(${driver.payload("by", "connection")} IS NOT NULL OR ${driver.payload("by", "person")} IS NOT NULL)`;
  const rows = await byKeys(
    driver,
    children,
    (marks) =>
      select(
        LINKED_BY,
        (list) => `SELECT ${list} FROM ledger l WHERE l.subject_type = 'ticket' AND l.kind IN ('create', 'link')
          AND ${now} = ? AND (${before} IS NULL OR ${before} <> ${now}) AND ${authored} AND l.subject_key IN (${marks})
          GROUP BY l.subject_key`,
      ),
    [parent],
  );
  return new Map(rows.map(({ child, seq }) => [child, seq]));
}
