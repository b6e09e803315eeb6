// Which children may follow their parent, from the contract.

import type { Board, Ticket } from "./board.ts";
import { textIn, type Args, type Caller } from "./call.ts";
import { waitedFor } from "./groups.ts";
import { isLocked, mayActAs } from "./handoffs.ts";
import { commandNamed, GUARD, isKnown, isLockFlagged, isTerminal, ORCHESTRATOR, rank, type State } from "./rules.ts";

/** The keys of the children that move; or the code of the refusal. */
export function judgeAdvance(
  board: Board,
  caller: Caller,
  args: Args,
  now: number,
): { readonly code: string } | { readonly code: null; readonly moving: readonly string[] } {
  const parent = board.tickets.get(String(args["number"]));
  if (!parent) return { code: "ticket_not_found" };
  const word = textIn(args, "command") ?? ORCHESTRATOR;
  const command = commandNamed(word);
  if (!command) return { code: "unknown_command" };
  if (caller.who !== null && !mayActAs(caller, command.name)) return { code: "command_not_allowed" };
  const target = textIn(args, "targetState") ?? "";
  if (rank(target) < 0) return { code: "unknown_target" };
  if (isLockFlagged(target) || isTerminal(target)) return { code: "target_not_allowed" };
  if (rank(parent.state) < 0) return { code: "parent_outside_order" };
  if (rank(parent.state) < rank(target)) return { code: "target_ahead_of_parent" };
  const firstThere = parent.arrivals.find(({ state }) => rank(state) >= rank(target))?.row ?? Infinity;
  let moving = board.childrenOf(parent.key).filter((child) => mayFollow(child, target, firstThere, now));
  for (let before = -1; before !== moving.length;) {
    before = moving.length;
    const there = new Map(moving.map((child) => [child.key, target]));
    moving = moving.filter(
      (child) => !passesGuard(child.state, target) || waitedFor(board, child.key, GUARD.target, there).length === 0,
    );
  }
  return { code: null, moving: moving.map((child) => child.key) };
}

function mayFollow(child: Ticket, target: State, firstThere: number, now: number): boolean {
  const behind = isKnown(child.state) && rank(child.state) >= 0 && rank(child.state) < rank(target);
  return behind && !child.closed && !isLocked(child, now) && child.linkedBy < firstThere;
}

function passesGuard(from: State | null, target: State): boolean {
  return rank(from) <= rank(GUARD.from) && rank(target) >= rank(GUARD.to);
}
