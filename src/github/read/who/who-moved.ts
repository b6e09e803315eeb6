// A page of cards tells that one was moved, and not by whom. Where it was, its comments are read too: another store's move
// must not be taken for a person's.

import type { Context } from "../../tracker/context.ts";
import type { Seen } from "../seen.ts";

export async function readWhoMoved(context: Context, all: readonly Seen[]): Promise<readonly Seen[]> {
  const cards = await context.store.tickets.cards({ keys: all.map(({ key }) => key) });
  const there = cards.filter(({ ticket }) => ticket.onBoard);
  const states = new Map(there.map(({ ticket }) => [ticket.key, ticket.state]));
  const { start } = (await context.machine()).workflow;
  const moved = all.filter(
    ({ key, card }) => states.has(key) && card !== null && states.get(key) !== (card.state?.name ?? start),
  );
  if (moved.length === 0) return all;
  const lately = await context.boardLook.lately(moved.map(({ id }) => id));
  return all.map((seen) => {
    const said = lately.get(seen.id);
    return said ? { ...seen, ...said } : seen;
  });
}
