// `import … from "signalbox/engine"`: the shipped workflows' rules as plain functions, and `loadStateMachine` for a
// workflow file of one's own. Nothing here writes anything.

import { readRequest } from "./engine/tickets/read-request.ts";
import { commandOf, compile, intentOf, unwrapIntent, type Machine } from "./engine/workflow/compile.ts";
import { explain } from "./engine/tickets/refusals/explain.ts";
import {
  evaluateCondition,
  nextState,
  skillOfState,
  skillToState as stateOfOnlySkill,
  statesOfSkill as allStatesOfSkill,
  transitionContext,
  type RunFacts,
  type TransitionContext,
} from "./engine/runs/routers.ts";
import { tell } from "./engine/surfaces/tell.ts";
import type { EdgeSpec, Workflow } from "./engine/workflow/format.ts";
import { readWorkflow } from "./workflows/load.ts";
import type {
  RalphCommand,
  SemanticIntent,
  SessionState,
  StateId,
  WorkflowState,
} from "./workflows/names.generated.ts";
import { shipped } from "./workflows/shipped.ts";

export { compile, evaluateCondition };
export { decide, factsFor as needs } from "./engine/tickets/handoff.ts";
export { tell };
export { lint } from "./engine/lint/lint.ts";
export { mermaid } from "./engine/graph/mermaid.ts";
export type { Condition, Workflow } from "./engine/workflow/format.ts";
export type { Machine, RalphCommand, SemanticIntent, SessionState, StateId, TransitionContext, WorkflowState };

/** A ticket workflow that answers questions; `State` is the union of its states' names where it is known. */
export interface StateMachine<State extends string = string> {
  readonly workflow: Workflow;
  isValidTransition(from: string, to: string): boolean;
  getAllowedTransitions(state: string): readonly State[];
  /** null where the intent is unknown, ambiguous, or not mapped for the command. */
  resolveIntent(intent: string, command: string): State | null;
  isLockState(state: string): boolean;
  isTerminal(state: string): boolean;
  requiresHumanAction(state: string): boolean;
  isValidState(state: string): state is State;
  getExpectedByCommands(state: string): readonly string[];
  /** true for a command that the workflow doesn't know: it sets no limits to it. */
  isValidOutputForCommand(command: string, state: string): boolean;
}

export interface Resolution<State extends string = string> {
  readonly resolvedState: State;
  readonly wasIntent: boolean;
  readonly originalState: string;
  /** With its prefix. */
  readonly command: string;
}

/** Without a path: the shipped ticket workflow. Throws where the file can't be used, and says why. */
export function loadStateMachine(path?: string): StateMachine {
  if (path === undefined) return ticketMachine();
  const loaded = readWorkflow(path);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return stateMachineOf(compile(loaded.workflow));
}

let shippedTicket: StateMachine<WorkflowState> | null = null;

function ticketMachine(): StateMachine<WorkflowState> {
  shippedTicket ??= stateMachineOf<WorkflowState>(shipped("ticket"));
  return shippedTicket;
}

function stateMachineOf<State extends string>(machine: Machine): StateMachine<State> {
  const known = (name: string): name is State => machine.states.has(name);
  return {
    workflow: machine.workflow,
    isValidTransition: (from, to) => machine.states.get(from)?.next.includes(to) ?? false,
    getAllowedTransitions: (state) => (machine.states.get(state)?.next ?? []).filter(known),
    resolveIntent(intent, command) {
      const target = commandOf(machine, command)?.targets.get(intentOf(machine, intent)?.name ?? "");
      return typeof target === "string" && known(target) ? target : null;
    },
    isLockState: (state) => machine.states.get(state)?.lock ?? false,
    isTerminal: (state) => machine.states.get(state)?.terminal ?? false,
    requiresHumanAction: (state) => machine.states.get(state)?.human ?? false,
    isValidState: known,
    getExpectedByCommands: (state) => machine.states.get(state)?.expectedBy ?? [],
    isValidOutputForCommand(word, state) {
      const command = commandOf(machine, word);
      return command === undefined || command.outputs.has(state) || command.lock === state;
    },
  };
}

