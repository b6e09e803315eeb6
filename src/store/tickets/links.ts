// Which ticket hangs on which, with the versions that the answer rests on.

import type { BlockingPath, ChildFacts } from "../../app/ports/tickets.ts";
import type { Check } from "../../app/commit/changes.ts";
import type { Key } from "../../engine/facts.ts";
import { askAll } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { ANCESTORS, BLOCKERS_OF_CHILDREN, BLOCKING_WAY, CHILDREN } from "./queries.ts";
import { openAmong, toTicket, versionOf } from "./rows.ts";

export async function readChildren(reader: Reader, key: Key): Promise<readonly ChildFacts[]> {
  const rows = await askAll(reader, CHILDREN, key);
  const blockers = Map.groupBy(await askAll(reader, BLOCKERS_OF_CHILDREN, key), (row) => row.child);
  return rows.map((row) => {
    const own = blockers.get(row.key) ?? [];
    return { ticket: toTicket(row), openBlockers: openAmong(own), relied: own.map(versionOf) };
  });
}

export async function readBlockingPath(reader: Reader, from: Key, to: Key): Promise<BlockingPath> {
  const rows = await askAll(reader, BLOCKING_WAY, from);
  const relied = new Map(rows.map((row) => [row.key, versionOf(row)]));
  return { path: pathOver(rows, from, to), relied: [...relied.values()] };
}

export async function readAncestors(reader: Reader, key: Key): Promise<readonly Check[]> {
  const rows = new Map((await askAll(reader, ANCESTORS, key)).map((row) => [row.key, row]));
  const above: Check[] = [];
  for (let row = rows.get(key); row; row = rows.get(row.parent ?? "")) {
    above.push(versionOf(row));
    rows.delete(row.key);
  }
  return above;
}

interface BlockedRow {
  readonly key: Key;
  readonly blocked_by: Key | null;
}

/** Breadth first over the blockers that were read. */
function pathOver(rows: readonly BlockedRow[], from: Key, to: Key): readonly Key[] | null {
  const blockers = Map.groupBy(rows, (row) => row.key);
  const cameFrom = new Map<Key, Key | null>([[from, null]]);
  for (const key of cameFrom.keys()) {
    if (key === to) {
      const path: Key[] = [];
      for (let at: Key | null | undefined = to; at != null; at = cameFrom.get(at)) path.push(at);
      return path.toReversed();
    }
    for (const { blocked_by: next } of blockers.get(key) ?? []) {
      if (next !== null && blockers.has(next) && !cameFrom.has(next)) cameFrom.set(next, key);
    }
  }
  return null;
}
