// Moving a parent's children up to where the parent stands. It is no way round the graph: a child goes only where the
// parent has been, along edges that lead forward, past guards that hold.

import { isLive } from "../claims/claims.ts";
import { commandOf, type Command, type Machine, type State } from "../workflow/compile.ts";
import {
  showIdentity,
  stamp,
  type Actor,
  type Group,
  type GroupTicket,
  type Key,
  type Time,
  type TicketRef,
} from "../facts.ts";
import { argument, say } from "../acts.ts";
import { subjectOfMove, type EvidenceFacts } from "../evidence/snapshot.ts";
import {
  checkGuards,
  factsForEdges,
  guardSentence,
  guardsOf,
  isUnmet,
  type GuardResult,
  type PlacedGuard,
  type WantedFacts,
} from "./guards.ts";
import { compareTickets, hasReached, nameOf, showState, stateOf } from "../groups/members.ts";
import { isRefusal, refuse, type Refusal } from "../refusal.ts";
import { shortestRoute } from "../graph/shortest-route.ts";
import { targetOf } from "../groups/targets.ts";
import { unknownCommand } from "./pick.ts";
import { mayActAsNone } from "./refusals/requests.ts";
import { mayActAs } from "./read-request.ts";
import { listed, quote, showName } from "../words.ts";
import type { EdgeSpec } from "../workflow/format.ts";

export interface AdvanceSnapshot {
  readonly now: Time;
  readonly actor: Actor;
  readonly parent: AdvanceParent;
  readonly children: readonly AdvanceChild[];
  /** By child; read where `factsForAdvance` asks for it. */
  readonly groups: ReadonlyMap<Key, Group>;
}

/** A time, and the ledger's row that tells apart what happened in the same millisecond. */
export interface Moment {
  readonly at: Time;
  readonly seq: number;
}

export interface AdvanceParent {
  readonly key: Key;
  readonly state: string | null;
  /** When it first came to the target, or past it; null where that is not known. */
  readonly firstThere: Moment | null;
}

export interface AdvanceChild {
  readonly ticket: GroupTicket;
  /** When it was linked with this parent; null where the tracker does not know. */
  readonly linked: Moment | null;
  readonly openBlockers: readonly Key[];
  /** Read where `factsForAdvance` asks for it. */
  readonly evidence?: EvidenceFacts;
}

/** What becomes of a parent's children. */
export interface Advance {
  readonly kind: "advance";
  readonly moves: readonly AdvanceMove[];
  readonly skipped: readonly AdvanceSkip[];
}

export interface AdvanceMove extends TicketRef {
  readonly key: Key;
  readonly from: string;
  readonly to: string;
  /** What the guards on the way saw: it goes into the ledger. */
  readonly guards: readonly GuardResult[];
}

export interface AdvanceSkip extends TicketRef {
  readonly key: Key;
  readonly currentState: string;
  readonly reason: string;
}

/**
 * The command that an agent acts as: the one that it names, else the one that orchestrates. null: a person acts, or the
 * workflow has no such command. What the command expects and produces is not checked: children go where their parent is.
 */
export function commandForAdvance(machine: Machine, actor: Actor, word?: string): Command | Refusal | null {
  const orchestrator = [...machine.commands.values()].find(({ orchestrates }) => orchestrates);
  const command = word === undefined ? orchestrator : commandOf(machine, word);
  if (word !== undefined && !command) return unknownCommand(machine, word);
  if (!command || actor.kind === "person") return null;
  const { commands } = actor;
  if (!commands || mayActAs(machine, commands, command)) return command;
  const granted = commands.flatMap((name) => commandOf(machine, name)?.shown ?? []);
  const [first] = granted;
  const facts = { command: command.shown, commands: granted };
  if (first === undefined) {
    const { what, recovery } = mayActAsNone(command.shown);
    return refuse("command_not_allowed", what, recovery, facts);
  }
  return refuse(
    "command_not_allowed",
    `This connection may not act as ${command.shown}; it may act as ${listed(granted)}.`,
    say`retry with ${argument("command", first)}.`,
    facts,
  );
}

/** The states that count as having come as far as the target. */
export function statesFrom(machine: Machine, targetState: string): readonly string[] {
  return machine.pipeline.filter((name) => hasReached(machine, name, targetState));
}

/** Which facts about the children the guards on the way to a target want. */
export function factsForAdvance(machine: Machine, targetState: string): WantedFacts {
  const target = machine.states.get(targetState);
  const earlier = target ? [...machine.states.values()].filter((state) => isBefore(state, target)) : [];
  const edges = new Set(earlier.flatMap((state) => (target ? (wayForward(machine, state, target) ?? []) : [])));
  return factsForEdges([...edges]);
}

