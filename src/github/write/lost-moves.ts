// Moves of a plan that another machine was faster with: found in the comments, and taken back.

import type { Plan } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import type { SeenComment } from "../read/seen.ts";
import type { Context } from "../tracker/context.ts";
import { lostRace, movesIn, type LostRace, type SeenBefore } from "./races.ts";
import { undoMove } from "./undo-move.ts";

export const LOST = "Another machine moved it at the same moment, and was first.";

/** What a plan's moves were decided by. */
export interface Decided {
  readonly plan: Plan;
  readonly marker: string;
  readonly before: ReadonlyMap<Key, SeenBefore>;
}

/** `comments`: as they stand now, by ticket; a ticket of which none are known has lost nothing. */
export function lostMoves(
  { storeId: store }: Context,
  { plan, marker, before }: Decided,
  comments: ReadonlyMap<Key, readonly SeenComment[]>,
): readonly LostRace[] {
  return [...movesIn(plan)].flatMap(([key, from]) => {
    const [seen, now] = [before.get(key), comments.get(key)];
    const race = seen && now ? lostRace(seen, from, now, { store, marker }) : null;
    return race ? [race] : [];
  });
}

/** Throws where GitHub does not let it be done now. */
export async function takeBack(context: Context, decided: Decided, lost: readonly LostRace[]): Promise<void> {
  const moves = movesIn(decided.plan);
  for (const race of lost) {
    const before = decided.before.get(race.key);
    if (!before) continue;
    const { plan, marker } = decided;
    await undoMove(context, race, { plan, marker, before, from: moves.get(race.key) ?? null });
  }
}
