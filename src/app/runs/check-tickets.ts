// An item can be a ticket: one that is on the board. Two runs may name the same, and a ticket may be over already; both are
// said, because whoever links them may not know.

import { by, say } from "../../engine/acts.ts";
import { refOf, showKey, type Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";
import type { App } from "../app.ts";
import type { RunName } from "../ports/runs.ts";
import type { Ticket } from "../ports/tickets.ts";
import { openItemsOn } from "./on-tickets.ts";
import { runKey } from "./run.ts";

interface Named {
  readonly number: number;
  readonly ticket?: Key | null;
}

/** What is to be said about the tickets that these items name. */
export async function checkTickets(
  app: App,
  run: RunName,
  items: readonly Named[],
): Promise<readonly string[] | Refusal> {
  const named = items.flatMap(({ number, ticket }) => (ticket ? [{ number, ticket }] : []));
  const warnings: string[] = [];
  for (const { number, ticket: key } of named) {
    const ticket = await app.board.tickets.get(key);
    if (!ticket) return notFound(number, key);
    if (isOver(app, ticket)) warnings.push(overWarning(number, ticket));
  }
  const others = await openItemsOn(
    app,
    named.map(({ ticket }) => ticket),
  );
  for (const { number, ticket } of named) {
    const other = others.get(ticket)?.find(({ key }) => key !== runKey(run));
    if (other) {
      warnings.push(
        `Ticket ${showKey(ticket)} of item ${number} is also item ${other.item} of the run of project ` +
          `${quote(other.project)}, session ${quote(other.session)}, which is under way. A ticket has one holder: let one ` +
          `of the two runs work on it.`,
      );
    }
  }
  return warnings;
}

function isOver({ machine }: App, { closed, state }: Ticket): boolean {
  return closed || (state !== null && machine.states.get(state)?.terminal === true);
}

function overWarning(item: number, { key, state }: Ticket): string {
  const where = state === null ? "" : ` (${quote(state)})`;
  return `Ticket ${showKey(key)} of item ${item} is over${where}: it takes no handoff any more.`;
}

function notFound(item: number, ticket: Key): Refusal {
  return refuse(
    "ticket_not_found",
    `Item ${item} names ticket ${showKey(ticket)}, which is not on this board.`,
    say`find its number ${by({ type: "list_tickets" })}, then send the item with that, or without a ticket. Nothing was stored.`,
    { ...refOf(ticket), item },
  );
}
