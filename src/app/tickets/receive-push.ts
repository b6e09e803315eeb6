// A push to the base where the repository lives: may it come in, and what follows from it. These are what git's own hooks
// ask, on a server of plain git.

import type { Key } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { lockWithoutTicket } from "../../engine/workflow/format.ts";
import type { App, Caller } from "../app.ts";
import type { Push, PushedCommit, PushLook, Received, TicketHead } from "../ports/received.ts";
import type { Page, Ticket } from "../ports/tickets.ts";
import { handoff } from "./handoff.ts";
import { unmetForMerge } from "../evidence/merge-gate.ts";
import { recordFact } from "../evidence/record-fact.ts";

const PAGE = 500;

export interface PushVerdict {
  readonly allowed: boolean;
  /** Tickets that this push lands. */
  readonly landing: readonly number[];
  readonly unmet: readonly { readonly number: number; readonly why: readonly string[] }[];
  /** Commits that belong to no ticket, where each has to. */
  readonly strangers: readonly PushedCommit[];
}

const ALLOWED: PushVerdict = { allowed: true, landing: [], unmet: [], strangers: [] };

/** Whether it may come in. `caller`: who pushes. */
export async function judgePush(app: App, caller: Caller, received: Received, push: Push): Promise<PushVerdict> {
  const { merge } = app.machine.workflow;
  const pusher = caller.actor.kind === "person" ? caller.actor.name : "";
  if (!merge || merge.exempt?.includes(pusher)) return ALLOWED;
  // Whatever state they stand in: a push may bring the work of a ticket that is not due yet.
  const tickets = await openTickets(app);
  const look = await received.look(push, tickets.flatMap(headOf));
  const landing = landingTickets(tickets, look);
  const unmet: { readonly number: number; readonly why: readonly string[] }[] = [];
  for (const ticket of landing) {
    const why = await unmetForMerge(app, caller.actor, ticket, merge);
    if (why.length > 0) unmet.push({ number: ticket.number, why });
  }
  const strangers = lockWithoutTicket(merge) === "success" ? [] : look.strangers;
  const allowed = unmet.length === 0 && strangers.length === 0;
  return { allowed, landing: landing.map(({ number }) => number), unmet, strangers };
}

export interface Followed {
  readonly number: number;
  /** Where it stands now. */
  readonly state: string | null;
  readonly why: string;
  /** Why it did not go along; null: it did, or nothing says that it should. */
  readonly stays: Refusal | null;
}

/** Records what has landed, and lets tickets follow it. */
export async function followPush(
  app: App,
  caller: Caller,
  received: Received,
  push: Push,
): Promise<readonly Followed[]> {
  const tickets = await openTickets(app);
  const look = await received.look(push, tickets.flatMap(headOf));
  const followed: Followed[] = [];
  for (const ticket of landingTickets(tickets, look)) {
    const { why = "", work = null } = look.landing.find(({ key }) => key === ticket.key) ?? {};
    const witness: Caller = { ...caller, witness: { level: "witnessed", source: "git" } };
    const subject = ticket.head ?? "";
    if (work) {
      const { fork, commits, paths, pathsCut, patch } = work;
      const seen = { fork, commits, paths, pathsCut, patch };
      await recordFact(app, witness, { subject, name: "work", verdict: "pass", ...seen });
    }
    const fact = await recordFact(app, witness, { subject, name: "landed", verdict: "pass" });
    followed.push(isRefusal(fact) ? { ...placeOf(ticket), why, stays: fact } : await follow(app, caller, ticket, why));
  }
  return followed;
}

async function follow(app: App, caller: Caller, ticket: Ticket, why: string): Promise<Followed> {
  const edge = app.machine.workflow.follow?.find(({ fact, from }) => fact === "landed" && from === ticket.state);
  if (!edge) return { ...placeOf(ticket), why, stays: null };
  const moved = await handoff(app, caller, { key: ticket.key, fromState: ticket.state, toState: edge.to, reason: why });
  if (isRefusal(moved)) return { ...placeOf(ticket), why, stays: moved };
  return { number: ticket.number, state: moved.newState, why, stays: null };
}

function placeOf({ number, state }: Ticket): Pick<Followed, "number" | "state"> {
  return { number, state };
}

async function openTickets(app: App): Promise<readonly Ticket[]> {
  const all: Ticket[] = [];
  let after: string | null = null;
  do {
    const page: Page<Ticket> = await app.board.tickets.list({ open: true }, PAGE, after);
    all.push(...page.items);
    after = page.next;
  } while (after !== null);
  return all;
}

function headOf({ key, head, fork }: Ticket): readonly TicketHead[] {
  return head === null ? [] : [{ key, head, fork }];
}

function landingTickets(tickets: readonly Ticket[], { landing }: PushLook): readonly Ticket[] {
  const keys = new Set<Key>(landing.map(({ key }) => key));
  return tickets.filter(({ key }) => keys.has(key));
}
