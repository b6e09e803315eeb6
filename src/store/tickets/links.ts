// Which ticket hangs on which, with the versions that the answer rests on.

import type { BlockingPath, ChildFacts } from "../../app/ports/tickets.ts";
import type { Check } from "../../app/commit/changes.ts";
import type { Key } from "../../engine/facts.ts";
import { askAll } from "../ask.ts";
import type { Reader, Row } from "../driver.ts";
import { text, toTicket, versionCheck } from "../rows.ts";
import { ANCESTORS, BLOCKERS_OF_CHILDREN, BLOCKING_WAY, CHILDREN } from "./queries.ts";

export async function readChildren(reader: Reader, key: Key): Promise<readonly ChildFacts[]> {
  const rows = await askAll(reader, CHILDREN, key);
  const blockers = Map.groupBy(await askAll(reader, BLOCKERS_OF_CHILDREN, key), (row) => text(row["child"]));
  return rows.map((row) => {
    const own = blockers.get(text(row["key"])) ?? [];
    return { ticket: toTicket(row), openBlockers: openAmong(own), relied: own.map(versionCheck) };
  });
}

export async function readBlockingPath(reader: Reader, from: Key, to: Key): Promise<BlockingPath> {
  const rows = await askAll(reader, BLOCKING_WAY, from);
  const relied = new Map(rows.map((row) => [text(row["key"]), versionCheck(row)]));
  return { path: pathOver(rows, from, to), relied: [...relied.values()] };
}

export async function readAncestors(reader: Reader, key: Key): Promise<readonly Check[]> {
  const rows = new Map((await askAll(reader, ANCESTORS, key)).map((row) => [text(row["key"]), row]));
  const above: Check[] = [];
  for (let row = rows.get(key); row; row = rows.get(String(row["parent"]))) {
    above.push(versionCheck(row));
    rows.delete(text(row["key"]));
  }
  return above;
}

export function openAmong(blockers: readonly Row[]): readonly Key[] {
  return blockers.filter((blocker) => blocker["closed"] === 0).map((blocker) => text(blocker["key"]));
}

/** Breadth first over the blockers that were read. */
function pathOver(rows: readonly Row[], from: Key, to: Key): readonly Key[] | null {
  const blockers = Map.groupBy(rows, (row) => text(row["key"]));
  const cameFrom = new Map<Key, Key | null>([[from, null]]);
  for (const key of cameFrom.keys()) {
    if (key === to) {
      const path: Key[] = [];
      for (let at: Key | null | undefined = to; at != null; at = cameFrom.get(at)) path.push(at);
      return path.toReversed();
    }
    for (const row of blockers.get(key) ?? []) {
      const next = row["blocked_by"];
      if (typeof next === "string" && blockers.has(next) && !cameFrom.has(next)) cameFrom.set(next, key);
    }
  }
  return null;
}
