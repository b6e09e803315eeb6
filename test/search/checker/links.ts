// Who may take links away, and how tickets may hang together at all.

import type { Board, Ticket } from "./board.ts";
import type { Caller } from "./call.ts";
import { mayActAs } from "./handoffs.ts";
import { commandNamed } from "./rules.ts";

/** Removing a link or changing a parent takes a command that relinks, in a state that it expects; people may always. */
export function mayRelink(caller: Caller, ticket: Ticket, word: string | undefined): boolean {
  if (caller.who === null) return true;
  const named = commandNamed(word);
  if (!named?.command.relinks || !mayActAs(caller, named.name)) return false;
  return ticket.state !== null && named.command.expects.includes(ticket.state);
}

/** What is wrong with how a ticket hangs now; null: nothing. */
export function objectionToLinks(board: Board, key: string): string | null {
  const ticket = board.tickets.get(key);
  if (!ticket) return null;
  const above = new Set<string>();
  for (let at = ticket.parent; at !== null; at = board.tickets.get(at)?.parent ?? null) {
    if (above.has(at) || at === key) return "it hangs below itself";
    above.add(at);
  }
  const blockers = board.blockersOf(key);
  if (ticket.parent !== null && blockers.has(ticket.parent)) return "it is blocked by its own parent";
  if (board.childrenOf(key).some((child) => blockers.has(child.key))) return "it is blocked by its own child";
  const waited = new Set(board.openBlockersOf(key));
  for (const blocker of waited) for (const next of board.openBlockersOf(blocker)) waited.add(next);
  return !ticket.closed && waited.has(key) ? "it waits for itself" : null;
}
