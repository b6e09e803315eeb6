// The tickets of a run's items: how each stands now, and which handoff of it is due at the run's step. A run moves no
// ticket; whoever works on it makes the handoffs.

import { isLive } from "../../engine/claims/claims.ts";
import { refOf, showIdentity, stamp, type Actor, type Key, type Time } from "../../engine/facts.ts";
import { dueOn, type WaitsFor } from "../../engine/position/due.ts";
import { explainWait } from "../../engine/runs/ticket-waits.ts";
import { handoffsOf, itemsHandedOff, type ItemHandoff } from "../../engine/runs/ticket-handoffs.ts";
import { isFinished } from "../../engine/runs/tasks.ts";
import { inWords, type Surface } from "../../engine/surfaces/tell.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { App, Caller } from "../app.ts";
import { readGroups } from "../groups/group.ts";
import type { ItemTicketView } from "../pages/run-views.ts";
import type { Run, RunItem } from "../ports/runs.ts";
import type { CardFacts, Ticket } from "../ports/tickets.ts";
import { openItemsOn } from "./on-tickets.ts";

export interface ItemTickets {
  readonly byItem: ReadonlyMap<number, ItemTicketView>;
  readonly handoffs: readonly ItemHandoff[];
}

type RunAt = Pick<Run, "key" | "state" | "currentItem" | "currentBatch" | "items" | "tasks">;

/** A group is read for each of them: of a step that is about more items, the first ones are told. */
const MOST_DUE = 20;

/** In whose words notes are told, and for whom handoffs are due; without an actor, for whoever holds each ticket. */
export interface Reader {
  readonly surface: Surface;
  readonly actor?: Actor;
}

export async function readItemTickets(app: App, machine: Machine, run: RunAt, reader: Reader): Promise<ItemTickets> {
  const linked = run.items.flatMap((item) => (item.ticket === null ? [] : [{ ...item, ticket: item.ticket }]));
  if (linked.length === 0) return { byItem: new Map(), handoffs: [] };
  const keys = [...new Set(linked.map(({ ticket }) => ticket))];
  const [now, cards, others, due] = await Promise.all([
    app.board.now(),
    app.board.tickets.cards({ keys }),
    openItemsOn(app, keys),
    readDue(app, machine, run, reader.actor),
  ]);
  const tickets = new Map(cards.map(({ ticket }: CardFacts) => [ticket.key, ticket]));
  const views = linked.map(({ number, ticket }): [number, ItemTicketView] => {
    const over = isWorkedOut(machine, run, number);
    const named = over ? [] : (others.get(ticket) ?? []).filter(({ key }) => key !== run.key);
    const wait = over ? null : (due.waits.get(number) ?? overBy(app, tickets.get(ticket)));
    return [
      number,
      {
        ...refOf(ticket),
        ...ticketView(tickets.get(ticket), now),
        note: wait && noteOf(ticket, number, wait, reader.surface),
        otherRuns: named.map(({ project, session, item }) => ({ project, session, item })),
      },
    ];
  });
  return { byItem: new Map(views), handoffs: due.handoffs };
}

/** The handoffs that are due at the run's step, and no more. */
export async function dueHandoffs(
  app: App,
  machine: Machine,
  run: RunAt,
  caller: Caller,
): Promise<readonly ItemHandoff[]> {
  return (await readDue(app, machine, run, caller.actor)).handoffs;
}

interface Due {
  readonly handoffs: readonly ItemHandoff[];
  readonly waits: ReadonlyMap<number, WaitsFor>;
}

async function readDue(app: App, machine: Machine, run: RunAt, actor: Actor | undefined): Promise<Due> {
  const concerned = new Set(itemsHandedOff(machine, run));
  const items = run.items.filter(({ number, ticket }) => ticket !== null && concerned.has(number)).slice(0, MOST_DUE);
  const steps = (app.machine.workflow.position?.phases ?? []).map(({ step }) => step);
  const waits = new Map<number, WaitsFor>();
  const handoffs: ItemHandoff[] = [];
  for (const { number, ticket } of items) {
    const ticketDue = await readTicketDue(app, ticket ?? "", actor);
    if (!ticketDue) continue;
    if (ticketDue.waitsFor) waits.set(number, ticketDue.waitsFor);
    handoffs.push(...handoffsOf(machine, run, number, steps, ticketDue));
  }
  return { handoffs, waits };
}

async function readTicketDue(app: App, key: Key, actor: Actor | undefined): Promise<ReturnType<typeof dueOn> | null> {
  const read = await readGroups(app, key);
  if (!read) return null;
  const { whole, room } = read;
  const { now } = read.facts;
  const claim = read.facts.tickets.get(key)?.claim ?? null;
  const holder = claim && isLive(claim, now) ? claim.holder : { connection: "", agent: null };
  const around = { now, whole, ...(room ? { room } : {}) };
  return dueOn(app.machine, around, key, actor ?? { kind: "agent", identity: holder });
}

function ticketView(
  ticket: Ticket | undefined,
  now: Time,
): Pick<ItemTicketView, "title" | "state" | "closed" | "holder" | "heldUntil"> {
  const claim = ticket?.claim && isLive(ticket.claim, now) ? ticket.claim : null;
  return {
    title: ticket?.title ?? null,
    state: ticket?.state ?? null,
    closed: ticket?.closed ?? false,
    holder: claim && showIdentity(claim.holder),
    heldUntil: claim && stamp(claim.expiresAt),
  };
}

/** Nothing is left to do for the item: then its ticket may be where it wants. */
function isWorkedOut(machine: Machine, run: RunAt, item: number): boolean {
  if (machine.states.get(run.state)?.terminal) return true;
  const tasks = run.tasks.filter((task) => task.item === item);
  const documented = run.items.find(({ number }) => number === item)?.documented === true;
  return documented && tasks.length > 0 && tasks.every(isFinished);
}

/** That a ticket is over, or gone, matters at every step. */
function overBy(app: App, ticket: Ticket | undefined): WaitsFor | "gone" | null {
  if (!ticket) return "gone";
  const over = ticket.closed || (ticket.state !== null && app.machine.states.get(ticket.state)?.terminal === true);
  return over ? { type: "nothing", state: ticket.state } : null;
}

function noteOf(ticket: Key, item: RunItem["number"], wait: WaitsFor | "gone", surface: Surface): string {
  return inWords(explainWait(ticket, item, wait), surface);
}
