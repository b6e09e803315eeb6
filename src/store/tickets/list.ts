// Lists of tickets, page by page, by number.

import { PLANNING, type Page, type Ticket, type TicketFilter } from "../../app/ports/tickets.ts";
import { askAll, like } from "../ask.ts";
import type { Driver, Param } from "../driver.ts";

import { listTicketsBy, type FILTERS } from "./queries.ts";
import { toTicket } from "./rows.ts";

export async function listTickets(
  driver: Driver,
  filter: TicketFilter,
  limit: number,
  after: string | null,
): Promise<Page<Ticket>> {
  const { names, params } = conditions(filter);
  const start = readCursor(after);
  const rows = await askAll(driver, listTicketsBy(names), start.number, start.repo, ...params, limit + 1);
  const tickets = rows.slice(0, limit).map(toTicket);
  const last = tickets.at(-1);
  return {
    // A label's text can also stand across two others.
    items: tickets.filter((ticket) => filter.label === undefined || ticket.labels.includes(filter.label)),
    next: rows.length > limit && last ? `${last.number}:${last.repo ?? ""}` : null,
  };
}

function conditions(filter: TicketFilter): { names: (keyof typeof FILTERS)[]; params: Param[] } {
  const names: (keyof typeof FILTERS)[] = [];
  const params: Param[] = [];
  const add = (name: keyof typeof FILTERS, ...values: Param[]): void => {
    names.push(name);
    params.push(...values);
  };
  if (filter.state !== undefined) add("state", filter.state);
  if (filter.parent !== undefined) add("parent", filter.parent);
  if (filter.priority !== undefined) add("priority", filter.priority);
  for (const name of PLANNING) if (filter[name] !== undefined) add(name, filter[name]);
  if (filter.label !== undefined) add("label", JSON.stringify(filter.label));
  if (filter.text !== undefined) add("text", like(filter.text));
  for (const word of wordsOf(filter.anywhere ?? "")) add("anywhere", ...Array<string>(PLACES).fill(like(word)));
  if (filter.claimed !== undefined) add(filter.claimed ? "claimed" : "unclaimed");
  if (filter.open !== undefined) add(filter.open ? "open" : "closed");
  return { names, params };
}

/** Title, text, comments, reasons. */
const PLACES = 4;
const MOST_WORDS = 8;

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

function readCursor(cursor: string | null): { number: number; repo: string } {
  const [, digits, repo] = /^(\d{1,15}):(.*)$/s.exec(cursor ?? "") ?? [];
  return digits === undefined ? { number: -1, repo: "" } : { number: Number(digits), repo: repo ?? "" };
}
