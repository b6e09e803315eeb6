// Turns a workflow into lookup tables, once. Everything else in the engine works on a Machine. All tables are Maps: a
// state that happens to be called "constructor" is a state like any other.

import type { EdgeSpec, EvidenceGuard, GuardSpec, IntentSpec, Need, StateSpec, Workflow } from "./format.ts";

export interface Machine {
  readonly workflow: Workflow;
  readonly states: ReadonlyMap<string, State>;
  readonly commands: ReadonlyMap<string, Command>;
  readonly intents: ReadonlyMap<string, Intent>;
  readonly pipeline: readonly string[];
  readonly prefix: string;
  /** Some edge takes a commit. */
  readonly takesCommit: boolean;
  /** Some edge takes a commit, or has a guard on evidence. */
  readonly asksForEvidence: boolean;
}

export interface State {
  readonly name: string;
  readonly description: string;
  readonly lock: boolean;
  readonly terminal: boolean;
  readonly human: boolean;
  /** none: agents and people alike. advise: agents may, and are told. enforce: only a person moves a ticket out. */
  readonly gate: "none" | "advise" | "enforce";
  /** Position in the pipeline order; null outside it. */
  readonly order: number | null;
  readonly leaseSeconds: number;
  /** The group of states that it belongs to, for people's eyes. */
  readonly phase: string | null;
  readonly skill: string | null;
  readonly work: StateSpec["work"] | null;
  readonly needs: ReadonlySet<Need>;
  readonly ticketSteps: readonly string[];
  /** Neither skill nor end, in a workflow of skills: walked through in the same step. */
  readonly router: boolean;
  readonly edges: readonly EdgeSpec[];
  /** Where the edges lead, each state once, in the order of the file. */
  readonly next: readonly string[];
  /** The shown names of the commands that expect this state. */
  readonly expectedBy: readonly string[];
}

export interface Command {
  readonly name: string;
  /** With the workflow's prefix: the name that answers, comments and refusals use. */
  readonly shown: string;
  readonly description: string;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  readonly lock: string | null;
  readonly relink: boolean;
  readonly orchestrates: boolean;
  /** Intent to target; null where the intent is ambiguous for this command; absent where it has no mapping. */
  readonly targets: ReadonlyMap<string, string | null>;
}

export interface Intent extends IntentSpec {
  readonly name: string;
  readonly acquires: boolean;
  readonly expected: boolean;
}

export const DEFAULT_LEASE_SECONDS = 1200;

export function compile(workflow: Workflow): Machine {
  const prefix = workflow.commandPrefix ?? "";
  const intents = new Map<string, Intent>();
  for (const [name, spec] of Object.entries(workflow.intents ?? {})) {
    intents.set(name, { ...spec, name, acquires: spec.acquires ?? false, expected: spec.expected ?? false });
  }
  const commands = compileCommands(workflow, intents, prefix);
  const states = compileStates(workflow, commands);
  const takesCommit = workflow.edges.some(({ takes }) => takes !== undefined);
  const asksForEvidence = takesCommit || workflow.edges.some(({ guards = [] }) => guards.some(isOnEvidence));
  return {
    workflow,
    states,
    commands,
    intents,
    pipeline: workflow.pipeline ?? [],
    prefix,
    takesCommit,
    asksForEvidence,
  };
}

/** What it asks about is no other ticket. */
export function isOnEvidence(guard: GuardSpec): guard is EvidenceGuard {
  return guard.type !== "group_convergence" && guard.type !== "no_open_blockers";
}

function compileCommands(
  workflow: Workflow,
  intents: ReadonlyMap<string, Intent>,
  prefix: string,
): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  for (const [name, spec] of Object.entries(workflow.commands ?? {})) {
    const targets = new Map<string, string | null>();
    for (const intent of intents.values()) {
      const own = new Map(Object.entries(intent.commands ?? {})).get(name);
      if (own !== undefined) targets.set(intent.name, own);
      else if (intent.all !== undefined) targets.set(intent.name, intent.all);
    }
    commands.set(name, {
      name,
      shown: prefix + name,
      description: spec.description ?? "",
      inputs: new Set(spec.inputs),
      outputs: new Set(spec.outputs),
      lock: spec.lock ?? null,
      relink: spec.relink ?? false,
      orchestrates: spec.orchestrates ?? false,
      targets,
    });
  }
  return commands;
}

