// Links between tickets: a parent, and what blocks what. No link closes a loop.

import { checkFamily, checkHiding, checkRelink, mayHide, type PlacedTicket } from "../../engine/tickets/relink.ts";
import { by, say } from "../../engine/acts.ts";
import { refOf, showKey, type Key, type Time } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { refuseChild } from "../../engine/claims/edit.ts";
import { workflowCheck, type App, type Caller } from "../app.ts";
import { explainHolder } from "../claims/explain-holder.ts";
import { withToken } from "../claims/token.ts";
import { ticketCheck, touched, type Change, type Check, type Columns } from "../commit/changes.ts";
import { groupIn } from "../groups/group.ts";
import type { LinkedTicket, Ticket } from "../ports/tickets.ts";
import { nameNow, namesNow } from "./names-now.ts";

export interface LinkRequest {
  /** null takes the parent away. */
  readonly parent?: Key | null | undefined;
  readonly addBlockers?: readonly Key[] | undefined;
  readonly removeBlockers?: readonly Key[] | undefined;
  /** The command as which an agent relinks. */
  readonly command?: string | undefined;
}

/** How a ticket's links change. */
export interface LinkChange {
  readonly parent: Key | null;
  readonly formerParent: Key | null;
  readonly added: readonly Key[];
  readonly removed: readonly Key[];
  /** The tickets at the other ends. */
  readonly others: readonly Ticket[];
  /** The versions that the decision rests on. */
  readonly relied: readonly Check[];
}

export function asksForLinks({ parent, addBlockers, removeBlockers }: LinkRequest): boolean {
  return parent !== undefined || addBlockers !== undefined || removeBlockers !== undefined;
}

export function changesLinks({ parent, formerParent, added, removed }: LinkChange): boolean {
  return added.length > 0 || removed.length > 0 || parent !== formerParent;
}

/** What is there already is not added again, and what is not there is not removed. */
export async function decideLinks(
  app: App,
  caller: Caller,
  ticket: Ticket,
  asked: LinkRequest,
  claim: string | undefined,
): Promise<LinkChange | Refusal> {
  const links = await app.board.tickets.links(ticket.key);
  const present = new Set(keysOf(links.blockedBy));
  const added = [...new Set(await namesNow(app, asked.addBlockers ?? []))].filter((key) => !present.has(key));
  const removed = [...new Set(await namesNow(app, asked.removeBlockers ?? []))].filter((key) => present.has(key));
  const { parent: formerParent } = ticket;
  const parent = asked.parent === undefined ? formerParent : await nameNow(app, asked.parent);
  const reparented = parent !== formerParent;
  const change = { parent, formerParent, added, removed, others: [], relied: [] };
  if (!changesLinks(change)) return change;

  const takesAway = removed.length > 0 || (reparented && formerParent !== null);
  const refusal = takesAway ? checkRelink(app.machine, ticket, caller.actor, asked.command) : null;
  if (refusal) return refusal;
  const parents = reparented ? [formerParent, parent].filter((key) => key !== null) : [];
  const others = await readLinked(app, [...added, ...removed, ...parents]);
  if (isRefusal(others)) return others;
  const parentsOf = others.filter(({ key }) => parents.includes(key));
  const held = await refuseChildOf(app, caller, parentsOf, claim);
  if (held) return held.refusal;
  const family = checkFamily(ticket.key, {
    parent,
    reparented,
    children: keysOf(links.children),
    blockedBy: [...present, ...added].filter((key) => !removed.includes(key)),
    added,
    blocks: keysOf(links.blocks),
  });
  if (family) return family;
  const relied = await findLoop(app, ticket.key, added, reparented ? parent : null);
  if (isRefusal(relied)) return relied;
  const hiding = reparented ? await findHiding(app, caller, ticket, others, { ...asked, parent }) : null;
  if (hiding) return hiding;
  // Who may take a link away is what the workflow says.
  const rules = takesAway ? workflowCheck(app) : [];
  return { ...change, others, relied: [...rules, ...relied, ...others.map(ticketCheck)] };
}

