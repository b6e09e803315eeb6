// An issue that was transferred has a new id, and often a new card. The ticket that it was is found by its card, or by asking
// GitHub where the ticket's former name leads: tickets of the same title, of our own comments under the issue, and those whose
// cards are gone are asked for.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { allRemotes, type Remote } from "../tracker/remote.ts";
import type { Seen } from "./seen.ts";

export interface Asking {
  readonly store: TrackerStore;
  readonly client: Pick<GitHubClient, "issueAt">;
  readonly keys: TicketKeys;
  /** Those of these ids that GitHub still knows. */
  readonly stillThere: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Former {
  /** By the issue's id. */
  readonly found: ReadonlyMap<string, Key>;
  /** Names of issues that may be tickets, and were not asked for yet. */
  readonly late: readonly Key[];
}

/** So many former names are asked for at once; the others wait for the next look. */
const MOST_ASKED = 50;

/** Issues that are not known by their id, and are tickets all the same. `gone`: tickets whose cards are not on the board. */
export async function formerNames(
  how: Asking,
  all: readonly Seen[],
  known: ReadonlyMap<string, Key>,
  gone: readonly Key[],
): Promise<Former> {
  const [found, late] = [new Map<string, Key>(), [] as Key[]];
  const unknown = all.filter(({ id }) => !known.has(id));
  const remotes = unknown.length === 0 ? new Map<Key, Remote>() : await allRemotes(how.store);
  if (remotes.size === 0) return { found, late };
  const byCard = new Map([...remotes].flatMap(([key, { item }]) => (item === null ? [] : [[item, key]])));
  const left: Seen[] = [];
  for (const seen of unknown) {
    const key = seen.card && byCard.get(seen.card.id);
    if (key) found.set(seen.id, key);
    else left.push(seen);
  }
  const candidates = await candidatesFor(how, left, remotes, new Set(all.map(({ id }) => id)), gone);
  const asked = new Map<Key, string | null>();
  for (const seen of left) {
    const key = await leadingTo(how, seen, candidates.get(seen.id) ?? [], remotes, asked);
    if (key === undefined) late.push(seen.key);
    else if (key !== null) found.set(seen.id, key);
  }
  return { found, late };
}

/** Tickets that an issue may have been, whose own issues GitHub does not know any more. */
async function candidatesFor(
  { store, stillThere }: Asking,
  unknown: readonly Seen[],
  remotes: ReadonlyMap<Key, Remote>,
  there: ReadonlySet<string>,
  gone: readonly Key[],
): Promise<ReadonlyMap<string, readonly Key[]>> {
  const titled = Map.groupBy(await store.names.titled(unknown.map(({ title }) => title)), ({ title }) => title);
  const byMarker = new Map([...remotes].flatMap(([key, { marker }]) => (marker === null ? [] : [[marker, key]])));
  const guessed = new Map(
    unknown.map(({ id, title, comments = [] }) => {
      const said = comments.flatMap(({ marker }) => (marker && byMarker.get(marker.id)) ?? []);
      return [id, [...said, ...(titled.get(title) ?? []).map(({ key }) => key), ...gone]];
    }),
  );
  const ids = new Set([...guessed.values()].flat().flatMap((key) => remotes.get(key)?.issue ?? []));
  const standing = await stillThere([...ids].filter((id) => !there.has(id)));
  const isGone = (key: Key): boolean => {
    const { issue } = remotes.get(key) ?? {};
    return issue !== undefined && !there.has(issue) && !standing.has(issue);
  };
  return new Map([...guessed].map(([id, keys]) => [id, [...new Set(keys.filter(isGone))]]));
}

/** null: it was no ticket; undefined: too many names were asked for to tell. */
async function leadingTo(
  { client, keys }: Asking,
  seen: Seen,
  candidates: readonly Key[],
  remotes: ReadonlyMap<Key, Remote>,
  asked: Map<Key, string | null>,
): Promise<Key | null | undefined> {
  for (const key of candidates) {
    const name = keys.nameOf(key);
    if (!name) continue;
    if (!asked.has(key)) {
      if (asked.size >= MOST_ASKED) return undefined;
      asked.set(key, (await client.issueAt(name))?.id ?? null);
    }
    if (asked.get(key) === seen.id && ledOn(keys, key, remotes.get(key), seen)) return key;
  }
  return null;
}

/** Not where a repository that was made anew under the name of another has an issue of that number: that is another ticket. */
function ledOn(keys: TicketKeys, key: Key, remote: Remote | undefined, seen: Seen): boolean {
  return !keys.areOneName(key, seen.key) || remote?.repository === seen.repository;
}
