// The workflow format: what a JSON file under workflows/ says. It is data and nothing else; `compile` turns it into
// lookup tables, `lint` judges it, and the zod schema in src/workflows/schema.ts checks its shape.

export interface Workflow {
  $schema?: string;
  name: string;
  version: number;
  title: string;
  description?: string;
  /** enforce: a step off the graph is refused. observe: it is recorded and marked. */
  mode: "enforce" | "observe";
  start: string;
  states: Record<string, StateSpec>;
  edges: EdgeSpec[];
  /** The states in the order in which work advances; states left out stand outside the order. */
  pipeline?: string[];
  /** Put before a command's name where it is shown; accepted before it where it is given. */
  commandPrefix?: string;
  commands?: Record<string, CommandSpec>;
  intents?: Record<string, IntentSpec>;
  /** What happens to a command in a state that it does not expect. */
  inputs?: Policy;
  /** For states flagged human: is leaving them left to people (enforce), or is it only said so (advise)? */
  humanGates?: Record<string, "advise" | "enforce">;
  /** Who reviews plans: decides whether the position of a group under review is the human gate. */
  planReview?: "human" | "agent";
  lease?: LeaseSpec;
  position?: PositionSpec;
  /** Which children `advance_children` may move: those linked before the parent entered its state, any, or none. */
  propagation?: "linked-before" | "any" | "off";
  /** How a subject can be completed, and the terminal state that each outcome stands for. */
  outcomes?: Record<string, string>;
  silence?: SilenceSpec;
  skills?: Record<string, SkillSpec>;
  /** The types that a run's items may have. */
  itemTypes?: string[];
  /** Commands whose outcome at a commit is a fact of the same name. */
  checks?: Record<string, CheckSpec>;
  /** Where a ticket stands whose pull request may be merged, and where it goes then. */
  merge?: MergeSpec;
  /** Facts that a ticket follows by itself, when somebody else has made them true. */
  follow?: FollowSpec[];
  /** The branch that work is merged into. */
  base?: string;
  /** The URL that the base is fetched from, to see what has landed there. */
  remote?: string;
}

export type Policy = "enforce" | "warn";

/** The branch that work is merged into. */
export function baseOf({ base = "main" }: Workflow): string {
  return base;
}

export interface StateSpec {
  description?: string;
  /** A group of states, for people's eyes. */
  phase?: string;
  /** Entered with an exclusive claim. */
  lock?: boolean;
  terminal?: boolean;
  /** Waits for a person. */
  human?: boolean;
  /** How it is shown: a colour and a shape, e.g. "blue spinner". */
  indicator?: string;
  /** The skill at work in this state. A state with none, that is not terminal, is a router and is walked through. */
  skill?: string;
  /** What a run does here: pick the next item, document the current one on leaving, or work a batch of tasks. */
  work?: "next-item" | "document" | "batch";
  /** What must be known before a run may leave. */
  needs?: Need[];
  /** The steps of a ticket's position that the work here stands for: its handoffs of these steps are made here. */
  ticketSteps?: string[];
}

/** That the current item has tasks, or that no item of the run is without. */
export type Need = "item-tasks" | "tasks-for-every-item";

export interface EdgeSpec {
  from: string;
  to: string;
  /** The verb on a button, e.g. "Approve". */
  label?: string;
  /** Routing: the first edge whose condition holds is taken. No condition always holds. */
  when?: Condition;
  /** A move over this edge names the commit that the work is in: it becomes the ticket's head. */
  takes?: "commit";
  /** Enforcement: a move over this edge is refused while a guard fails. */
  guards?: GuardSpec[];
}

export type Condition =
  | { type: "item_type"; value: string }
  | { type: "items_remaining" }
  | { type: "no_items_remaining" }
  | { type: "batches_remaining" }
  | { type: "no_batches_remaining" }
  | { type: "always" };

export type GuardSpec =
  | { type: "group_convergence"; target: string; policy?: Policy | "off" }
  | { type: "no_open_blockers"; policy?: Policy | "off" }
  | FactsGuard
  /** Agents have gone over this edge fewer than `max` times since a person last moved the ticket. */
  | { type: "rounds"; max: number; policy?: Policy | "off" }
  | OtherHandsGuard
  /** Fewer than `max` open tickets stand in the state that the edge leads to. */
  | { type: "room"; max: number; policy?: Policy | "off" }
  | UntouchedGuard;

export type EvidenceGuard = Extract<GuardSpec, { type: "facts" | "rounds" | "other_hands" | "room" | "untouched" }>;

