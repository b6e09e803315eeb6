// What the store remembers of a ticket on GitHub beside its mirror: how it is called there, and what was last seen or
// written, so that an answer that is older than that is known for what it is.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key, Time } from "../../engine/facts.ts";

export interface Remote {
  readonly issue: string;
  readonly item: string | null;
  /** When its card was last changed, as far as anybody here knows. */
  readonly cardAt: Time;
  /** When the issue was last changed, as far as anybody here knows. */
  readonly issueAt: Time;
  /** The repository that it is in, by GitHub's id. */
  readonly repository: string | null;
  /** The last that was written into a comment. */
  readonly marker: string | null;
  /** The object that our claim's ref points at. */
  readonly lease: string | null;
}

export async function readRemotes(store: TrackerStore, keys: readonly Key[]): Promise<ReadonlyMap<Key, Remote>> {
  const texts = await store.remotes.get(keys);
  return new Map([...texts].map(([key, text]) => [key, JSON.parse(text) as Remote]));
}

/** Of every ticket that was ever seen. */
export async function allRemotes(store: TrackerStore): Promise<ReadonlyMap<Key, Remote>> {
  return new Map([...(await store.remotes.all())].map(([key, text]) => [key, JSON.parse(text) as Remote]));
}

export async function readRemote(store: TrackerStore, key: Key): Promise<Remote | null> {
  return (await readRemotes(store, [key])).get(key) ?? null;
}

export async function noteRemote(
  store: TrackerStore,
  key: Key,
  before: Remote | null,
  what: Partial<Remote> & { readonly issue: string },
): Promise<void> {
  const { item = null, cardAt = 0, issueAt = 0, repository = null, marker = null, lease = null } = before ?? {};
  const after: Remote = { item, cardAt, issueAt, repository, marker, lease, ...what };
  if (before && (Object.keys(after) as (keyof Remote)[]).every((name) => after[name] === before[name])) return;
  await store.remotes.set(key, JSON.stringify(after));
}
