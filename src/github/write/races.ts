// Two machines that share nothing can move one ticket at the same moment, as GitHub has no compare-and-swap for fields. The
// comments under an issue have one order for all: whose move was commented first has won, and the others are told. Each
// follows the same rule: a move counts where it starts from the state that the moves before it led to.

import type { Plan } from "../../app/commit/plan.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { Seen, SeenComment } from "../read/seen.ts";

/** What a plan's move on one ticket came to. */
export interface LostRace {
  readonly key: Key;
  /** Where the card belongs: the moves that count lead there. */
  readonly state: string | null;
  /** Our own comment, which tells of a move that does not count. */
  readonly comment: string;
}

/** GitHub keeps the time of a comment in whole seconds. */
const SECOND = 1000;

/** The moves of a plan, by ticket: the state that each starts from. */
export function movesIn(plan: Plan): ReadonlyMap<Key, string | null> {
  const moves = new Map<Key, string | null>();
  for (const { subject, data, comment } of plan.entries) {
    const { from, to } = data;
    if (subject.type !== "ticket" || typeof to !== "string" || comment === undefined) continue;
    moves.set(subject.key, typeof from === "string" ? from : null);
  }
  return moves;
}

/** Of a ticket when its move was decided. */
export interface SeenBefore {
  readonly key: Key;
  /** Absent: they are not known. */
  readonly comments?: readonly Pick<SeenComment, "id">[];
  /** When it came into the state that was seen. */
  readonly since: Time;
}

export function seenBefore({ key, comments, card }: Seen): SeenBefore {
  return { key, ...(comments ? { comments: comments.map(({ id }) => ({ id })) } : {}), since: card?.state?.at ?? 0 };
}

/**
 * `seen`: what the move was decided by. `now`: the comments as they stand after it. `ours`: what the marks of our own begin
 * with. null: the move counts, or has left no comment that could tell.
 */
export function lostRace(
  { key, comments: before, since }: SeenBefore,
  from: string | null,
  now: readonly SeenComment[],
  ours: { readonly store: string; readonly marker: string },
): LostRace | null {
  const own = now.find(({ marker }) => marker?.id.startsWith(`${ours.marker}.`));
  if (!own) return null;
  const known = new Set(before?.map(({ id }) => id));
  // Where the comments of before are not known, what is older than the state that was seen led to it.
  const isNew = ({ id, at }: SeenComment): boolean => (before ? !known.has(id) : at + SECOND > since);
  let [state, counted] = [from, true];
  for (const comment of now) {
    const move = comment.marker?.move;
    if (!move || !isNew(comment)) continue;
    // What this store wrote since then went through the same plan, or was finished before it.
    if (comment.id !== own.id && comment.marker?.store === ours.store) continue;
    const counts = move.from === state;
    if (comment.id === own.id) counted = counts;
    if (counts) state = move.to;
  }
  return counted ? null : { key, state, comment: own.id };
}
