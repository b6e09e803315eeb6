// What the contract says to one handoff: the nine checks in their order.

import { isSame, type Board, type Ticket } from "./board.ts";
import { textIn, type Args, type Caller } from "./call.ts";
import { waitedFor } from "./groups.ts";
import {
  AMBIGUOUS,
  commandNamed,
  EDGES,
  GATED,
  GUARD,
  INTENTS,
  isKnown,
  isTerminal,
  rank,
  START,
  targetOf,
  type Command,
  type State,
} from "./rules.ts";
import type { Tokens } from "./tokens.ts";

export const OVERRIDE = "(override)";

export type Verdict =
  | { readonly code: string }
  | { readonly code: null; readonly target: State; readonly stays: boolean; readonly locks: boolean };

interface Asked {
  readonly command: Command;
  readonly intent: string | null;
  readonly target: State;
}

export function judgeHandoff(board: Board, tokens: Tokens, caller: Caller, args: Args, now: number): Verdict {
  const asked = readAsked(caller, args);
  if ("code" in asked) return asked;
  const ticket = board.tickets.get(String(args["number"]));
  if (!ticket) return { code: "ticket_not_found" };
  const { command, intent, target } = asked;
  const from = textIn(args, "from_state");
  if (from !== undefined && from !== ticket.state) return { code: "state_changed" };

  const locks = intent === "lock" || (intent === null && command.lock === target);
  const held = judgeClaim(tokens, caller, ticket, textIn(args, "claim"), { locks, target }, now);
  if (held !== null) return { code: held };

  // On the board without a state: as in the start state, which it is given by whatever leads there.
  const unknown = ticket.state !== null && !isKnown(ticket.state);
  const state = ticket.state ?? START;
  const stays = state === target && !isTerminal(state);
  if (!stays && !unknown) {
    if (state === GATED) return { code: "human_gate" };
    if (!(EDGES[state] ?? []).includes(target)) {
      return { code: isTerminal(state) ? "terminal_state" : "invalid_transition" };
    }
    if (intent === "reject" && rank(target) > rank(state)) return { code: "reject_goes_back" };
  }
  const mustExpect = intent === null || intent === "lock" || intent === "complete";
  if (!unknown && mustExpect && !command.expects.includes(state) && command.lock !== state) {
    return { code: "unexpected_state" };
  }
  if (intent === null && !command.produces.includes(target) && command.lock !== target) {
    return { code: "invalid_output" };
  }
  if (isGuarded(ticket.state, target) && waitedFor(board, ticket.key, GUARD.target).length > 0) {
    return { code: "not_converged" };
  }
  return { code: null, target, stays: stays && ticket.state !== null, locks };
}

/** Out of a state that nobody knows, the guards of every edge into the target bind. */
function isGuarded(state: State | null, target: State): boolean {
  if (target !== GUARD.to) return false;
  return state === GUARD.from || (state !== null && !isKnown(state));
}

function readAsked(caller: Caller, args: Args): Asked | { code: string } {
  const [intentWord, toState] = [textIn(args, "intent"), textIn(args, "to_state")];
  if ((intentWord === undefined) === (toState === undefined)) return { code: "one_target" };
  const named = commandNamed(textIn(args, "command"));
  if (!named) return { code: "unknown_command" };
  if (!mayActAs(caller, named.name)) return { code: "command_not_allowed" };
  const wrapped = toState !== undefined && /^__.+__$/.test(toState) ? toState : undefined;
  const word = intentWord ?? wrapped;
  const blank = (textIn(args, "reason") ?? "").trim() === "";
  if (word === undefined) {
    const target = toState ?? "";
    if (!isKnown(target)) return { code: "unknown_state" };
    return blank ? { code: "blank_reason" } : { command: named.command, intent: null, target };
  }
  const intent = word.replace(/^__(.+)__$/, (_, inner: string) => inner.toLowerCase());
  if (!INTENTS.includes(intent)) return { code: "unknown_intent" };
  if (blank) return { code: "blank_reason" };
  const target = targetOf(named.command, intent);
  if (target === null) return { code: "intent_not_mapped" };
  if (target === AMBIGUOUS) return { code: "intent_ambiguous" };
  return { command: named.command, intent, target };
}

export function mayActAs(caller: Caller, command: string): boolean {
  return caller.commands === null || caller.commands.some((word) => commandNamed(word)?.name === command);
}

export function isLive(ticket: Ticket, now: number): boolean {
  return ticket.claim !== null && ticket.claim.expires > now;
}

/** A live claim, or a person's hand less than a lease ago. */
export function isLocked(ticket: Ticket, now: number): boolean {
  return ticket.claim ? isLive(ticket, now) : (ticket.reserved ?? 0) > now;
}

/** By the token; without one, by name. */
export function holdsClaim(tokens: Tokens, caller: Caller, ticket: Ticket, token: string | undefined): boolean {
  if (ticket.claim === null || caller.who === null) return false;
  return token === undefined ? isSame(ticket.claim, caller.who) : tokens.fits(token, ticket);
}

function judgeClaim(
  tokens: Tokens,
  caller: Caller,
  ticket: Ticket,
  token: string | undefined,
  { locks, target }: { locks: boolean; target: State },
  now: number,
): string | null {
  if (token !== undefined && !tokens.fits(token, ticket)) return "claim_lost";
  if (isLive(ticket, now) && token === undefined) {
    if (locks) return "claim_conflict";
    if (!isSame(ticket.claim, caller.who)) return isSame(ticket.former, caller.who) ? "claim_lost" : "claim_conflict";
  }
  const reserved = ticket.claim === null && (ticket.reserved ?? 0) > now;
  return locks && reserved && ticket.state === target ? "claim_conflict" : null;
}

/** A person goes along any edge; an operator anywhere, and never silently: `OVERRIDE`. Else the code of the refusal. */
export function judgePerson(board: Board, caller: Caller, args: Args): string | null {
  const target = textIn(args, "to_state") ?? "";
  const ticket = board.tickets.get(String(args["number"]));
  if (!isKnown(target)) return "unknown_state";
  if (!ticket) return "ticket_not_found";
  const unknown = ticket.state !== null && !isKnown(ticket.state);
  const state = ticket.state ?? START;
  if (ticket.state === target && !isTerminal(state)) return null;
  let beyond = false;
  if (!unknown && !(EDGES[state] ?? []).includes(target) && !(ticket.state === null && target === START)) {
    if (!caller.operator || state === target) return isTerminal(state) ? "terminal_state" : "invalid_transition";
    beyond = true;
  }
  if (isGuarded(ticket.state, target) && waitedFor(board, ticket.key, GUARD.target).length > 0) {
    if (!caller.operator) return "not_converged";
    beyond = true;
  }
  return beyond ? OVERRIDE : null;
}