function compileStates(workflow: Workflow, commands: ReadonlyMap<string, Command>): ReadonlyMap<string, State> {
  const edges = new Map<string, EdgeSpec[]>();
  for (const edge of workflow.edges) {
    const list = edges.get(edge.from);
    if (list) list.push(edge);
    else edges.set(edge.from, [edge]);
  }
  const order = new Map((workflow.pipeline ?? []).map((name, index) => [name, index]));
  const gates = new Map(Object.entries(workflow.humanGates ?? {}));
  const leases = new Map(Object.entries(workflow.lease?.states ?? {}));
  const expectedBy = new Map<string, string[]>();
  for (const command of commands.values()) {
    for (const input of command.inputs) expectedBy.set(input, [...(expectedBy.get(input) ?? []), command.shown]);
  }
  const routed = Object.values(workflow.states).some((spec) => spec.skill !== undefined);
  const states = new Map<string, State>();
  for (const [name, spec] of Object.entries(workflow.states)) {
    const own = edges.get(name) ?? [];
    const terminal = spec.terminal ?? false;
    const human = spec.human ?? false;
    states.set(name, {
      name,
      description: spec.description ?? "",
      lock: spec.lock ?? false,
      terminal,
      human,
      gate: human ? (gates.get(name) ?? "advise") : "none",
      order: order.get(name) ?? null,
      leaseSeconds: leases.get(name) ?? workflow.lease?.seconds ?? DEFAULT_LEASE_SECONDS,
      phase: spec.phase ?? null,
      skill: spec.skill ?? null,
      work: spec.work ?? null,
      needs: new Set(spec.needs),
      ticketSteps: spec.ticketSteps ?? [],
      router: routed && spec.skill === undefined && !terminal,
      edges: own,
      next: [...new Set(own.map((edge) => edge.to))],
      expectedBy: expectedBy.get(name) ?? [],
    });
  }
  return states;
}

/** A state that is known to be one: what a decision leads to, for instance. */
export function stateNamed(machine: Machine, name: string): State {
  const state = machine.states.get(name);
  if (!state) throw new Error(`the workflow has no state ${name}`);
  return state;
}

/** `research` and `ralph_research` are the same command. */
export function commandOf(machine: Machine, word: string): Command | undefined {
  const bare = machine.prefix && word.startsWith(machine.prefix) ? word.slice(machine.prefix.length) : word;
  return machine.commands.get(bare) ?? machine.commands.get(word);
}

/** `lock` and `__LOCK__` are the same intent; returns the bare name, known or not, or null where it is not wrapped. */
export function unwrapIntent(word: string): string | null {
  return /^__[A-Z0-9_]+__$/.test(word) ? word.slice(2, -2).toLowerCase() : null;
}

export function intentOf(machine: Machine, word: string): Intent | undefined {
  return machine.intents.get(word) ?? machine.intents.get(unwrapIntent(word) ?? "");
}

export function guardsBetween(machine: Machine, from: string, to: string): readonly GuardSpec[] {
  const edge = machine.states.get(from)?.edges.find((candidate) => candidate.to === to);
  return (edge?.guards ?? []).filter((guard) => guard.policy !== "off");
}

/** Whether somebody can hold a ticket in this state. */
export function takesClaims({ states, commands }: Machine, state: string): boolean {
  return states.get(state)?.lock === true || [...commands.values()].some(({ lock }) => lock === state);
}

/** The intent that takes a claim: what naming a command's lock state stands for. */
export function acquiringIntent(machine: Machine): Intent | undefined {
  for (const intent of machine.intents.values()) if (intent.acquires) return intent;
  return undefined;
}