/** The first of these parents that another agent holds. */
export async function refuseChildOf(
  app: App,
  caller: Caller,
  parents: readonly Ticket[],
  claim: string | undefined,
): Promise<{ readonly parent: Ticket; readonly refusal: Refusal } | null> {
  const now = await app.board.now();
  for (const parent of parents) {
    const { token } = await withToken(app, parent, claim);
    // The token may be that of the child, or of the other parent.
    const held = { ...parent, token: token === "current" ? token : "none" } as const;
    const refusal = refuseChild(held, caller.actor, now);
    if (refusal) return { parent, refusal: await explainHolder(app, parent, refusal, now) };
  }
  return null;
}

function keysOf(linked: readonly LinkedTicket[]): readonly Key[] {
  return linked.map(({ key }) => key);
}

/** What the ticket's own row says afterwards. */
export function linkColumns({ parent, formerParent }: LinkChange, now: Time): Columns<"ticket"> {
  return parent === formerParent ? {} : { parent, parent_since: parent === null ? null : now };
}

/** The other rows that change: the links, and the versions at their other ends. */
export function linkChanges(key: Key, { added, removed, others }: LinkChange, now: Time): readonly Change[] {
  return [
    ...blockerChanges(key, added, now),
    ...removed.map((blocker): Change<"blocker"> => ({
      table: "blocker",
      key: { ticket: key, blocked_by: blocker },
      set: null,
    })),
    ...others.map((other) => touched(other, now)),
  ];
}

export function blockerChanges(ticket: Key, blockers: readonly Key[], now: Time): readonly Change<"blocker">[] {
  return blockers.map((blocker) => ({
    table: "blocker",
    key: { ticket, blocked_by: blocker },
    set: { since: now },
  }));
}

/** The tickets at the other ends of links, each once; they must be there. */
export async function readLinked(app: App, keys: readonly Key[]): Promise<readonly Ticket[] | Refusal> {
  const tickets: Ticket[] = [];
  for (const key of new Set(keys)) {
    const ticket = await app.board.tickets.get(key);
    if (!ticket) {
      return refuse(
        "ticket_not_found",
        `${showKey(key)}, which is to be linked, is not on this board.`,
        say`find its number ${by({ type: "list_tickets" })}, then retry with that.`,
        { ...refOf(key) },
      );
    }
    tickets.push(ticket);
  }
  return tickets;
}

/** What was read to see that there is no loop must still be so at the commit: two links could close one together. */
async function findLoop(
  app: App,
  key: Key,
  blockers: readonly Key[],
  parent: Key | null,
): Promise<readonly Check[] | Refusal> {
  const relied: Check[] = [];
  for (const blocker of blockers) {
    const way = await app.board.tickets.blockingPath(blocker, key);
    if (way.path) return loopRefusal("blocked by", [key, ...way.path]);
    relied.push(...way.relied);
  }
  if (parent !== null) {
    const above = await app.board.tickets.ancestors(parent);
    const at = above.findIndex((ancestor) => ancestor.key === key);
    if (at >= 0) return loopRefusal("below", [key, ...above.slice(0, at + 1).map((ancestor) => ancestor.key)]);
    relied.push(...above);
  }
  return relied;
}

function loopRefusal(relation: string, path: readonly Key[]): Refusal {
  return refuse(
    "cycle",
    `That would close a loop: ${path.map(showKey).join(` is ${relation} `)}.`,
    "leave this link out, or remove one of those on the way first, then retry.",
    { path },
  );
}

/** An agent hangs nothing below a ticket so that nobody waits for that one any more, unless it may relink anyway. */
async function findHiding(
  app: App,
  caller: Caller,
  ticket: Ticket,
  others: readonly Ticket[],
  asked: LinkRequest,
): Promise<Refusal | null> {
  const parent = others.find(({ key }) => key === asked.parent);
  if (!parent || !checkRelink(app.machine, ticket, caller.actor, asked.command)) return null;
  if (!mayHide(app.machine, parent, await workIn(app, ticket))) return null;
  const around = await app.board.tickets.group(parent.key, "whole");
  return around && checkHiding(ticket, parent, [...around.tickets.values()], around.cut);
}

/** The ticket itself, or the leaves below it. */
async function workIn(app: App, ticket: Ticket): Promise<readonly PlacedTicket[]> {
  const facts = ticket.childCount > 0 ? await app.board.tickets.group(ticket.key, "below") : null;
  return facts ? groupIn(app.machine, facts, ticket.key, "below").members : [ticket];
}
