// One issue is one ticket: where it has another name now, or another id because it was transferred, the ticket that is
// known takes the new name before anything else is written about it. Without this, a renamed repository would double every
// ticket, and two agents would hold one issue.

import { randomUUID } from "node:crypto";
import { ticketCheck } from "../../app/commit/changes.ts";
import type { Author } from "../../app/commit/plan.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { refOf, type Key } from "../../engine/facts.ts";
import { formerNames, type Asking } from "./former-names.ts";
import { departure, linksOf } from "./outside-changes.ts";
import type { Seen } from "./seen.ts";

export interface Identifying extends Asking {
  /** These issues as they are now, by their ids. */
  readonly lookAt: (ids: readonly string[]) => Promise<readonly Seen[]>;
}

const GITHUB: Author = { via: "github" };
/** What a ticket is called whose name another issue has by now, until it is seen under its own. */
const DISPLACED = "displaced/";

interface Named {
  readonly id: string;
  readonly key: Key;
}

/**
 * Answers with the names that a ticket could not take yet, because somebody is changing it. `gone`: tickets whose cards a look
 * at the whole board did not find.
 */
export async function identify(
  how: Identifying,
  all: readonly Seen[],
  gone: readonly Key[] = [],
  rounds = 3,
): Promise<ReadonlySet<Key>> {
  const { store } = how;
  const named = new Map<string, Named>([...all.flatMap(linksOf), ...all].map(({ id, key }) => [id, { id, key }]));
  const known = new Map(await store.names.byNode([...named.keys()]));
  const former = await formerNames(how, all, known, gone);
  for (const [id, key] of former.found) known.set(id, key);
  const late = new Set<Key>(former.late);
  for (const { id, key } of named.values()) {
    const current = known.get(id);
    if (late.has(key)) continue;
    if (current !== key && !(await makeRoom(how, key, id, known))) late.add(key);
    else if (current !== undefined && current !== key && !(await rename(store, current, key, id))) late.add(key);
  }
  const aside = [...known].filter(([id, key]) => key.startsWith(DISPLACED) && !named.has(id)).map(([id]) => id);
  if (aside.length > 0 && rounds > 0) {
    for (const key of await identify(how, await how.lookAt(aside), [], rounds - 1)) late.add(key);
  }
  return late;
}

/** Another issue had the name before, and what it is called now shows when it is seen; or it is a double. */
async function makeRoom({ store }: Identifying, key: Key, id: string, known: Map<string, Key>): Promise<boolean> {
  const there = await store.tickets.get(key);
  if (!there || there.nodeId === id) return true;
  const isDouble = there.nodeId === null;
  // One whose id was not known yet is the issue itself, unless another ticket is.
  if (isDouble && !known.has(id)) return true;
  const aside = `${DISPLACED}${there.nodeId ?? id}#${refOf(key).number}`;
  if (!(await rename(store, key, aside, null))) return false;
  if (there.nodeId !== null) known.set(there.nodeId, aside);
  const double = isDouble ? await store.tickets.get(aside) : null;
  if (!double) return true;
  const entry = departure(double, await store.now());
  await store.pending.beside({ id: randomUUID(), checks: [ticketCheck(double)], entries: [entry] });
  return true;
}

async function rename(store: TrackerStore, from: Key, to: Key, node: string | null): Promise<boolean> {
  const outcome = await store.names.rename({ from, to, node, by: GITHUB });
  return outcome.kind === "done";
}
