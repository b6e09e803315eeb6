// A page of cards tells that one was moved, and not by whom. Where it was, its comments are read too: another store's move
// must not be taken for a person's.

import type { Context } from "../tracker/context.ts";
import type { Seen } from "./seen.ts";

export async function readWhoMoved(context: Context, all: readonly Seen[]): Promise<readonly Seen[]> {
  const cards = await context.store.tickets.cards({ keys: all.map(({ key }) => key) });
  const there = cards.filter(({ ticket }) => ticket.onBoard);
  const states = new Map(there.map(({ ticket }) => [ticket.key, ticket.state]));
  const detailed: Seen[] = [];
  for (const seen of all) {
    const moved =
      states.has(seen.key) && seen.card !== null && states.get(seen.key) !== (seen.card.state?.name ?? null);
    const look = moved ? await context.looker.issue(seen.key, false) : null;
    detailed.push(look ? { ...seen, ...look.seen } : seen);
  }
  return detailed;
}
