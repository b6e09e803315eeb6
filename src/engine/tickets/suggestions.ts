// What a refused agent should do instead. It may do exactly what it is told, so everything here was tried on the same
// facts, and nothing ends a ticket, parks it with a person or takes it back, unless that is what the agent asked for.

import { isLive, isLocked } from "../claims/claims.ts";
import { holds } from "../claims/holds.ts";
import type { Actor, Estimate } from "../facts.ts";
import { nearest } from "../words.ts";
import {
  acquiringIntent,
  commandOf,
  intentOf,
  unwrapIntent,
  type Command,
  type Intent,
  type Machine,
  type State,
} from "../workflow/compile.ts";
import { checkHandoff, lacksEvidenceAtMost, type Allowed, type Denied, type HandoffSnapshot } from "./check-handoff.ts";
import { requestByIntent, requestByState, mayActAs, type CommandRequest, type HandoffRequest } from "./read-request.ts";
import { beginningsOf, commandsDue, forwardStates, leadsAstray } from "./turn.ts";

export interface Suggestions {
  /** What the caller evidently wanted, done right: its own command, the best way first. */
  readonly own: readonly CommandRequest[];
  /** These are accepted with the token of the claim that the caller holds, and not without. */
  readonly needsToken: boolean;
  /** These go with a commit, or with facts about one, that are still to be brought: then, and not before, they are accepted. */
  readonly needsEvidence: boolean;
  /** How the caller hands on what it has in hand. */
  readonly inHand: readonly CommandRequest[];
  /** Whose turn it is where it is not the caller's: commands, or a person; null: the caller's, or nobody's. */
  readonly turn: readonly Command[] | "person" | null;
  /** Calls that begin the work of those whose turn it is, as far as this connection may act as them. */
  readonly begin: readonly CommandRequest[];
  /** Where the caller finds other work. */
  readonly pick: PickCall | null;
  /** The last resort of a caller whose turn it is. */
  readonly giveUp: CommandRequest | null;
}

/** As data, for a refusal's facts and for `next`. */
export interface Retry {
  /** The shown name. */
  readonly command: string;
  readonly intent?: string;
  readonly to_state?: string;
  readonly newState: string;
}

export function asRetry({ command, intent, target }: CommandRequest): Retry {
  return {
    command: command.shown,
    ...(intent ? { intent: intent.name } : { to_state: target }),
    newState: target,
  };
}

export interface PickCall {
  readonly workflowState: string;
  readonly command: Command;
}

export function suggestionsFor(machine: Machine, given: HandoffSnapshot, request: HandoffRequest): Suggestions {
  const snapshot = withoutBadToken(given);
  const command = meantCommand(machine, request);
  const mine = command && mayAct(machine, request.actor, command) ? command : null;
  const state = machine.states.get(snapshot.ticket?.state ?? machine.workflow.start);
  const accepted = (
    asks: readonly CommandRequest[],
    facts = snapshot,
    isFit: (checked: Allowed | Denied) => boolean = ({ ok }) => ok,
  ): readonly CommandRequest[] => {
    const fit = asks.filter((ask) => isFit(checkHandoff(machine, facts, ask, request.actor)));
    return fit.filter((ask, index) => fit.findIndex((other) => other.target === ask.target) === index);
  };
  const { ticket, now } = snapshot;
  const isElses = ticket !== null && isLocked(ticket, now) && !hasInHand(snapshot, request.actor);
  const isMine = mine !== null && !isElses && isTurnOf(machine, mine, state);
  const asked = mine ? wantedAsks(machine, mine, request, state) : [];
  const onward = mine ? ownWays(machine, mine, snapshot, request, state) : [];
  const away = mine && isMine && asksAway(machine, request) ? waysAway(machine, mine, state) : [];
  const held = withToken(snapshot, request.actor);
  // The first that is accepted at all: what was asked for, by the token where it needs one; then what goes on.
  const offers: readonly (() => Offer)[] = [
    () => ({ ways: accepted(asked), needsToken: false }),
    () => ({ ways: accepted(asked, held), needsToken: true }),
    () => ({ ways: accepted(away), needsToken: false }),
    () => ({ ways: accepted(onward), needsToken: false }),
    () => ({ ways: mine && isMine ? accepted(beginningsOf(machine, mine, state), held) : [], needsToken: true }),
    // What lacks nothing but proof is still the way to go.
    () => ({ ways: accepted(asked, snapshot, lacksEvidenceAtMost), needsToken: false, needsEvidence: true }),
    () => ({ ways: accepted(asked, held, lacksEvidenceAtMost), needsToken: true, needsEvidence: true }),
    () => ({ ways: accepted(onward, snapshot, lacksEvidenceAtMost), needsToken: false, needsEvidence: true }),
  ];
  const { ways: own, needsToken, needsEvidence = false } = firstWithWays(offers);
  // A command that expects the ticket here and has no way on from here leaves the turn to the others that do.
  const due =
    own.length > 0 || !state || state.terminal ? null : turnAt(machine, state, mine, ticket?.estimate ?? null);
  const ways = Array.isArray(due) ? accepted(beginnings(machine, due, request.actor, state)) : [];
  const { turn, begin } = withoutReports(due, isWork(snapshot) ? ways : [], state);
  return {
    own,
    needsToken,
    needsEvidence,
    inHand: accepted(onward),
    turn,
    begin,
    pick: pickFor(machine, request.actor, command),
    giveUp:
      mine && (isMine || (!isElses && delegates(mine, state)))
        ? (accepted(parkingAsks(machine, mine))[0] ?? null)
        : null,
  };
}

