// Takes over what changed on the board, and nothing else: cards that differ from what is known of them, and those that are
// gone. Whatever their number, they are read in pages.

import type { Key, Time } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { allRemotes, noteRemote, readRemote, readRemotes, type Remote } from "../tracker/remote.ts";
import { Around } from "./look.ts";
import { confirmGone, issuesLost } from "./lost.ts";
import type { Scanned } from "./scan.ts";
import type { Seen } from "./seen.ts";
import { readWhoMoved } from "./who/who-moved.ts";

const A_SECOND = 1_000;
/** A state and its comment are written by one request, and may have times of different seconds. */
const WRITTEN_WITHIN_MS = 2 * A_SECOND;

/** What is known of each ticket, by its key. */
export type Known = ReadonlyMap<Key, Remote>;

/**
 * Keys that have to be read again at the next look: somebody is just changing them, or they were changed in the newest second
 * that GitHub knows of, in which they may be changed once more without another time.
 */
type Again = readonly Key[];

/** The newest time that GitHub has told. */
type Newest = Time;
/** No look is under way that could find the same second again. */
const NEVER: Newest = Number.POSITIVE_INFINITY;

/** Everything was read. */
export async function takeBoard(
  context: Context,
  known: Known,
  { seen, hidden }: { readonly seen: readonly Seen[]; readonly hidden: readonly string[] },
  since: number,
  newest: Newest,
): Promise<Again> {
  const there = new Set([...seen.flatMap(({ card }) => card?.id ?? []), ...hidden]);
  const again = await takeOver(context, known, seen, since, newest, there);
  await takeMissing(context, known, there, again);
  refuseHidden(known, new Set(hidden));
  return again;
}

/**
 * Every card's times were read: those that are new, or other than known, are looked at. So are those that were changed since
 * the last look, where there is a `since`: a card that somebody drags in the second in which we have written it has the time
 * that is known.
 */
export async function takeScanned(
  context: Context,
  known: Known,
  scanned: Scanned,
  last: { readonly again: Again; readonly since: Time | null },
  newest: Newest,
): Promise<Again> {
  const byItem = new Map([...known].flatMap(([key, remote]) => (remote.item === null ? [] : [[remote.item, key]])));
  const wanted = new Set(last.again.flatMap((key) => known.get(key)?.item ?? []));
  const lately = last.since === null ? Infinity : last.since - WRITTEN_WITHIN_MS;
  const hidden = new Set<string>();
  for (const [item, card] of scanned.cards) {
    const key = byItem.get(item);
    const remote = key === undefined ? undefined : known.get(key);
    if (card.hidden) hidden.add(item);
    else if (card.issueAt !== null) {
      const isKnown = remote?.cardAt === card.at && remote.issueAt === card.issueAt;
      if (!isKnown || card.at >= lately) wanted.add(item);
    }
  }
  const since = await context.mirror.moment();
  const read = await context.boardLook.cards([...wanted].filter((item) => scanned.cards.has(item)));
  const byIssue = new Map([...known.values()].map(({ issue, item }) => [issue, item]));
  const seen = read.seen.filter(({ id, card }) => {
    const item = byIssue.get(id) ?? null;
    // A second card of an issue whose first is there says nothing.
    return item === null || item === card?.id || !scanned.cards.has(item);
  });
  const there = new Set(scanned.cards.keys());
  const again = await takeOver(context, known, seen, since, newest, there);
  await takeMissing(context, known, there, again);
  refuseHidden(known, hidden);
  return again;
}

/** Of these tickets it is known that their issues were changed. */
export async function takeIssues(context: Context, known: Known, keys: readonly Key[], newest: Newest): Promise<Again> {
  const remotes = keys.flatMap((key) => known.get(key) ?? []);
  const items = remotes.flatMap(({ item }) => item ?? []);
  const issues = remotes.flatMap(({ item, issue }) => (item === null ? [issue] : []));
  return (await takeThese(context, known, { items, issues }, newest)).again;
}

/** An issue that GitHub says was changed; `item`: its card was, and this is its id where it is known. */
export interface ChangedIssue {
  readonly id: string;
  readonly item?: string | undefined;
  readonly at: Time | null;
}

/**
 * GitHub says that these were changed, outside of any look. `behind`: those that are not yet as new as it says, or that
 * somebody is just changing; `gone`: a card is not there any more.
 */
