// A person takes back their own last move: within a minute, and only while nothing else has happened to the ticket. No edge
// has to lead back, and no guard is asked: the ticket stood there a moment ago. A claim that ended with the move is not
// given back, as its holder may know by now that it is gone: the ticket is free, and they can lock it again.

import { refOf, showKey, type Actor, type Key, type Time } from "../../facts.ts";
import { by, say, type Words } from "../../acts.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import { quote } from "../../words.ts";
import type { Machine } from "../../workflow/compile.ts";

export const UNDO_MS = 60_000;

/** The kinds of rows that a person's own move is written as. */
const OWN_MOVES: ReadonlySet<string> = new Set(["move", "override"]);

/** The newest row about a ticket, refusals aside: they change nothing. */
export interface LastRow {
  readonly seq: number;
  readonly at: Time;
  readonly kind: string;
  /** null: an agent, or nobody. */
  readonly person: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface UndoFacts {
  readonly ticket: { readonly key: Key; readonly state: string | null };
  readonly last: LastRow | null;
  /** The first row since then that has to do with the ticket, though it is about something else. */
  readonly since: { readonly seq: number } | null;
  /** Open tickets in the state that it came from; null: nobody has to know. */
  readonly there: number | null;
  readonly now: Time;
}

export interface Undo {
  readonly key: Key;
  /** The row that is undone. */
  readonly undoes: number;
  readonly from: string;
  readonly to: string;
  /** How many may stand in `to`; null: as many as like. */
  readonly room: number | null;
}

export function decideUndo(machine: Machine, facts: UndoFacts, actor: Actor): Undo | Refusal {
  const { ticket, last, since, there, now } = facts;
  const key = showKey(ticket.key);
  if (actor.kind !== "person") {
    return refuse(
      "person_only",
      "Only a person undoes a move: an agent's moves are decisions.",
      say`go on from where ${key} stands ${by({ type: "move" })}.`,
      { ...refOf(ticket.key) },
    );
  }
  const none = (what: string): Refusal => nothing(ticket.key, what);
  if (!last || !OWN_MOVES.has(last.kind)) {
    return none(last ? `the last thing that happened to ${key} is no move` : `${key} was never moved`);
  }
  if (last.person !== actor.name) return none(`somebody else moved ${key} last`);
  if (last.from === last.to || last.to === null || last.to !== ticket.state) {
    return none(`${key} does not stand where your last move left it`);
  }
  if (last.from === null) return none(`${key} stood in no state before your move`);
  if (!machine.states.has(last.from)) return none(`the workflow no longer knows ${quote(last.from)}`);
  if (now - last.at > UNDO_MS) return none(`your move of ${key} is more than a minute old`);
  if (since) return none(`row ${since.seq} of the ledger has built on your move of ${key}`);
  const room = roomInto(machine, last.from);
  if (room !== null && there !== null && there >= room) {
    return refuse(
      "no_room",
      `Another ticket has taken the place of ${key} in ${quote(last.from)}: ${there} of ${room} stand there.`,
      recovery(),
      { ...refOf(ticket.key), state: last.from, max: room, there },
    );
  }
  return { key: ticket.key, undoes: last.seq, from: last.to, to: last.from, room };
}

/** Where a state takes only so many, the tightest guard on a way into it. null: none does. */
export function roomInto(machine: Machine, state: string): number | null {
  const limits = machine.workflow.edges
    .filter((edge) => edge.to === state)
    .flatMap(({ guards = [] }) => guards)
    .flatMap((guard) => (guard.type === "room" && (guard.policy ?? "enforce") === "enforce" ? [guard.max] : []));
  return limits.length === 0 ? null : Math.min(...limits);
}

function nothing(key: Key, why: string): Refusal {
  return refuse("nothing_to_undo", `There is nothing to undo: ${why}.`, recovery(), { ...refOf(key) });
}

function recovery(): Words {
  return say`move the ticket back ${by({ type: "move" })}, with a reason.`;
}