/** Each of these facts passes at the ticket's commit. */
export interface FactsGuard {
  type: "facts";
  facts: string[];
  atLeast: Level;
  /** A fact that only a person gives: where it passes, the others are not asked for. */
  unless?: string;
  policy?: Policy | "off";
}

/** Another one goes over this edge than those who held or moved the ticket in some states. */
export interface OtherHandsGuard {
  type: "other_hands";
  than?: string[];
  /** Whom it tells apart: connections, the agents of one connection too, or only people from agents. */
  by?: "connection" | "agent" | "person";
  policy?: Policy | "off";
}

/** The ticket's change touches none of these paths. */
export interface UntouchedGuard {
  type: "untouched";
  paths: string[];
  /** A fact that only a person gives. */
  unless?: string;
  policy?: Policy | "off";
}

/** Who says that a fact is true. The door that it comes through decides, and never what the caller says. */
export type Level = "reported" | "witnessed" | "observed" | "attested";

export interface CheckSpec {
  /** What makes a clean clone ready, e.g. "npm ci". */
  setup?: string;
  run: string;
  /** It is ended after this time, and has failed. */
  seconds?: number;
  /** How the tests that ran are counted. */
  counts?: CountsBy;
  /** With fewer passed tests it counts as empty. */
  min?: number;
  /** JUnit files that it leaves: a path, or a pattern with wildcards. */
  reports?: string;
}

export type CountsBy = "auto" | "junit" | "tap" | "vitest" | "jest" | "pytest" | "go" | "cargo" | "none";

export interface MergeSpec {
  from: string;
  to: string;
  /** What the lock says on work that belongs to no ticket; absent: failure. See `lockWithoutTicket`. */
  withoutTicket?: "success" | "failure";
  /** Authors whose pull requests need no ticket. */
  exempt?: string[];
  /** Checks on GitHub that have to pass, and the app that each comes from; absent: all that ran, and at least one. */
  checks?: Record<string, string>;
}

/** The same on GitHub and in git's own hook: a lock that says nothing of it is closed. */
export function lockWithoutTicket({ withoutTicket = "failure" }: MergeSpec): "success" | "failure" {
  return withoutTicket;
}

export interface FollowSpec {
  fact: string;
  from: string;
  to: string;
}

export interface CommandSpec {
  description?: string;
  inputs: string[];
  outputs: string[];
  lock?: string;
  /** May remove links and change parents, on a ticket in one of its input states. */
  relink?: boolean;
  /** Delegates to other commands; completes nothing by itself. */
  orchestrates?: boolean;
  /** The people's name of who works as this command, and the state that they pick work from. */
  role?: { name: string; picks: string };
}

export interface IntentSpec {
  description: string;
  /** Takes an exclusive claim. Exactly the intent that naming a command's lock state stands for. */
  acquires?: boolean;
  /** Only from a state that the command expects. */
  expected?: boolean;
  /** The target for every command that has no mapping of its own. */
  all?: string;
  /** The target per command; null where there are several ways out and a state must be named. */
  commands?: Record<string, string | null>;
}

export interface LeaseSpec {
  seconds: number;
  states?: Record<string, number>;
  /** What is left of a lease when its holder's client goes away. */
  graceSeconds: number;
}

export interface SilenceSpec {
  /** Shown as stale after this time without a sign of life. */
  staleSeconds: number;
  /** Ended as a time-out after this time; absent: only a person ends it. */
  timeoutSeconds?: number;
  /** What is left when the client goes away. */
  graceSeconds: number;
}

export interface SkillSpec {
  description?: string;
  /** What the caller does with its context before the skill begins. */
  action?: "clear" | "none";
  /** The path of the document that it leaves, with {project}, {session}, {item} and {batch} to be filled in. */
  document?: string;
}

/** Where a group of tickets stands: phases from the least to the most advanced. */
export interface PositionSpec {
  phases: PhaseSpec[];
  /** The phase of a group in which nothing is left for agents to do. */
  rest: string;
}

export interface PhaseSpec {
  phase: string;
  /** Its name among the remaining phases. */
  step: string;
  states: string[];
  /** Also takes tickets without a state, or with one that the workflow does not know. */
  unknown?: boolean;
  /** Takes tickets of these estimates, without children, in an input state of the command: before all other phases. */
  oversize?: { command: string; estimates: string[] };
  /** A group here moves on together: all members must have reached this state. */
  convergeOn?: string;
  /** When every active member stands in this state and `planReview` is `human`, the phase has another name. */
  gate?: { state: string; phase: string };
  /** Nothing for agents to do: why. */
  waits?: string;
}
