// Picking work: which tickets fit, in which order, and whether the question makes sense at all.

import { acquiringIntent, commandOf, type Command, type Machine, type State } from "../workflow/compile.ts";
import { ESTIMATES, PRIORITIES, type Estimate, type Priority, type Time, type TicketRef } from "../facts.ts";
import type { TicketKind } from "../groups/kinds.ts";
import { compareTickets } from "../groups/members.ts";
import { argument, say, type Words } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, nearest, unknown } from "../words.ts";
import type { GuardSpec } from "../workflow/format.ts";

const DEFAULT_MAX_ESTIMATE: Estimate = "S";
const WITHOUT_CLAIM: Words = say`without ${argument("claim")}`;

export interface PickRequest {
  readonly workflowState: string;
  readonly maxEstimate?: string | undefined;
  readonly command?: string | undefined;
  /** Picking and locking in one step. */
  readonly claim?: boolean | undefined;
}

export interface Pick {
  readonly kind: "pick";
  readonly state: string;
  readonly maxEstimate: Estimate;
  readonly command: Command | null;
}

/** What makes a ticket one to pick, or not. */
export interface Pickable {
  readonly state: string | null;
  readonly closed: boolean;
  readonly locked: boolean;
  readonly openBlockers: number;
  /** What it is by its children. */
  readonly kind: TicketKind;
  readonly estimate: Estimate | null;
}

/** How many tickets of the state were not offered, each counted once. */
export interface PassedOver {
  readonly tooLarge: number;
  readonly blocked: number;
  /** Somebody works on them. */
  readonly held: number;
  /** Agents work on as many as the state has room for. */
  readonly noRoom: number;
  /** A guard refuses their lock. */
  readonly guarded: number;
}

export interface PickOrder extends TicketRef {
  readonly priority: Priority | null;
  readonly createdAt: Time;
}

export function checkPick(machine: Machine, request: PickRequest): Pick | Refusal {
  const state = machine.states.get(request.workflowState);
  if (!state) return unknownState(machine, request.workflowState);
  if (state.terminal) return terminalState(machine, state);
  if (state.gate === "enforce") return onlyForPeople(machine, state);
  const { maxEstimate = DEFAULT_MAX_ESTIMATE } = request;
  if (!isEstimate(maxEstimate)) return unknownEstimate(maxEstimate);
  const command = request.command === undefined ? null : commandOf(machine, request.command);
  if (command === undefined) return unknownCommand(machine, request.command ?? "");
  if (request.claim) {
    if (!command) return commandRequired(machine, state);
    if (command.lock === null) return noLock(machine, command, state);
    if (!mayClaim(machine, command, state)) return noClaimFrom(machine, command, command.lock, state);
  }
  return { kind: "pick", state: state.name, maxEstimate, command };
}

/** The rule that a query of a store has to agree with. */
export function isPickable(
  ticket: Pickable,
  wanted: { readonly state: string; readonly maxEstimate: Estimate },
): boolean {
  return (
    ticket.state === wanted.state &&
    !ticket.closed &&
    !ticket.locked &&
    ticket.openBlockers === 0 &&
    ticket.kind === "work" &&
    fitsEstimate(ticket.estimate, wanted.maxEstimate)
  );
}

/**
 * The states that the work has to go through next, of which one must have room: where it is locked, and where it is handed
 * on to from there. A list of none has room.
 */
export function roomsAhead(machine: Machine, { state, command }: Pick): readonly (readonly Limited[])[] {
  const lock = command?.lock ?? null;
  const from = machine.states.get(lock ?? state);
  const entry =
    lock === null || lock === state ? [] : limitsOf(machine.states.get(state), (to) => to.name === lock, machine);
  const order = from?.order ?? null;
  const onward = limitsOf(from, (to) => order !== null && to.order !== null && to.order > order, machine);
  return [entry, onward].filter((ways) => ways.length > 0 && ways.every(({ max }) => max !== null));
}

