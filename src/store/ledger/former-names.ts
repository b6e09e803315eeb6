// What was written of a ticket while it had another name is still its own. Rows are never rewritten: the names that it had
// lead to them, each up to the moment when it got the next one.

import type { Key, Time } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { columns, select, shape } from "../select.ts";

export interface FormerName {
  readonly former: Key;
  readonly ticket: Key;
  readonly since: Time;
}

const FORMER = shape(columns("former_key", "f", "former", "ticket", "since"));

const ANY = select(FORMER, (list) => `SELECT ${list} FROM former_key f LIMIT 1`);
/** So many keys are asked for at once, and more only where there is anything to find. */
const FEW = 64;

/** Of these tickets; on a board of our own there are none. */
export async function formerNames(reader: Reader, keys: readonly Key[]): Promise<readonly FormerName[]> {
  if (keys.length > FEW && (await reader.read(ANY, [])).length === 0) return [];
  return byKeys(reader, keys, (marks) =>
    select(FORMER, (list) => `SELECT ${list} FROM former_key f WHERE f.ticket IN (${marks}) ORDER BY f.since`),
  );
}

/** The rows that are the tickets' own, by the names that they have now. */
export function underNewNames<Row extends { readonly at: Time; readonly subject: { readonly key: string } }>(
  rows: readonly Row[],
  names: readonly FormerName[],
): Row[] {
  const byFormer = new Map(names.map((name) => [name.former, name]));
  return rows.flatMap((row) => {
    const name = byFormer.get(row.subject.key);
    // Somebody else may have the name by now.
    if (name && row.at > name.since) return [];
    return [name ? { ...row, subject: { ...row.subject, key: name.ticket } } : row];
  });
}
