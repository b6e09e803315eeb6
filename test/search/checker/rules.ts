// The tables of the contract, typed in by hand. Nothing here comes from src/ or from a workflow file: a mistake that was
// made there is not made here again.

/** Rules of the contract that a board may not keep yet. A rule is switched on here once the product keeps it. */
export const IN_FORCE = {
  /** A request_id belongs to its sender: others use the same one for themselves. */
  requestsPerSender: true,
  /** An agent reports on its own sessions only. */
  ownSessionsOnly: true,
  /** Nobody edits a ticket that another agent holds. */
  noEditsUnderClaims: true,
};

export type State = string;

export const START: State = "Backlog";

export const EDGES: Readonly<Record<State, readonly State[]>> = {
  Backlog: ["Research Needed", "Ready for Plan", "Done", "Canceled"],
  "Research Needed": ["Research in Progress", "Ready for Plan", "Human Needed"],
  "Research in Progress": ["Ready for Plan", "Human Needed"],
  "Ready for Plan": ["Plan in Progress", "Human Needed"],
  "Plan in Progress": ["Plan in Review", "Human Needed"],
  "Plan in Review": ["In Progress", "Ready for Plan", "Human Needed"],
  "In Progress": ["In Review", "Human Needed"],
  "In Review": ["Done", "In Progress", "Human Needed"],
  "Human Needed": ["Backlog", "Research Needed", "Ready for Plan", "In Progress"],
  Done: [],
  Canceled: [],
};

const STATES: ReadonlySet<State> = new Set(Object.keys(EDGES));

const ORDER: readonly State[] = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Done",
];

export const GATED: State = "Human Needed";
export const CANCELED: State = "Canceled";
const TERMINAL: ReadonlySet<State> = new Set(["Done", "Canceled"]);
const LOCK_FLAGGED: ReadonlySet<State> = new Set(["Research in Progress", "Plan in Progress"]);

/** The one guarded edge, and where the group has to be. */
export const GUARD = { from: "Ready for Plan", to: "Plan in Progress", target: "Ready for Plan" } as const;

/** In place of a state: the caller has to name one. */
export const AMBIGUOUS = "(several ways)";

export interface Command {
  readonly expects: readonly State[];
  readonly produces: readonly State[];
  readonly lock: State | null;
  /** `AMBIGUOUS` where there are several ways out. */
  readonly complete: State | null;
  readonly reject: State;
  readonly relinks: boolean;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  triage: {
    expects: ["Backlog"],
    produces: ["Research Needed", "Ready for Plan", "Done", "Canceled", "Human Needed"],
    lock: null,
    complete: AMBIGUOUS,
    reject: "Human Needed",
    relinks: true,
  },
  split: {
    expects: ["Backlog", "Research Needed"],
    produces: ["Backlog"],
    lock: null,
    complete: "Backlog",
    reject: "Human Needed",
    relinks: true,
  },
  research: {
    expects: ["Research Needed"],
    produces: ["Ready for Plan", "Human Needed"],
    lock: "Research in Progress",
    complete: "Ready for Plan",
    reject: "Human Needed",
    relinks: false,
  },
  plan: {
    expects: ["Ready for Plan"],
    produces: ["Plan in Review", "Human Needed"],
    lock: "Plan in Progress",
    complete: "Plan in Review",
    reject: "Human Needed",
    relinks: false,
  },
  review: {
    expects: ["Plan in Review"],
    produces: ["In Progress", "Ready for Plan", "Human Needed"],
    lock: null,
    complete: "In Progress",
    reject: "Ready for Plan",
    relinks: false,
  },
  impl: {
    expects: ["Plan in Review", "In Progress"],
    produces: ["In Progress", "In Review", "Human Needed"],
    lock: "In Progress",
    complete: "In Review",
    reject: "In Progress",
    relinks: false,
  },
  hero: {
    expects: ["Backlog", "Research Needed", "Ready for Plan", "Plan in Review", "In Progress"],
    produces: ["In Review", "Human Needed"],
    lock: null,
    complete: null,
    reject: "Human Needed",
    relinks: false,
  },
};

export const INTENTS: readonly string[] = ["lock", "complete", "escalate", "close", "cancel", "reject"];

/** The command whose part it is to let children follow. */
export const ORCHESTRATOR = "hero";

/** Bare, or with the prefix; undefined: there is no such command. */
export function commandNamed(word: string | undefined): { name: string; command: Command } | undefined {
  const name = word?.startsWith("ralph_") ? word.slice("ralph_".length) : word;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return name !== undefined && command ? { name, command } : undefined;
}

/** Where an intent leads; null: nowhere for this command; or `AMBIGUOUS`. */
export function targetOf(command: Command, intent: string): State | null {
  if (intent === "lock") return command.lock;
  if (intent === "complete") return command.complete;
  if (intent === "reject") return command.reject;
  if (intent === "close") return "Done";
  return intent === "cancel" ? CANCELED : "Human Needed";
}

/** -1: outside the pipeline order, or no state at all. */
export function rank(state: State | null): number {
  return state === null ? -1 : ORDER.indexOf(state);
}

export function isKnown(state: State | null): state is State {
  return state !== null && STATES.has(state);
}

export function isTerminal(state: State | null): boolean {
  return state !== null && TERMINAL.has(state);
}

export function isLockFlagged(state: State): boolean {
  return LOCK_FLAGGED.has(state);
}

export function leaseOf(state: State | null): number {
  return (state === "In Progress" ? 60 : 20) * 60_000;
}

export const SIZES: readonly string[] = ["XS", "S", "M", "L", "XL"];