/** A state, and how many tickets may stand there; null: as many as there are. */
export interface Limited {
  readonly state: string;
  readonly max: number | null;
}

function limitsOf(from: State | undefined, isMeant: (to: State) => boolean, machine: Machine): readonly Limited[] {
  return (from?.edges ?? []).flatMap(({ to, guards = [] }) => {
    const state = machine.states.get(to);
    if (!state || !isMeant(state)) return [];
    const limits = guards.flatMap((guard) => (guard.type === "room" && isEnforced(guard.policy) ? [guard.max] : []));
    return { state: to, max: limits.length === 0 ? null : Math.min(...limits) };
  });
}

function isEnforced(policy: GuardSpec["policy"]): boolean {
  return policy === undefined || policy === "enforce";
}

/** What nobody has estimated fits. */
export function fitsEstimate(estimate: Estimate | null, max: Estimate): boolean {
  return estimate === null || ESTIMATES.indexOf(estimate) <= ESTIMATES.indexOf(max);
}

/** The most urgent first, then the oldest, then by number. */
export function comparePickOrder(a: PickOrder, b: PickOrder): number {
  return urgency(a.priority) - urgency(b.priority) || a.createdAt - b.createdAt || compareTickets(a, b);
}

function urgency(priority: Priority | null): number {
  return priority === null ? PRIORITIES.length : PRIORITIES.indexOf(priority);
}

function isEstimate(word: string): word is Estimate {
  return ESTIMATES.some((estimate) => estimate === word);
}

/** What the lock itself would be refused for on every ticket in this state. */
function mayClaim(machine: Machine, command: Command, state: State): boolean {
  if (command.lock === null || state.terminal) return false;
  if (command.lock === state.name) return true;
  const bound = acquiringIntent(machine)?.expected !== false && machine.workflow.inputs !== "warn";
  return state.next.includes(command.lock) && state.gate !== "enforce" && (!bound || command.inputs.has(state.name));
}

