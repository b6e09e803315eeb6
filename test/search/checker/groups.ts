// Groups and convergence, from the contract: what hangs together by parents and blockers is one group; a ticket with an
// open child is no work, and what is below it stands in its place.

import type { Board, Ticket } from "./board.ts";
import { CANCELED, isTerminal, rank, type State } from "./rules.ts";

function isOver(ticket: Ticket): boolean {
  return ticket.closed || isTerminal(ticket.state);
}

export function isContainer(board: Board, key: string): boolean {
  return board.childrenOf(key).some((child) => !isOver(child));
}

/** Everything that hangs together with a ticket, containers included. */
function piece(board: Board, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const key of reached) {
    for (const other of board.tickets.values()) {
      const family = other.parent === key || board.tickets.get(key)?.parent === other.key;
      const blocks = board.blockersOf(key).has(other.key) || board.blockersOf(other.key).has(key);
      if (family || blocks) reached.add(other.key);
    }
  }
  return reached;
}

function below(board: Board, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const key of reached) for (const child of board.childrenOf(key)) reached.add(child.key);
  return reached;
}

function workIn(board: Board, keys: ReadonlySet<string>): readonly Ticket[] {
  return [...keys].flatMap((key) => (isContainer(board, key) ? [] : (board.tickets.get(key) ?? [])));
}

/** The members that are not there yet; `moving`: where some of them are about to be. */
function late(members: readonly Ticket[], key: string, target: State, moving: ReadonlyMap<string, State>): Ticket[] {
  if (members.length === 1 && members[0]?.key === key) return [];
  return members.filter((member) => {
    const state = moving.get(member.key) ?? member.state;
    return state !== CANCELED && !member.closed && rank(state) < rank(target);
  });
}

/** Whom the guard of a ticket waits for. */
export function waitedFor(
  board: Board,
  key: string,
  target: State,
  moving: ReadonlyMap<string, State> = new Map(),
): readonly string[] {
  return late(workIn(board, piece(board, key)), key, target, moving).map((ticket) => ticket.key);
}

/** Whom check_convergence names: of a container, only what is below it. */
export function blockingOf(board: Board, key: string, target: State): readonly string[] {
  const keys = isContainer(board, key) ? below(board, key) : piece(board, key);
  return late(workIn(board, keys), key, target, new Map()).map((ticket) => ticket.key);
}
