// Children follow their parent: decided for all of them at once, written in one step, each a row of its own.

import {
  commandForAdvance,
  decideAdvance,
  factsForAdvance,
  statesFrom,
  type Advance,
  type AdvanceChild,
  type AdvanceMove,
  type AdvanceSnapshot,
  type Moment,
} from "../../engine/tickets/advance.ts";
import { auditComment } from "../../engine/tickets/audit-comment.ts";
import { refOf, showKey, type Group, type Key, type Time, type TicketRef } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import type { ChildFacts } from "../ports/tickets.ts";
import { claimColumns } from "../claims/columns.ts";
import type { Json } from "../commit/json.ts";
import type { WantedFacts } from "../../engine/tickets/guards.ts";
import { gather, type Gathered } from "../evidence/gather.ts";
import { reliedFacts, roomFor } from "../evidence/plan-parts.ts";
import { groupIn } from "../groups/group.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import { eachOnce, ticketChange, ticketCheck, type Check, type Columns } from "../commit/changes.ts";
import type { Entry, Room } from "../commit/plan.ts";
import { noSuchTicket, refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Attempt, Done } from "../commit/settle.ts";
import type { Ticket } from "../ports/tickets.ts";
import { byWorkflow } from "../commit/by-workflow.ts";

/** The reason of a move that nobody gave one for. */
export const PROPAGATED = "it follows its parent";