export function decideAdvance(machine: Machine, snapshot: AdvanceSnapshot, targetState: string): Advance | Refusal {
  const target = checkTarget(machine, snapshot.parent, targetState);
  if (isRefusal(target)) return target;
  const candidates: Candidate[] = [];
  const skipped: AdvanceSkip[] = [];
  for (const child of snapshot.children) {
    const way = wayFor(machine, snapshot, child, target);
    if (typeof way === "string") skipped.push(skip(machine, child, way));
    else candidates.push({ child, ...way });
  }
  const { moving, held } = checkTogether(machine, snapshot, candidates, target);
  for (const { child, failing } of held) {
    skipped.push(skip(machine, child, failing.map(guardSentence).join(" ")));
  }
  return {
    kind: "advance",
    moves: moving
      .map(({ child, from, results }) => ({
        key: child.ticket.key,
        ...nameOf(child.ticket),
        from,
        to: target.name,
        guards: results,
      }))
      .toSorted(compareTickets),
    skipped: skipped.toSorted(compareTickets),
  };
}

function checkTarget(machine: Machine, parent: AdvanceParent, targetState: string): State | Refusal {
  const target = targetOf(machine, targetState);
  if (isRefusal(target)) return target;
  const at = parent.state === null ? undefined : machine.states.get(parent.state);
  const reached = [...machine.states.values()].filter((state) => at && hasReached(machine, at.name, state.name));
  const targets = machine.pipeline.filter((name) => reached.some((state) => state.name === name && mayReceive(state)));
  const facts = { parent: parent.key, parentState: parent.state, targetState, targets };
  const recovery =
    targets.length > 0
      ? say`retry with ${argument("targetState")} set to ${listed(targets.toReversed().map((name) => `"${name}"`))}.`
      : "move the parent on first; then retry with the state that it is in.";
  if (machine.workflow.propagation === "off") {
    return refuse(
      "propagation_off",
      "This workflow does not move children with their parent.",
      say`move each child by its own handoff (${{ type: "move" }}).`,
      facts,
    );
  }
  if (!mayReceive(target)) {
    const why = target.lock
      ? "it is a lock state, which is entered only by an agent that claims the ticket for itself"
      : "it is terminal, and every ticket is finished by itself";
    return refuse("target_not_allowed", `Children can't be moved to "${target.name}": ${why}.`, recovery, facts);
  }
  if (!at || at.order === null) {
    const where = parent.state === null ? "has no state" : `is in ${quote(parent.state)}`;
    return refuse(
      "parent_outside_order",
      `The parent ${where}, which is outside the pipeline order: nobody can say which states are behind it.`,
      "bring the parent back into the pipeline first; then retry.",
      facts,
    );
  }
  if (isBefore(at, target)) {
    return refuse(
      "target_ahead_of_parent",
      `Children follow their parent: "${target.name}" is ahead of "${at.name}", where the parent is.`,
      recovery,
      facts,
    );
  }
  return target;
}

interface Candidate {
  readonly child: AdvanceChild;
  readonly from: string;
  readonly guards: readonly PlacedGuard[];
}

/** The reason why a child stays, or what it has to pass to move. */
function wayFor(
  machine: Machine,
  snapshot: AdvanceSnapshot,
  child: AdvanceChild,
  target: State,
): string | Omit<Candidate, "child"> {
  const { ticket } = child;
  if (!ticket.readable) return "It could not be read.";
  const state = stateOf(machine, ticket);
  if (!state) {
    return ticket.state === null
      ? "It has no state: it has to be given one first."
      : `The workflow does not know its state ${quote(ticket.state)}.`;
  }
  if (state.terminal) return `"${state.name}" is terminal: nothing moves out of it.`;
  if (ticket.closed) return "It is closed.";
  if (state.order === null) {
    return `"${state.name}" is outside the pipeline order${state.human ? ": a person decides where it goes from there" : ""}.`;
  }
  if (!isBefore(state, target)) {
    return state === target ? `It is in "${target.name}" already.` : `It is past "${target.name}" already.`;
  }
  if (isLive(child.ticket.claim, snapshot.now)) {
    return `${showName(showIdentity(child.ticket.claim.holder))} holds a claim on it until ${stamp(child.ticket.claim.expiresAt)}.`;
  }
  if (!child.ticket.claim && (child.ticket.reservedUntil ?? 0) > snapshot.now) {
    return `It was put into "${state.name}" by hand, and is locked until ${stamp(child.ticket.reservedUntil ?? 0)}.`;
  }
  if (wasLinkedLate(machine, snapshot.parent, child)) {
    return `It was linked after its parent had first come as far as "${target.name}": it goes its own way.`;
  }
  const edges = wayForward(machine, state, target);
  const taking = edges?.find(({ takes }) => takes !== undefined);
  if (taking) {
    return `From "${taking.from}" to "${taking.to}" a ticket goes with the commit that its work is in: it is handed off by itself.`;
  }
  if (edges) return { from: state.name, guards: guardsOf(edges) };
  const gate = firstGate(machine, state, target);
  return gate === undefined
    ? `No edges lead forward from "${state.name}" to "${target.name}".`
    : `Only a person moves a ticket out of "${gate}", which is on the way.`;
}