function unknownState(machine: Machine, word: string): Refusal {
  const states = openStates(machine);
  const meant = nearest(word, states);
  return refuse(
    "unknown_state",
    `${unknown("state", word)} Work is picked from ${listed(states)}. ${rolesSentence(machine)}`.trim(),
    say`retry with ${argument("workflowState", meant ?? machine.workflow.start)}${meant === undefined ? ", or the state that suits your role" : ""}.`,
    { workflowState: word, states, roles: rolesOf(machine), ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function terminalState(machine: Machine, state: State): Refusal {
  const states = openStates(machine);
  return refuse(
    "terminal_state",
    `Tickets in "${state.name}" are finished: there is nothing to pick. Work is picked from ${listed(states)}. ${rolesSentence(machine)}`.trim(),
    say`retry with ${argument("workflowState")} set to the state that suits your role.`,
    { workflowState: state.name, states, roles: rolesOf(machine) },
  );
}

function onlyForPeople(machine: Machine, state: State): Refusal {
  const states = openStates(machine);
  return refuse(
    "human_gate",
    `Tickets in "${state.name}" wait for a person, and only a person moves them out of it. Work is picked from ${listed(states)}. ${rolesSentence(machine)}`.trim(),
    say`retry with ${argument("workflowState")} set to the state that suits your role.`,
    { workflowState: state.name, states, roles: rolesOf(machine) },
  );
}

function unknownEstimate(word: string): Refusal {
  const meant = nearest(word, ESTIMATES);
  return refuse(
    "unknown_estimate",
    `${unknown("estimate", word)} The estimates are ${listed(ESTIMATES, "and")}, from the smallest to the largest.`,
    say`retry with ${argument("maxEstimate", meant ?? DEFAULT_MAX_ESTIMATE)}, or another one of these; without it, the limit is ${DEFAULT_MAX_ESTIMATE}.`,
    { maxEstimate: word, estimates: ESTIMATES },
  );
}

export function unknownCommand(machine: Machine, word: string): Refusal {
  const commands = [...machine.commands.values()];
  const shown = commands.map((command) => command.shown);
  const meant = nearest(
    word,
    commands.flatMap((command) => [command.name, command.shown]),
  );
  const command = commandOf(machine, meant ?? "");
  const bare = machine.prefix === "" ? "" : ` The prefix "${machine.prefix}" may be left out.`;
  return refuse(
    "unknown_command",
    `${unknown("command", word)} The commands are ${listed(shown, "and")}.${bare}`,
    command ? say`retry with ${argument("command", command.shown)}.` : "retry with one of these commands.",
    { command: word, commands: shown },
  );
}

function commandRequired(machine: Machine, state: State): Refusal {
  const claimants = claimantsOf(machine, state);
  return refuse(
    "command_required",
    say`Picking with ${argument("claim", true)} locks the ticket, and a lock belongs to a command: name it. ${claimantsSentence(state, claimants)}`,
    claimants[0]
      ? say`retry with ${argument("command", claimants[0].shown)}, or ${WITHOUT_CLAIM}.`
      : say`retry ${WITHOUT_CLAIM}, or with another ${argument("workflowState")}.`,
    { workflowState: state.name, commands: claimants.map((command) => command.shown) },
  );
}

function noLock(machine: Machine, command: Command, state: State): Refusal {
  const claimants = claimantsOf(machine, state);
  return refuse(
    "no_lock",
    `${command.shown} has no lock state, so it can't claim what it picks. ${claimantsSentence(state, claimants)}`,
    claimants[0]
      ? say`retry ${WITHOUT_CLAIM}, or with ${argument("command", claimants[0].shown)} if that is the work you do.`
      : say`retry ${WITHOUT_CLAIM}.`,
    { command: command.shown, workflowState: state.name, commands: claimants.map((other) => other.shown) },
  );
}

function noClaimFrom(machine: Machine, command: Command, lock: string, state: State): Refusal {
  const claimants = claimantsOf(machine, state);
  const states = openStates(machine).filter((name) => {
    const other = machine.states.get(name);
    return other !== undefined && mayClaim(machine, command, other);
  });
  return refuse(
    "no_claim_from_state",
    `${command.shown} can't lock a ticket in "${state.name}": it locks into "${lock}", from ${listed(states.map((name) => `"${name}"`)) || "no state at all"}. ${claimantsSentence(state, claimants)}`,
    states[0] === undefined
      ? say`retry ${WITHOUT_CLAIM}.`
      : say`retry with ${argument("workflowState", states.find((name) => command.inputs.has(name)) ?? states[0])}, or ${WITHOUT_CLAIM}.`,
    {
      command: command.shown,
      workflowState: state.name,
      lock,
      states,
      commands: claimants.map((other) => other.shown),
    },
  );
}

function claimantsOf(machine: Machine, state: State): readonly Command[] {
  return [...machine.commands.values()].filter((command) => mayClaim(machine, command, state));
}

function claimantsSentence(state: State, claimants: readonly Command[]): string {
  const who = listed(claimants.map((command) => command.shown));
  return who === "" ? `No command can lock a ticket in "${state.name}".` : `From "${state.name}", ${who} can.`;
}

function openStates(machine: Machine): readonly string[] {
  return [...machine.states.values()]
    .filter((state) => !state.terminal && state.gate !== "enforce")
    .map((state) => state.name);
}

interface Role {
  readonly role: string;
  readonly command: string;
  readonly workflowState: string;
}

function rolesOf(machine: Machine): readonly Role[] {
  return Object.entries(machine.workflow.commands ?? {}).flatMap(([name, { role }]) =>
    role && machine.states.get(role.picks)?.gate !== "enforce"
      ? { role: role.name, command: machine.prefix + name, workflowState: role.picks }
      : [],
  );
}

function rolesSentence(machine: Machine): string {
  const roles = rolesOf(machine).map(({ role, workflowState }) => `${workflowState} for ${role}`);
  return roles.length === 0 ? "" : `Which suits whom: ${listed(roles, "and")}.`;
}
