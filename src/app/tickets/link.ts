// Links: a parent, and what blocks what. Guards rest on them, so that anybody may add one, and taking one away or
// changing a parent is left to the commands that may relink, and to people.

import { commandOf } from "../../engine/workflow/compile.ts";
import { refOf, showKey, type Key, type TicketRef } from "../../engine/facts.ts";
import { listed, refuse, type Refusal } from "../../engine/refusal.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { checkOf, readLinked, touched } from "./create.ts";
import type { Edit } from "./edit.ts";
import { eachOnce, signOfLife, ticketChange, ticketCheck } from "./handoff.ts";
import { checkNames } from "../commit/limits.ts";
import type { Change, Check } from "../commit/plan.ts";
import { noSuchTicket, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import type { Step } from "../commit/settle.ts";
import type { Ticket } from "../ports/tickets.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";

export interface LinkInput {
  readonly key: Key;
  /** null takes the parent away. */
  readonly parent?: Key | null | undefined;
  readonly addBlockers?: readonly Key[] | undefined;
  readonly removeBlockers?: readonly Key[] | undefined;
  /** The command as which an agent relinks. */
  readonly command?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface LinkAnswer extends TicketRef {
  readonly parent: Key | null;
  readonly added: readonly Key[];
  readonly removed: readonly Key[];
  readonly event: number | null;
}

export async function linkTicket(app: App, caller: Caller, input: LinkInput): Promise<LinkAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const unfit = checkNames(caller, requestId);
  if (unfit) return unfit;
  const request: RequestName = { tool: "link_ticket", subject: input.key, id: requestId, arguments: asked };
  const look = byWorkflow<LinkAnswer | Refusal>(app, async (app) => {
    const ticket = await app.board.tickets.get(input.key);
    if (!ticket) return { answer: noSuchTicket(input.key) };
    return linkStep(app, caller, input, request, ticket);
  });
  return settleOnce<LinkAnswer, LinkAnswer>(app.board, request, withEvent, look);
}

/** `also`: what else the same step changes on the ticket. */
export async function linkStep(
  app: App,
  caller: Caller,
  input: LinkInput,
  request: RequestName,
  ticket: Ticket,
  also: Edit = { columns: {}, edited: [] },
): Promise<Step<LinkAnswer | Refusal>> {
  const [now, links] = await Promise.all([app.board.now(), app.board.tickets.links(ticket.key)]);
  const present = new Set(links.blockedBy.map((blocker) => blocker.key));
  const added = [...new Set(input.addBlockers ?? [])].filter((key) => !present.has(key));
  const removed = [...new Set(input.removeBlockers ?? [])].filter((key) => present.has(key));
  const parent = input.parent === undefined ? ticket.parent : input.parent;
  const reparented = parent !== ticket.parent;
  const answer: LinkAnswer = { ...refOf(ticket.key), parent, added, removed, event: null };
  if (added.length === 0 && removed.length === 0 && !reparented && also.edited.length === 0) return { answer };

  const takesAway = removed.length > 0 || (reparented && ticket.parent !== null);
  const refusal = takesAway ? mayRelink(app, caller, input, ticket) : null;
  // Who may relink is what the workflow says.
  const relied = takesAway ? workflowCheck(app) : [];
  if (refusal) {
    return { plan: { ...refusedPlan(app, caller, ticket, refusal), checks: relied }, answer: () => refusal };
  }

  const others = await readLinked(app, [
    ...added,
    ...removed,
    ...(reparented ? [ticket.parent, parent].filter((key) => key !== null) : []),
  ]);
  if (!Array.isArray(others)) return { plan: refusedPlan(app, caller, ticket, others), answer: () => others };
  const loop = await findLoop(app, ticket.key, added, reparented ? parent : null);
  if (loop.refusal)
    return { plan: refusedPlan(app, caller, ticket, loop.refusal), answer: () => loop.refusal ?? answer };

  const blockers = [
    ...added.map((key): Change => ({
      table: "blocker",
      key: { ticket: ticket.key, blocked_by: key },
      set: { since: now },
    })),
    ...removed.map((key): Change => ({ table: "blocker", key: { ticket: ticket.key, blocked_by: key }, set: null })),
  ];
  const columns = {
    ...also.columns,
    ...(reparented ? { parent, parent_since: parent === null ? null : now } : { parent }),
    ...signOfLife(app, caller, ticket, now),
  };
  return {
    plan: {
      id: app.newId(),
      checks: eachOnce([...relied, ...loop.relied, ...others.map(checkOf), ticketCheck(ticket)]),
      entries: [
        {
          kind: "link",
          subject: { type: "ticket", key: ticket.key },
          by: authorOf(caller),
          data: {
            parent,
            formerParent: ticket.parent,
            added,
            removed,
            ...(also.edited.length > 0 ? { fields: also.edited } : {}),
          },
          changes: [...ticketChange(ticket, columns, now), ...blockers, ...others.map((other) => touched(other, now))],
        },
      ],
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

function mayRelink(app: App, caller: Caller, input: LinkInput, ticket: Ticket): Refusal | null {
  if (caller.actor.kind === "person") return null;
  const { machine } = app;
  const relinkers = [...machine.commands.values()].filter((command) => command.relink);
  const command = commandOf(machine, input.command ?? "");
  const granted = caller.actor.commands;
  const allowed = command && (!granted || granted.some((word) => commandOf(machine, word) === command));
  if (command?.relink && allowed && ticket.state !== null && command.inputs.has(ticket.state)) return null;
  const who = relinkers.map((relinker) => `${relinker.shown} (on a ticket in ${listed(relinker.inputs)})`);
  return refuse(
    "relink_not_allowed",
    `Removing a link or changing the parent of ${showKey(ticket.key)} is not open to ${command ? command.shown : "an agent without a command"} while it is in "${ticket.state}": guards rest on links.`,
    who.length > 0
      ? `retry as one of ${listed(who)} with command set, or ask a person.`
      : "ask a person: no command of this workflow may relink.",
    { ...refOf(ticket.key), state: ticket.state, commands: relinkers.map((relinker) => relinker.shown) },
  );
}

/** What was read to see that there is no loop must still be so at the commit: two links could close one together. */
async function findLoop(
  app: App,
  key: Key,
  blockers: readonly Key[],
  parent: Key | null,
): Promise<{ refusal: Refusal | null; relied: readonly Check[] }> {
  const relied: Check[] = [];
  for (const blocker of blockers) {
    const way = await app.board.tickets.blockingPath(blocker, key);
    relied.push(...way.relied);
    if (way.path) return { refusal: loopRefusal("blocked by", [key, ...way.path]), relied };
  }
  if (parent !== null) {
    const above = await app.board.tickets.ancestors(parent);
    relied.push(...above);
    const at = above.findIndex((ancestor) => ancestor.key === key);
    const path = above.slice(0, at + 1).map((ancestor) => ancestor.key);
    if (at >= 0) return { refusal: loopRefusal("below", [key, ...path]), relied };
  }
  return { refusal: null, relied };
}

function loopRefusal(relation: string, path: readonly Key[]): Refusal {
  return refuse(
    "cycle",
    `That would close a loop: ${path.map(showKey).join(` is ${relation} `)}.`,
    "leave this link out, or remove one of those on the way first, then retry.",
    { path },
  );
}
