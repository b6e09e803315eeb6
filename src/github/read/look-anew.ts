// One ticket as GitHub has it now, with the mirror in step. A decision rests on nothing older.

import type { Key } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { noteRemote, readRemote, type Remote } from "../tracker/remote.ts";
import { READ_COMMENTS, type Look } from "./look.ts";

/** A copy that lags behind has mostly caught up by then. */
const LAG_MS = 1_000;
const MOST_LOOKS = 5;

/** What is done about writes that are not finished. */
export interface Unfinished {
  /** Finishes those that a process left behind, except on this ticket: there the caller is told what goes wrong. */
  tidyUp(apartFrom: Key | null): Promise<void>;
  /** Waits until nobody writes to these any more. */
  unhindered(subjects: readonly string[]): Promise<void>;
}

/** null: there is no such issue. `unfinished`: null where nothing may be written to GitHub. */
export async function lookAnew(context: Context, unfinished: Unfinished | null, key: Key): Promise<Look | null> {
  const { store, mirror, looker, projectIds, recent, refs } = context;
  const mostLooks = unfinished ? MOST_LOOKS : 1;
  await unfinished?.tidyUp(key);
  for (let attempt = 0; ; attempt++) {
    await unfinished?.unhindered([key]);
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
    if (!late.has(look.seen.key) || attempt >= mostLooks) {
      await mirror.deposed(key, refs, look);
      // Asked for twice, and not there: somebody has deleted our last comment.
      if (attempt > 0 && lacksOurComment(look, remote)) {
        await noteRemote(store, key, remote, { issue: look.seen.id, marker: null });
      }
      if (unfinished) await dropDeadClaim(context, key, look);
      recent.note(look.seen, look);
      return look;
    }
  }
}

/** A claim that a person ended on GitHub: its ref would keep other machines out until its lease is over. */
async function dropDeadClaim({ refs, store }: Context, key: Key, look: Look): Promise<void> {
  const lease = look.claim?.lease ?? null;
  if (!refs?.isOurs(lease)) return;
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
  return !outOfSight && lacksOurComment({ seen }, remote);
}

function lacksOurComment({ seen }: Pick<Look, "seen">, remote: Remote | null): boolean {
  if (remote === null || remote.marker === null) return false;
  return seen.comments?.every(({ marker }) => marker?.id !== remote.marker) === true;
}