export const isValidTransition = (from: string, to: string): boolean => ticketMachine().isValidTransition(from, to);
export const getAllowedTransitions = (state: string): readonly WorkflowState[] =>
  ticketMachine().getAllowedTransitions(state);
export const resolveIntent = (intent: string, command: string): WorkflowState | null =>
  ticketMachine().resolveIntent(intent, command);
export const isLockState = (state: string): boolean => ticketMachine().isLockState(state);
export const isTerminal = (state: string): boolean => ticketMachine().isTerminal(state);
export const requiresHumanAction = (state: string): boolean => ticketMachine().requiresHumanAction(state);
export const isValidState = (state: string): state is WorkflowState => ticketMachine().isValidState(state);
export const getExpectedByCommands = (state: string): readonly string[] => ticketMachine().getExpectedByCommands(state);
export const isValidOutputForCommand = (command: string, state: string): boolean =>
  ticketMachine().isValidOutputForCommand(command, state);

/** `research` and `ralph_research` become `ralph_research`; a word that is no command stays what it is. */
export function normalizeCommand(command: string): string {
  return commandOf(shipped("ticket"), command)?.shown ?? command;
}

/** A state's name, or an intent, to the state that it stands for. Throws what a refused handoff would say. */
export function resolveState(stateOrIntent: string, command: string): Resolution<WorkflowState> {
  const machine = shipped("ticket");
  const wasIntent =
    !machine.states.has(stateOrIntent) && !!(unwrapIntent(stateOrIntent) ?? intentOf(machine, stateOrIntent));
  const request = {
    key: "0",
    command,
    reason: "resolving",
    actor: { kind: "agent", identity: { connection: "library", agent: null } },
    ...(wasIntent ? { intent: stateOrIntent } : { toState: stateOrIntent }),
  } as const;
  const wanted = readRequest(machine, request);
  if ("code" in wanted) {
    throw new Error(tell(explain(machine, { now: 0, ticket: null }, request, wanted, null), "mcp").error);
  }
  if (!isValidState(wanted.target)) throw new Error(`"${wanted.target}" is no state of the shipped workflow.`);
  return { resolvedState: wanted.target, wasIntent, originalState: stateOrIntent, command: normalizeCommand(command) };
}

/** A state of the shipped skill workflow. */
export interface SkillState {
  readonly id: StateId;
  readonly skill: string | null;
  readonly transitions: readonly Pick<EdgeSpec, "to" | "when">[];
}

export function getWorkflowStates(): readonly SkillState[] {
  return [...shipped("skill").states.keys()].flatMap((id) => getState(id) ?? []);
}

export function getState(id: string): SkillState | null {
  const state = shipped("skill").states.get(id);
  if (!state || !isStateId(id)) return null;
  return { id, skill: state.skill, transitions: state.edges };
}

export function getSkillForState(id: string): string | null {
  return skillOfState(shipped("skill"), id);
}

export function stateToSkill(id: string): string | null {
  return getSkillForState(id);
}

/** One step: the target of the first edge whose condition holds, or null. */
export function getNextState(id: string, context: TransitionContext): StateId | null {
  return asStateId(nextState(shipped("skill"), id, context));
}

export function buildTransitionContext(run: Pick<RunFacts, "currentItem" | "items" | "tasks">): TransitionContext {
  return transitionContext(run);
}

/** The one state of that skill; null where there is none, or more than one. */
export function skillToState(skill: string): StateId | null {
  return asStateId(stateOfOnlySkill(shipped("skill"), skill));
}

export function statesOfSkill(skill: string): readonly StateId[] {
  return allStatesOfSkill(shipped("skill"), skill).filter(isStateId);
}

function asStateId(id: string | null): StateId | null {
  return id !== null && isStateId(id) ? id : null;
}

function isStateId(id: string): id is StateId {
  return shipped("skill").states.has(id);
}
