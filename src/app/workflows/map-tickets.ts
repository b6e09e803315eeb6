// Tickets follow a map into the states of another workflow: a row each. They stand there since they came into the state that
// it was before; only its name is another. A claim stays where somebody can hold a ticket there too, and else ends.

import { isLive, type ClaimEffect } from "../../engine/claims/claims.ts";
import type { StateMap } from "../../engine/compare/state-map.ts";
import type { Time } from "../../engine/facts.ts";
import { takesClaims, type Machine } from "../../engine/workflow/compile.ts";
import { claimColumns, claimData } from "../claims/columns.ts";
import { ticketChange, type Check, type Columns } from "../commit/changes.ts";
import type { Author, Entry } from "../commit/plan.ts";
import type { Board } from "../ports/board.ts";
import type { BareTicket } from "../ports/tickets.ts";
import { endWithTickets } from "../sessions/end-with-ticket.ts";
import type { MappedState } from "./adoption.ts";

export interface MappedTickets {
  readonly states: readonly MappedState[];
  /** Tickets whose holder loses them, though their lease has not run out. */
  readonly freed: readonly BareTicket[];
  readonly checks: readonly Check[];
  readonly entries: readonly Entry[];
}

export async function mapTickets(board: Board, machine: Machine, map: StateMap, by: Author): Promise<MappedTickets> {
  const going = [...map].filter(([from, to]) => from !== to).map(([from]) => from);
  const [tickets, now] = await Promise.all([board.tickets.standingIn(going), board.now()]);
  const moves = tickets.map((ticket) => moveOf(machine, map, ticket));
  const closing = moves.filter(({ ticket, closed }) => closed && !ticket.closed);
  const endings = new Map(closing.map(({ ticket, to }) => [ticket.key, { type: "closed", state: to } as const]));
  const ended = await endWithTickets(board, endings, now, by.via);
  return {
    states: [...Map.groupBy(moves, ({ from }) => from)].map(([from, ofState]) => statesOf(from, ofState)),
    freed: moves.flatMap(({ ticket, claim }) =>
      claim.type === "release" && isLive(ticket.claim, now) ? [ticket] : [],
    ),
    checks: ended.checks,
    entries: [...ended.entries, ...moves.map((move) => entryOf(move, by, now))],
  };
}

interface Move {
  readonly ticket: BareTicket;
  readonly from: string;
  readonly to: string;
  /** Whether it is closed there. */
  readonly closed: boolean;
  /** Whether somebody can hold it there. */
  readonly held: boolean;
  readonly claim: ClaimEffect;
}

function moveOf(machine: Machine, map: StateMap, ticket: BareTicket): Move {
  const from = ticket.state ?? "";
  const to = map.get(from) ?? from;
  const held = takesClaims(machine, to);
  const holder = ticket.claim?.holder;
  const claim: ClaimEffect = holder && !held ? { type: "release", holder, deposed: true } : { type: "keep" };
  return { ticket, from, to, closed: machine.states.get(to)?.terminal === true, held, claim };
}

function statesOf(from: string, moves: readonly Move[]): MappedState {
  const closes = moves.filter(({ ticket, closed }) => closed && !ticket.closed).length;
  const opens = moves.filter(({ ticket, closed }) => !closed && ticket.closed).length;
  return {
    from,
    to: moves[0]?.to ?? from,
    tickets: moves.length,
    ...(closes > 0 ? { closes } : {}),
    ...(opens > 0 ? { opens } : {}),
  };
}

function entryOf({ ticket, from, to, closed, held, claim }: Move, by: Author, now: Time): Entry {
  const columns: Columns<"ticket"> = {
    state: to,
    ...(closed === ticket.closed ? {} : { closed: closed ? 1 : 0 }),
    // Where nobody can hold it, nobody has it reserved either.
    ...(held ? {} : claimColumns(claim, ticket.reservedUntil !== null, now)),
  };
  const said = claimData(claim);
  return {
    kind: "map",
    subject: { type: "ticket", key: ticket.key },
    by,
    data: { from, to, ...(said === null ? {} : { claim: said }) },
    changes: ticketChange(ticket, columns, now),
  };
}