export interface AdvanceInput {
  readonly key: Key;
  readonly targetState: string;
  /** The role an agent acts in; where it is not given, the one that orchestrates. */
  readonly command?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface AdvanceAnswer {
  readonly advanced: readonly (TicketRef & { readonly fromState: string; readonly toState: string })[];
  readonly skipped: readonly (TicketRef & { readonly currentState: string; readonly reason: string })[];
  /** For a tracker where one child can fail and the others go on. */
  readonly errors: readonly (TicketRef & { readonly error: string })[];
}

/** Many children take a while: a caller may want to see progress, or to give up. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

export async function advanceChildren(
  app: App,
  caller: Caller,
  input: AdvanceInput,
  waiting?: Waiting,
): Promise<AdvanceAnswer | Refusal> {
  const { requestId, ...asked } = input;
  const unfit = checkNames(caller, requestId) ?? checkText("reason", input.reason ?? "", "reason");
  if (unfit) return unfit;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "advance_children",
    subject: input.key,
    id: requestId,
    arguments: asked,
  };
  return settleOnce<AdvanceAnswer, AdvanceAnswer>(
    app.board,
    request,
    ({ answer }) => answer,
    byWorkflow(app, (app) => attempt(app, caller, input, request, waiting)),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  input: AdvanceInput,
  request: RequestName,
  waiting: Waiting | undefined,
): Promise<Attempt<AdvanceAnswer | Refusal>> {
  const parent = await app.board.tickets.get(input.key);
  if (!parent) return { answer: noSuchTicket(input.key) };
  const command = commandForAdvance(app.machine, caller.actor, input.command);
  if (command && isRefusal(command)) {
    const plan = refusedPlan(app, caller, parent, command, input.reason);
    return { plan: { ...plan, checks: workflowCheck(app) }, answer: () => command };
  }
  const audit: Audit = { command: command && (input.command ?? command.shown), reason: reasonOf(input) };
  const [now, children] = await Promise.all([app.board.now(), app.board.tickets.children(parent.key)]);
  const wanted = factsForAdvance(app.machine, input.targetState);
  const { groups, relied } = await readGroups(app, children, wanted, waiting);
  const evidence = await readEvidence(app, caller, children, wanted, now);
  waiting?.signal.throwIfAborted();
  const [arrival, linkedBy] = await Promise.all([
    app.board.ledger.firstArrival(parent.key, statesFrom(app.machine, input.targetState)),
    app.board.ledger.linkedBy(
      parent.key,
      children.map(({ ticket }) => ticket.key),
    ),
  ]);
  const asked: AdvanceSnapshot = {
    now,
    actor: caller.actor,
    parent: { key: parent.key, state: parent.state, firstThere: firstThere(parent, arrival) },
    children: children.map((child) => adviseOn(child, linkedBy, evidence.get(child.ticket.key))),
    groups,
  };
  const decision = decideAdvance(app.machine, asked, input.targetState);
  if (isRefusal(decision)) {
    const plan = refusedPlan(app, caller, parent, decision, input.reason);
    return { plan: { ...plan, checks: workflowCheck(app) }, answer: () => decision };
  }

  const answer = answerOf(decision);
  if (decision.moves.length === 0) return { answer };
  const byKey = new Map(children.map((child) => [child.ticket.key, child.ticket]));
  const moving = decision.moves.flatMap((move) => {
    const ticket = byKey.get(move.key);
    return ticket ? [{ move, ticket }] : [];
  });
  return {
    plan: {
      id: app.newId(),
      checks: eachOnce([
        ...workflowCheck(app),
        ...relied,
        ticketCheck(parent),
        ...moving.map(({ ticket }) => ticketCheck(ticket)),
        ...moving.flatMap(({ move }) => reliedFacts(move.guards, evidence.get(move.key)?.stored ?? [])),
      ]),
      room: roomsFor(decision.moves),
      entries: moving.map(({ move, ticket }) => entryFor(app, caller, { parent, ticket, move, ...audit }, now)),
      ...requestRecord(request, answer),
    },
    answer: ({ failed = [] }) => withFailures(answer, failed),
  };
}

/** On a tracker elsewhere one child can fail while the others go on. */
function withFailures(answer: AdvanceAnswer, failed: NonNullable<Done["failed"]>): AdvanceAnswer {
  if (failed.length === 0) return answer;
  const errors = failed.map(({ key, error }) => ({ ...refOf(key), error }));
  const isFailed = (ref: TicketRef): boolean =>
    errors.some(({ number, repo }) => number === ref.number && repo === ref.repo);
  return { ...answer, advanced: answer.advanced.filter((ref) => !isFailed(ref)), errors };
}

async function readGroups(
  app: App,
  children: readonly ChildFacts[],
  wanted: WantedFacts,
  waiting: Waiting | undefined,
): Promise<{ groups: ReadonlyMap<Key, Group>; relied: readonly Check[] }> {
  const groups = new Map<Key, Group>();
  const relied: Check[] = [];
  if (wanted.blockers) relied.push(...children.flatMap((child) => child.relied));
  if (!wanted.group) return { groups, relied };
  for (const [index, { ticket }] of children.entries()) {
    waiting?.signal.throwIfAborted();
    waiting?.progress(index + 1, children.length);
    if (groups.has(ticket.key)) continue;
    const facts = await app.board.tickets.group(ticket.key, "whole");
    if (!facts) continue;
    relied.push(...facts.relied);
    const group = groupIn(app.machine, facts, ticket.key, "whole");
    groups.set(ticket.key, group);
    // Siblings share their group: it is read once, unless it was cut off around one of them.
    if (!group.truncated) for (const member of group.members) groups.set(member.key, group);
  }
  return { groups, relied };
}

async function readEvidence(
  app: App,
  caller: Caller,
  children: readonly ChildFacts[],
  { evidence: wanted }: WantedFacts,
  now: Time,
): Promise<ReadonlyMap<Key, Gathered>> {
  const gathered = new Map<Key, Gathered>();
  if (!wanted) return gathered;
  for (const { ticket } of children) {
    gathered.set(ticket.key, await gather(app, caller, { key: ticket.key, now, wanted, takes: false }));
  }
  return gathered;
}

/** All of them come to stand in the target; in a state on the way there is room for one, and nobody stays. */
function roomsFor(moves: readonly AdvanceMove[]): readonly Room[] {
  const rooms = moves.flatMap(({ guards, to }) =>
    roomFor(guards).map((room) => (room.state === to ? { ...room, entering: moves.length } : room)),
  );
  // The tightest one of each state last, which is the one that stays.
  const inOrder = rooms.toSorted((a, b) => b.max - a.max);
  return [...new Map(inOrder.map((room) => [room.state, room])).values()];
}

/** A tracker elsewhere may know that the parent came before the ledger first saw it. */
function firstThere({ enteredAt }: Ticket, arrival: Moment | null): Moment {
  return arrival && arrival.at <= enteredAt ? arrival : { at: enteredAt, seq: Infinity };
}

function adviseOn(
  { ticket, openBlockers }: ChildFacts,
  linkedBy: ReadonlyMap<Key, number>,
  gathered: Gathered | undefined,
): AdvanceChild {
  const { key, parentSince } = ticket;
  const linked = parentSince === null ? null : { at: parentSince, seq: linkedBy.get(key) ?? 0 };
  return {
    ticket: { ...ticket, blockedBy: openBlockers, readable: true },
    linked,
    openBlockers,
    ...(gathered ? { evidence: gathered.evidence } : {}),
  };
}

/** In which role, and why. */
interface Audit {
  readonly command: string | null;
  readonly reason: string | null;
}

interface Follower extends Audit {
  readonly parent: Ticket;
  readonly ticket: Ticket;
  readonly move: AdvanceMove;
}

function reasonOf({ reason = "" }: AdvanceInput): string | null {
  return reason.trim() === "" ? null : reason;
}

function entryFor(app: App, caller: Caller, follower: Follower, now: number): Entry {
  const { parent, ticket, move, command, reason } = follower;
  const columns: Columns<"ticket"> = {
    state: move.to,
    entered_at: now,
    closed: app.machine.states.get(move.to)?.terminal ? 1 : 0,
    // An expired claim must not follow the ticket into its new state.
    ...claimColumns(
      ticket.claim ? { type: "release", holder: ticket.claim.holder, deposed: false } : { type: "keep" },
      true,
      now,
    ),
  };
  return {
    kind: "propagate",
    subject: { type: "ticket", key: ticket.key },
    by: authorOf(caller),
    data: {
      from: move.from,
      to: move.to,
      cause: parent.key,
      ...(command === null ? {} : { command }),
      ...(move.guards.length > 0 ? { guards: move.guards as unknown as Json } : {}),
    },
    ...(reason === null ? {} : { texts: { reason } }),
    changes: ticketChange(ticket, columns, now),
    comment: auditComment({
      from: move.from,
      to: move.to,
      how: "propagated",
      who: { label: "Parent", name: showKey(parent.key) },
      reason: reason ?? PROPAGATED,
    }),
  };
}

function answerOf(decision: Advance): AdvanceAnswer {
  return {
    advanced: decision.moves.map((move) => ({ ...refOf(move.key), fromState: move.from, toState: move.to })),
    skipped: decision.skipped.map(({ key, currentState, reason }) => ({ ...refOf(key), currentState, reason })),
    errors: [],
  };
}
