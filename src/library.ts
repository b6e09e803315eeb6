// `import … from "signalbox/engine"`: the shipped workflows' rules as plain functions, and `loadStateMachine` for a
// workflow file of one's own. Nothing here writes anything.

import { readRequest } from "./engine/tickets/read-request.ts";
import { commandOf, compile, intentOf, unwrapIntent, type Machine } from "./engine/workflow/compile.ts";
import { explain } from "./engine/tickets/refusals/explain.ts";
import {
  evaluateCondition as isMet,
  nextState,
  skillOfState,
  skillToState as stateOfOnlySkill,
  statesOfSkill as allStatesOfSkill,
  transitionContext,
  type RunFacts,
  type TransitionContext as FullContext,
} from "./engine/runs/routers.ts";
import type { Batch } from "./engine/runs/batches.ts";
import { tell } from "./engine/surfaces/tell.ts";
import { inSight } from "./engine/words.ts";
import type { Condition, Workflow } from "./engine/workflow/format.ts";
import { readWorkflow } from "./workflows/load.ts";
import type {
  RalphCommand,
  SemanticIntent,
  SessionState,
  StateId,
  WorkflowState,
} from "./workflows/names.generated.ts";
import { shipped } from "./workflows/shipped.ts";

export { compile };
export { decide, factsFor as needs } from "./engine/tickets/handoff.ts";
export { tell };
export { lint } from "./engine/lint/lint.ts";
export { mermaid } from "./engine/graph/mermaid.ts";
export type { Condition, Workflow } from "./engine/workflow/format.ts";
export type { Machine, RalphCommand, SemanticIntent, SessionState, StateId, WorkflowState };

/** A ticket workflow that answers questions; `State` is the union of its states' names where it is known. */
export interface StateMachine<State extends string = string> {
  readonly workflow: Workflow;
  isValidTransition(from: State, to: State): boolean;
  getAllowedTransitions(state: State): readonly State[];
  /** null where the intent is unknown, ambiguous, or not mapped for the command. */
  resolveIntent(intent: string, command: string): State | null;
  isLockState(state: State): boolean;
  isTerminal(state: State): boolean;
  requiresHumanAction(state: State): boolean;
  /** Whether a text names a state: one that was checked by this is taken by the other functions. */
  isValidState(state: string): state is State;
  getExpectedByCommands(state: State): readonly string[];
  /** true for a command that the workflow doesn't know: it sets no limits to it. */
  isValidOutputForCommand(command: string, state: State): boolean;
}

export interface Resolution<State extends string = string> {
  readonly resolvedState: State;
  readonly wasIntent: boolean;
  readonly originalState: string;
  /** With its prefix. */
  readonly command: string;
}

export interface LoadOptions {
  /** Is told why a file could not be used; without it, standard error is. */
  readonly warn?: (message: string) => void;
  /** Throws instead. Without it, SIGNALBOX_STRICT decides, as it does for the server. */
  readonly strict?: boolean;
}

/** Without a path, and where the file can't be used: the shipped ticket workflow. */
export function loadStateMachine(): StateMachine<WorkflowState>;
export function loadStateMachine(path: string | undefined, options?: LoadOptions): StateMachine;
export function loadStateMachine(path?: string, options: LoadOptions = {}): StateMachine {
  if (path === undefined) return ofAnyState(ticketMachine());
  const loaded = readWorkflow(path);
  if (loaded.ok) return stateMachineOf(compile(loaded.workflow));
  const problem = `The workflow file could not be used: ${loaded.problem.message.replace(/\.?$/, ".")}`;
  if (options.strict ?? isStrict(process.env["SIGNALBOX_STRICT"])) throw new Error(problem);
  const warn = options.warn ?? ((message) => process.stderr.write(`signalbox: ${inSight(message)}\n`));
  warn(`${problem} The shipped one is used.`);
  return ofAnyState(ticketMachine());
}

function isStrict(word: string | undefined): boolean {
  return word === "1" || word?.toLowerCase() === "true";
}

/** Whoever loads a file can't know its states when they compile. */
function ofAnyState({ workflow }: StateMachine<WorkflowState>): StateMachine {
  return stateMachineOf(compile(workflow));
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

export const isValidTransition = (from: WorkflowState, to: WorkflowState): boolean =>
  ticketMachine().isValidTransition(from, to);
export const getAllowedTransitions = (state: WorkflowState): readonly WorkflowState[] =>
  ticketMachine().getAllowedTransitions(state);
export const resolveIntent = (intent: string, command: string): WorkflowState | null =>
  ticketMachine().resolveIntent(intent, command);
export const isLockState = (state: WorkflowState): boolean => ticketMachine().isLockState(state);
export const isTerminal = (state: WorkflowState): boolean => ticketMachine().isTerminal(state);
export const requiresHumanAction = (state: WorkflowState): boolean => ticketMachine().requiresHumanAction(state);
export const isValidState = (state: string): state is WorkflowState => ticketMachine().isValidState(state);
export const getExpectedByCommands = (state: WorkflowState): readonly string[] =>
  ticketMachine().getExpectedByCommands(state);
export const isValidOutputForCommand = (command: string, state: WorkflowState): boolean =>
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
  readonly transitions: readonly SkillTransition[];
}

export interface SkillTransition {
  readonly to: StateId;
  readonly condition?: Condition;
}

export function getWorkflowStates(): readonly SkillState[] {
  return [...shipped("skill").states.keys()].flatMap((id) => getState(id) ?? []);
}

export function getState(id: string): SkillState | undefined {
  const state = shipped("skill").states.get(id);
  if (!state || !isStateId(id)) return undefined;
  const transitions = state.edges.flatMap(({ to, when }) =>
    isStateId(to) ? [{ to, ...(when === undefined ? {} : { condition: when }) }] : [],
  );
  return { id, skill: state.skill, transitions };
}

export function getSkillForState(id: string): string | null {
  return skillOfState(shipped("skill"), id);
}

export function stateToSkill(id: string): string | null {
  return getSkillForState(id);
}

/** One step: the target of the first edge whose condition holds, or null. */
export function getNextState(id: string, context: TransitionContext): StateId | null {
  return asStateId(nextState(shipped("skill"), id, withType(context)));
}

export function evaluateCondition(condition: Condition | undefined, context: TransitionContext): boolean {
  return isMet(condition, withType(context));
}

/** What conditions are judged by. */
export interface TransitionContext {
  readonly currentItemType?: string | null;
  readonly itemsRemaining: number;
  readonly batchesRemaining: number;
}

/** What get_run answers, as far as it is needed; or the facts of a run, which has tasks and no batches yet. */
export type RunStanding = Pick<RunFacts, "currentItem" | "items"> &
  (Pick<RunFacts, "tasks"> | { readonly batches: readonly Pick<TaskBatch, "status">[] });

/** Tasks that can be worked side by side. */
export type TaskBatch = Batch;

export function buildTransitionContext(run: RunStanding): TransitionContext {
  const { currentItemType, ...counts } =
    "batches" in run ? transitionContext({ ...run, tasks: [] }, run.batches) : transitionContext(run);
  return { ...(currentItemType === null ? {} : { currentItemType }), ...counts };
}

function withType(context: TransitionContext): FullContext {
  return { ...context, currentItemType: context.currentItemType ?? null };
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
