// One ticket as GitHub has it now, with the mirror in step. A decision rests on nothing older.

import type { Why } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { noteRemote, readRemote, type Remote } from "../tracker/remote.ts";
import { withClaimLeftBehind } from "./claim-left-behind.ts";
import { findIssue } from "./find-issue.ts";
import { READ_COMMENTS, type Look } from "./look.ts";
import { confirmGone, issuesLost } from "./lost.ts";

/** A copy that lags behind has mostly caught up by then. */
const LAG_MS = 1_000;
const MOST_LOOKS = 5;

/** What is done about writes that are not finished. */
export interface Unfinished {
  /** Finishes those that a process left behind, except on this ticket: there the caller is told what goes wrong. */
  tidyUp(apartFrom: Key | null): Promise<void>;
  /** Waits until nobody writes to these any more. */
  unhindered(subjects: readonly string[]): Promise<void>;
  /** Finishes those on these, and waits for nobody. Answers whether nobody else is writing to them. */
  finishLeft(subjects: readonly string[]): Promise<boolean>;
}

export interface LookOptions {
  readonly why?: Why | undefined;
  readonly withProof?: boolean | undefined;
}

/**
 * null: there is no such issue. `unfinished`: null where nothing may be written to GitHub. `why`: what is decided waits for
 * writes that are under way; a look that is older than the mirror would be mixed with it otherwise. `withProof`: with
 * what its pull requests show.
 */
export async function lookAnew(
  context: Context,
  unfinished: Unfinished | null,
  key: Key,
  { why, withProof = false }: LookOptions = {},
): Promise<Look | null> {
  const { store, mirror, projectIds, recent, refs } = context;
  const mostLooks = unfinished ? MOST_LOOKS : 1;
  await unfinished?.tidyUp(key);
  for (let attempt = 0; ; attempt++) {
    if (why === undefined) await unfinished?.unhindered([key]);
    const isFree = why === undefined || ((await unfinished?.finishLeft([key])) ?? true);
    const [since, remote] = [await mirror.moment(), await readRemote(store, key)];
    const look = await findIssue(context, key, { withClaim: refs !== null, withProof });
    if (!look) {
      for (const gone of await confirmGone(context, [key])) await mirror.leave(gone);
      return null;
    }
    if (look.seen.card === null && (await confirmGone(context, [key])).length === 0) throw issuesLost([key]);
    projectIds.learn(look.fields);
    if (attempt === 0 && isBehind(look, remote)) {
      await context.clock.sleep(LAG_MS);
      continue;
    }
    const late = await mirror.take([look.seen], since);
    // While a write is under way, the mirror is as it was before: that is what a reader gets, and nobody has to wait.
    if (!late.has(look.seen.key) || attempt >= mostLooks || !isFree) {
      const { key: current } = look.seen;
      // Two tickets were made of one issue by a version of before, which knew it by its names.
      if (current !== key && !late.has(current)) await mirror.leave(key);
      const whole = await withClaimLeftBehind(context, look, unfinished !== null);
      await mirror.deposed(current, refs, whole);
      // Asked for twice, and not there: somebody has deleted our last comment.
      if (attempt > 0 && lacksOurComment(look, remote)) {
        await noteRemote(store, current, remote, { issue: look.seen.id, marker: null });
      }
      if (unfinished && isFree) await dropDeadClaim(context, current, whole);
      recent.note(look.seen, whole);
      return whole;
    }
  }
}

/** A claim that a person ended on GitHub: its ref would keep other machines out until its lease is over. */
async function dropDeadClaim({ refs, store }: Context, key: Key, look: Look): Promise<void> {
  const lease = look.claim?.lease ?? null;
  if (!refs?.isOurs(lease)) return;
  // The writes first: one that is finished after this shows in the ticket. The other way round, a claim that was just taken
  // would be seen neither here nor there, and its ref dropped.
  if ((await store.pending.on([key])).length > 0) return;
  if ((await store.tickets.get(key))?.claim) return;
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
