// One ticket as GitHub has it now, with the mirror in step. A decision rests on nothing older.

import type { Key } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { noteRemote, readRemote, type Remote } from "../tracker/remote.ts";
import type { GitHubCommits } from "../write/commit.ts";
import { READ_COMMENTS, type Look } from "./look.ts";

/** A copy that lags behind has mostly caught up by then. */
const LAG_MS = 1_000;
const MOST_LOOKS = 5;

/** null: there is no such issue. */
export async function lookAnew(context: Context, commits: GitHubCommits, key: Key): Promise<Look | null> {
  const { store, mirror, looker, projectIds, recent, refs } = context;
  await commits.tidyUp(key);
  for (let attempt = 0; ; attempt++) {
    await commits.unhindered([key]);
    const [since, remote] = [await mirror.moment(), await readRemote(store, key)];
    const look = await looker.issue(key, refs !== null);
    if (!look) {
      await mirror.leave(key);
      return null;
    }
    projectIds.learn(look.fields);
    if (attempt === 0 && isBehind(look, remote)) {
      await context.clock.sleep(LAG_MS);
      continue;
    }
    const late = await mirror.take([look.seen], since);
    if (!late.has(look.seen.key) || attempt >= MOST_LOOKS) {
      await mirror.deposed(key, refs, look);
      await tidy(context, key, look, remote, attempt);
      recent.note(look.seen, look);
      return look;
    }
  }
}

/** What was left on GitHub, or remembered of it, and has no meaning any more. */
async function tidy(
  { refs, store }: Context,
  key: Key,
  look: Look,
  remote: Remote | null,
  attempt: number,
): Promise<void> {
  const lease = look.claim?.lease ?? null;
  const gone = remote?.marker != null && look.seen.comments?.every(({ marker }) => marker?.id !== remote.marker);
  // Asked for twice, and not there: somebody has deleted it.
  if (attempt > 0 && gone) await noteRemote(store, key, remote, { issue: look.seen.id, marker: null });
  if (!refs?.isOurs(lease)) return;
  // A claim that a person ended on GitHub: its ref would keep other machines out until its lease is over.
  const [ticket, pending] = [await store.tickets.get(key), await store.pending.on([key])];
  if (ticket?.claim || pending.length > 0) return;
  await refs.drop(key, look.repository, lease.oid);
}

/** Older than what was written from here: a copy that lags behind, or somebody has deleted our last comment. */
function isBehind({ seen }: Look, remote: Remote | null): boolean {
  if (!remote) return false;
  if (seen.card !== null && seen.card.id === remote.item && seen.card.updatedAt < remote.cardAt) return true;
  const [oldest] = seen.comments ?? [];
  // Where people have said much since, ours is among those that were not read.
  const outOfSight = seen.comments?.length === READ_COMMENTS && oldest !== undefined && oldest.at > remote.cardAt;
  return (
    remote.marker !== null && !outOfSight && seen.comments?.every(({ marker }) => marker?.id !== remote.marker) === true
  );
}