export async function takeHinted<T extends ChangedIssue>(
  context: Context,
  hinted: readonly T[],
): Promise<{ readonly behind: readonly T[]; readonly gone: boolean }> {
  if (hinted.length === 0) return { behind: [], gone: false };
  const keys = await context.store.names.byNode(hinted.map(({ id }) => id));
  const known = await readRemotes(context.store, [...keys.values()]);
  const places = hinted.map(({ id, item = "" }) => {
    const key = keys.get(id);
    const place = (key === undefined ? null : known.get(key)?.item) ?? item;
    return { id, item: place === "" ? null : place };
  });
  const items = [...new Set(places.flatMap(({ item }) => item ?? []))];
  const issues = [...new Set(places.flatMap(({ id, item }) => (item === null ? [id] : [])))];
  const { again, seen } = await takeThese(context, known, { items, issues }, NEVER);
  const byId = new Map(seen.map((one) => [one.id, one]));
  const behind = hinted.filter(({ id, item, at }) => {
    const found = byId.get(id);
    if (!found) return false;
    const seenAt = item === undefined ? found.updatedAt : (found.card?.updatedAt ?? 0);
    return again.includes(found.key) || (at !== null && seenAt < at);
  });
  return { behind, gone: places.some(({ id, item }) => item !== null && !byId.has(id)) };
}

/** Cards by their ids, and issues that have none. */
async function takeThese(
  context: Context,
  known: Known,
  { items, issues }: { readonly items: readonly string[]; readonly issues: readonly string[] },
  newest: Newest,
): Promise<{ readonly again: Again; readonly seen: readonly Seen[] }> {
  const since = await context.mirror.moment();
  const { seen: onBoard, hidden } = await context.boardLook.cards(items);
  const around = new Around();
  await context.looker.members(issues, around);
  const asked = new Set(issues);
  const others = [...around.seen.values()].filter(({ id }) => asked.has(id));
  const seen = [...onBoard, ...others];
  const again = await takeOver(context, known, seen, since, newest);
  refuseHidden(known, new Set(hidden));
  return { again, seen };
}

async function takeOver(
  context: Context,
  known: Known,
  seen: readonly Seen[],
  since: number,
  newest: Newest,
  there: ReadonlySet<string> | null = null,
): Promise<Again> {
  const gone = there ? [...known].filter(([, remote]) => isGone(remote, there)).map(([key]) => key) : [];
  const late = await context.mirror.take(await readWhoMoved(context, seen), since, gone);
  const fresh = seen.filter(({ key, card, updatedAt }) => {
    const remote = known.get(key);
    const changed = remote?.cardAt !== card?.updatedAt || remote?.issueAt !== updatedAt;
    return changed && Math.max(card?.updatedAt ?? 0, updatedAt) > newest - A_SECOND;
  });
  return [...new Set([...late, ...fresh.map(({ key }) => key)])];
}

function isGone({ item }: Remote, there: ReadonlySet<string>): boolean {
  return item !== null && !there.has(item);
}

/** Cards that are gone from the board: archived, removed, or their issue was deleted. */
async function takeMissing(context: Context, known: Known, there: ReadonlySet<string>, again: Again): Promise<void> {
  const { store, mirror, looker } = context;
  const cardsGone = new Set(
    [...known.values()].flatMap((remote) => (isGone(remote, there) ? (remote.item ?? []) : [])),
  );
  if (cardsGone.size === 0) return;
  // By the names that they have now. One that has just got its name is read again in any case.
  const gone = [...(await allRemotes(store))].filter(
    ([key, { item }]) => item !== null && cardsGone.has(item) && !again.includes(key),
  );
  const cards = await store.tickets.cards({ keys: gone.map(([key]) => key) });
  const onBoard = new Set(cards.filter(({ ticket }) => ticket.onBoard).map(({ ticket }) => ticket.key));
  const missing = gone.filter(([key]) => onBoard.has(key));
  const since = await mirror.moment();
  const around = new Around();
  await looker.members(
    missing.map(([, { issue }]) => issue),
    around,
  );
  const wanted = new Set(missing.map(([, { issue }]) => issue));
  const seen = [...around.seen.values()].filter(({ id }) => wanted.has(id));
  const late = await mirror.take(await readWhoMoved(context, seen), since);
  const found = new Set(seen.map(({ id }) => id));
  const unseen = missing.filter(([, { issue }]) => !found.has(issue)).map(([key]) => key);
  for (const key of await confirmGone(context, unseen)) await mirror.leave(key);
  // Where it comes back under the id that it had, it is read as a new one.
  for (const [key, remote] of gone) {
    const back = seen.find(({ id }) => id === remote.issue)?.card;
    if (late.has(key) || (back && !back.archived)) continue;
    // As it is by now: others may have noted what they wrote meanwhile.
    await noteRemote(store, key, await readRemote(store, key), { issue: remote.issue, item: null });
  }
}

function refuseHidden(known: Known, hidden: ReadonlySet<string>): void {
  const lost = [...known].flatMap(([key, { item }]) => (item !== null && hidden.has(item) ? [key] : []));
  if (lost.length > 0) throw issuesLost(lost);
}
