// Which ticket a pick may take.

import type { Board, Ticket } from "./board.ts";
import { textIn, type Args, type Caller } from "./call.ts";
import { isContainer, waitedFor } from "./groups.ts";
import { isLocked, mayActAs } from "./handoffs.ts";
import { commandNamed, EDGES, GUARD, SIZES, type State } from "./rules.ts";

/** What is wrong with taking this ticket; null: nothing. */
export function objectionToPick(board: Board, caller: Caller, args: Args, key: string, now: number): string | null {
  const ticket = board.tickets.get(key);
  const state = textIn(args, "workflowState") ?? "";
  if (!ticket) return "it is not on the board";
  const unfit = whyNotOffered(board, ticket, state, textIn(args, "maxEstimate") ?? "S", now);
  if (unfit !== null) return unfit;
  const better = [...board.tickets.values()].find(
    (other) =>
      comesBefore(other, ticket) &&
      board.childrenOf(other.key).length === 0 &&
      whyNotOffered(board, other, state, textIn(args, "maxEstimate") ?? "S", now) === null &&
      (args["claim"] !== true || whyNotTaken(board, caller, args, other, state) === null),
  );
  if (better) return `#${better.key} comes before it`;
  return args["claim"] === true ? whyNotTaken(board, caller, args, ticket, state) : null;
}

function whyNotOffered(board: Board, ticket: Ticket, state: State, largest: string, now: number): string | null {
  if (ticket.state !== state || ticket.closed) return `it is in "${ticket.state}"`;
  if (isLocked(ticket, now)) return "somebody has it";
  if (board.openBlockersOf(ticket.key).length > 0) return "it is blocked";
  if (isContainer(board, ticket.key)) return "it has open children";
  const fits = ticket.estimate === null || SIZES.indexOf(ticket.estimate) <= SIZES.indexOf(largest);
  return fits ? null : "it is too large";
}

function whyNotTaken(board: Board, caller: Caller, args: Args, ticket: Ticket, state: State): string | null {
  const named = commandNamed(textIn(args, "command"));
  const lock = named?.command.lock ?? null;
  if (!named || lock === null) return "the command has no lock";
  if (!mayActAs(caller, named.name)) return `the caller may not act as ${named.name}`;
  if (state !== lock && !(EDGES[state] ?? []).includes(lock)) return `no edge leads from "${state}" to "${lock}"`;
  if (state !== lock && !named.command.expects.includes(state)) return `${named.name} does not expect "${state}"`;
  const guarded = state === GUARD.from && lock === GUARD.to;
  return guarded && waitedFor(board, ticket.key, GUARD.target).length > 0 ? "its group has not converged" : null;
}

function comesBefore(a: Ticket, b: Ticket): boolean {
  const [first, second] = [a.priority ?? "none", b.priority ?? "none"];
  if (first !== second) return first < second;
  if (a.created !== b.created) return a.created < b.created;
  return Number(a.key) < Number(b.key);
}