interface Offer {
  readonly ways: readonly CommandRequest[];
  readonly needsToken: boolean;
  readonly needsEvidence?: boolean;
}

/** What comes after it is not tried out. */
function firstWithWays(offers: readonly (() => Offer)[]): Offer {
  for (const make of offers) {
    const offer = make();
    if (offer.ways.length > 0) return offer;
  }
  return { ways: [], needsToken: false };
}

/** A token that is no longer worth anything is dropped: what is left is what the caller may do without it. */
function withoutBadToken(snapshot: HandoffSnapshot): HandoffSnapshot {
  const { ticket } = snapshot;
  if (ticket?.token !== "former" && ticket?.token !== "foreign") return snapshot;
  return { ...snapshot, ticket: { ...ticket, token: "none" } };
}

/** The same facts for a holder that gives its token; for others they are as they were. */
function withToken(snapshot: HandoffSnapshot, actor: Actor): HandoffSnapshot {
  const { ticket } = snapshot;
  return ticket && hasInHand(snapshot, actor) ? { ...snapshot, ticket: { ...ticket, token: "current" } } : snapshot;
}

/** The caller wants to end the ticket, hand it to a person or send it back. */
function asksAway(machine: Machine, { intent, toState }: HandoffRequest): boolean {
  const word = intent ?? toState ?? "";
  if (intent !== undefined || unwrapIntent(word) !== null) {
    const meant = intentOf(machine, word) ?? machine.intents.get(nearest(word, machine.intents.keys()) ?? "");
    return meant !== undefined && !meant.expected;
  }
  const state = machine.states.get(machine.states.has(word) ? word : (nearest(word, machine.states.keys()) ?? ""));
  return state !== undefined && (state.terminal || state.order === null);
}

/** What a caller can do that wants to be rid of a ticket and can't end it: send it back, or hand it to a person. */
function waysAway(machine: Machine, command: Command, state: State | undefined): readonly CommandRequest[] {
  const asks = [...command.targets].flatMap(([name, to]) => {
    const intent = machine.intents.get(name);
    const target = to === null ? undefined : machine.states.get(to);
    const leaves = intent?.expected === false && target && !target.terminal && target.name !== state?.name;
    return leaves ? [{ back: target.order !== null, ask: requestByIntent(command, intent, target.name) }] : [];
  });
  return asks.toSorted((a, b) => Number(b.back) - Number(a.back)).map(({ ask }) => ask);
}

function meantCommand(machine: Machine, { command: word = "" }: HandoffRequest): Command | null {
  const known = commandOf(machine, word);
  if (known) return known;
  const names = [...machine.commands.values()].flatMap(({ name, shown }) => [name, shown]);
  return commandOf(machine, nearest(word, names) ?? "") ?? null;
}

function mayAct(machine: Machine, actor: Actor, command: Command): boolean {
  return actor.kind === "agent" && (!actor.commands || mayActAs(machine, actor.commands, command));
}

/** The request with its words put right. Where both an intent and a state were given, what goes on comes first. */
function wantedAsks(
  machine: Machine,
  command: Command,
  request: HandoffRequest,
  state: State | undefined,
): CommandRequest[] {
  const asks = [...intentAsks(machine, command, request), ...stateAsks(machine, command, request)];
  return asks.toSorted(
    (a, b) => Number(leadsAstray(machine, state, a.target)) - Number(leadsAstray(machine, state, b.target)),
  );
}

function intentAsks(
  machine: Machine,
  command: Command,
  { intent, toState }: HandoffRequest,
): readonly CommandRequest[] {
  const word = intent ?? (toState !== undefined && unwrapIntent(toState) !== null ? toState : undefined);
  if (word === undefined) return [];
  const meant = intentOf(machine, word) ?? machine.intents.get(nearest(word, machine.intents.keys()) ?? "");
  const target = meant && command.targets.get(meant.name);
  return meant && target ? [requestByIntent(command, meant, target)] : [];
}