interface Checked extends Candidate {
  readonly results: readonly GuardResult[];
}

interface Held {
  readonly child: AdvanceChild;
  readonly failing: readonly GuardResult[];
}

/**
 * Children move together, so each is checked with the others already there. One that fails takes those with it that counted
 * on it: all are checked again until none fails.
 */
function checkTogether(
  machine: Machine,
  snapshot: AdvanceSnapshot,
  candidates: readonly Candidate[],
  target: State,
): { moving: readonly Checked[]; held: readonly Held[] } {
  const held: Held[] = [];
  let left = candidates;
  for (;;) {
    const moved = movedGroups(new Set(left.map(({ child }) => child.ticket.key)), target.name);
    const checked = left.map((candidate, index) => {
      const { ticket, openBlockers, evidence = {} } = candidate.child;
      const group = snapshot.groups.get(ticket.key);
      const facts = { openBlockers, ...(group ? { group: moved(group) } : {}) };
      const move = {
        key: ticket.key,
        actor: snapshot.actor,
        evidence: withArrivals(evidence, target.name, index),
        subject: subjectOfMove(ticket.key, evidence, false),
        start: machine.workflow.start,
      };
      return { ...candidate, results: checkGuards(machine, candidate.guards, facts, move) };
    });
    const failed = checked.flatMap(({ child, results }) => {
      const failing = results.filter(isUnmet);
      return failing.length > 0 ? { child, failing } : [];
    });
    if (failed.length === 0) return { moving: checked, held };
    held.push(...failed);
    const out = new Set(failed.map(({ child }) => child));
    left = left.filter(({ child }) => !out.has(child));
  }
}

/** Those that come before it take their places first. */
function withArrivals(evidence: EvidenceFacts, target: string, before: number): EvidenceFacts {
  const { room } = evidence;
  const there = room?.get(target);
  return room && there !== undefined ? { ...evidence, room: new Map([...room, [target, there + before]]) } : evidence;
}

/** A group as it will be; siblings share theirs, so each is rewritten once. */
function movedGroups(moving: ReadonlySet<Key>, target: string): (group: Group) => Group {
  const rewritten = new Map<Group, Group>();
  return (group) => {
    const known = rewritten.get(group) ?? {
      ...group,
      members: group.members.map((member) => (moving.has(member.key) ? { ...member, state: target } : member)),
    };
    rewritten.set(group, known);
    return known;
  };
}

/** The shortest way that leads only forward and through nobody's gate; null where there is none. */
function wayForward(machine: Machine, from: State, target: State): readonly EdgeSpec[] | null {
  return shortestRoute(machine, from.name, target.name, (at, next) => isBefore(at, next) && at.gate !== "enforce");
}

function firstGate(machine: Machine, from: State, target: State): string | undefined {
  return shortestRoute(machine, from.name, target.name, isBefore)?.find(
    (edge) => machine.states.get(edge.from)?.gate === "enforce",
  )?.from;
}

function wasLinkedLate(machine: Machine, parent: AdvanceParent, child: AdvanceChild): boolean {
  if (machine.workflow.propagation === "any") return false;
  const { linked } = child;
  const { firstThere } = parent;
  if (linked === null || firstThere === null) return false;
  return linked.at > firstThere.at || (linked.at === firstThere.at && linked.seq > firstThere.seq);
}

function mayReceive(state: State): boolean {
  return !state.lock && !state.terminal;
}

function isBefore(a: State, b: State): boolean {
  return a.order !== null && b.order !== null && a.order < b.order;
}

function skip(machine: Machine, { ticket }: AdvanceChild, reason: string): AdvanceSkip {
  return { key: ticket.key, ...nameOf(ticket), currentState: showState(machine, ticket), reason };
}