function stateAsks(machine: Machine, command: Command, { toState }: HandoffRequest): readonly CommandRequest[] {
  if (toState === undefined || unwrapIntent(toState) !== null) return [];
  const meant = machine.states.has(toState) ? toState : nearest(toState, machine.states.keys());
  if (meant === undefined) return [];
  // An intent may lead to a state that the command may not name. Only an end, or a person, is surely meant by its name: a
  // state further back may be where the caller believes the ticket to be on its way to.
  const end = machine.states.get(meant);
  const leading = [...command.targets].flatMap(([name, target]) => {
    const intent = machine.intents.get(name);
    const sure = intent?.expected === true || end?.terminal === true || end?.order === null;
    return intent && target === meant && sure ? [requestByIntent(command, intent, target)] : [];
  });
  return [requestByState(machine, command, meant), ...leading];
}

/** The way on of a command whose turn it is: its lock; with the ticket in hand, or without a lock, what completes it. */
function ownWays(
  machine: Machine,
  command: Command,
  snapshot: HandoffSnapshot,
  { actor }: HandoffRequest,
  state: State | undefined,
): readonly CommandRequest[] {
  if (!isTurnOf(machine, command, state)) return [];
  const lock = acquiringIntent(machine);
  const target = lock && command.targets.get(lock.name);
  const inHand = hasInHand(snapshot, actor);
  if (lock && target && !inHand) return [requestByIntent(command, lock, target)];
  const goesOn = (name: string): boolean => !leadsAstray(machine, state, name);
  const completing = expectedIntents(machine).flatMap((intent) => {
    const to = intent.acquires ? null : command.targets.get(intent.name);
    return to && goesOn(to) ? [requestByIntent(command, intent, to)] : [];
  });
  return [...completing, ...forwardStates(machine, command, state)];
}

function expectedIntents(machine: Machine): readonly Intent[] {
  return [...machine.intents.values()].filter(({ expected }) => expected);
}

function hasInHand({ ticket, now }: HandoffSnapshot, actor: Actor): boolean {
  return ticket !== null && isLive(ticket.claim, now) && holds(ticket, actor);
}

/** A state for people is the turn of a command that does nothing but judge, and of no other. */
function isTurnOf(machine: Machine, command: Command, state: State | undefined): boolean {
  const at = state?.name ?? machine.workflow.start;
  if (command.orchestrates || !(command.inputs.has(at) || command.lock === at)) return false;
  return !state?.human || judges(machine, command);
}

/** An orchestrator's turn is whenever it expects the ticket where it is; what it does is have others begin. */
function delegates(command: Command, state: State | undefined): boolean {
  return command.orchestrates && state !== undefined && command.inputs.has(state.name);
}

function judges(machine: Machine, command: Command): boolean {
  return [...command.inputs].every((name) => machine.states.get(name)?.human === true);
}

type Turn = Suggestions["turn"];

function turnAt(machine: Machine, state: State, mine: Command | null, estimate: Estimate | null): Turn {
  if (state.human && !(mine && isTurnOf(machine, mine, state))) return "person";
  const due = commandsDue(machine, state.name, estimate).filter((command) => command !== mine);
  return due.length > 0 ? due : null;
}

/** Of a ticket with children they are the work, unless its group says that all of them were given up. */
function isWork({ ticket, group }: HandoffSnapshot): boolean {
  if ((ticket?.childCount ?? 0) === 0) return true;
  return group?.members.some(({ key, finished }) => key === ticket?.key && !finished) ?? false;
}

/**
 * A command that leaves the ticket where it is, as splitting does, begins by its work: the call that ends it is not for
 * others to make. What is to be split is nobody else's turn before that.
 */
function withoutReports(
  due: Turn,
  begin: readonly CommandRequest[],
  state: State | undefined,
): Pick<Suggestions, "turn" | "begin"> {
  const reports = begin.filter(({ intent, target }) => target === state?.name && !intent?.acquires);
  return reports.length === 0 ? { turn: due, begin } : { turn: reports.map(({ command }) => command), begin: [] };
}

function beginnings(
  machine: Machine,
  turn: readonly Command[],
  actor: Actor,
  state: State | undefined,
): readonly CommandRequest[] {
  return turn.flatMap((command) => (mayAct(machine, actor, command) ? beginningsOf(machine, command, state) : []));
}

/** By the role of the command; one without a role looks where its work begins. */
function pickFor(machine: Machine, actor: Actor, command: Command | null): PickCall | null {
  const granted = [...machine.commands.values()].filter((candidate) => mayAct(machine, actor, candidate));
  const inOrder = command && granted.includes(command) ? [command] : granted;
  for (const candidate of inOrder) {
    const workflowState = machine.workflow.commands?.[candidate.name]?.role?.picks ?? [...candidate.inputs][0];
    const state = workflowState === undefined ? undefined : machine.states.get(workflowState);
    if (state && !state.terminal && state.gate !== "enforce") return { workflowState: state.name, command: candidate };
  }
  return null;
}

/** What hands a ticket to a person outside the order. */
function parkingAsks(machine: Machine, command: Command): readonly CommandRequest[] {
  return [...command.targets].flatMap(([name, to]) => {
    const intent = machine.intents.get(name);
    const state = to === null ? undefined : machine.states.get(to);
    return intent && state?.human && state.order === null ? [requestByIntent(command, intent, state.name)] : [];
  });
}
