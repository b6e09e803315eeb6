// Turns the older shape of a ticket workflow into today's. What it could not say (the pipeline, positions, leases, gates,
// guards) is taken from the shipped workflow where the states are the same, and left at its default where they are not.

import { DEFAULT_LEASE_SECONDS, unwrapIntent } from "../engine/workflow/compile.ts";
import { pointer } from "../engine/lint/finding.ts";
import type {
  CommandSpec,
  EdgeSpec,
  IntentSpec,
  PositionSpec,
  StateSpec,
  Workflow,
} from "../engine/workflow/format.ts";
import { readLegacy, type OldCommand, type OldIntent, type OldState } from "./legacy-shape.ts";
import type { Fault } from "./shape.ts";
import { shipped } from "./shipped.ts";

export type Conversion =
  | { readonly ok: true; readonly workflow: Workflow; readonly origin: Origin }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Where a place in the converted workflow comes from in the older file; empty where that does not say it. */
export type Origin = (place: string) => string;

const DEFAULT_GRACE_SECONDS = 120;

export function convertLegacy(value: unknown): Conversion {
  const shape = readLegacy(value);
  if (!shape.ok) return shape;
  const old = shape.value;
  const ticket = shipped("ticket").workflow;
  const model = findModel(old.states);
  const bare = createBare(
    old.commands.map(({ name }) => name),
    ticket.commandPrefix ?? "",
  );
  const places: Places = new Map([
    ["/description", "/description"],
    ["/states", "/states"],
    ["/edges", "/states"],
    ["/commands", "/commands"],
    ["/intents", "/semantic_states"],
  ]);
  const edges = convertEdges(old.states, model, places);
  const intents = convertIntents(old.intents, ticket, bare, places);
  const commands = convertCommands(old.commands, model, bare, places);
  addLocks(commands, intents);
  const start = model?.start ?? findStart(old.states, edges);
  places.set("/start", old.states.find(({ name }) => name === start)?.place ?? "");
  const workflow: Workflow = {
    name: ticket.name,
    version: 1,
    title: ticket.title,
    ...(old.description === undefined ? {} : { description: old.description }),
    mode: "enforce",
    start,
    states: convertStates(old.states, model, places),
    edges,
    ...(bare.prefix === "" ? {} : { commandPrefix: bare.prefix }),
    commands,
    intents,
    inputs: "enforce",
    lease: { seconds: DEFAULT_LEASE_SECONDS, graceSeconds: DEFAULT_GRACE_SECONDS },
    propagation: "linked-before",
    ...(model ? adapt(model, old.states, commands) : {}),
  };
  return { ok: true, workflow, origin: (place) => findOrigin(places, place) };
}

type Places = Map<string, string>;

/** The shipped workflow, if these are its states and its ends. */
function findModel(states: readonly OldState[]): Workflow | undefined {
  const { workflow, states: known } = shipped("ticket");
  const same = states.every(({ name, spec }) => known.get(name)?.terminal === spec.is_terminal);
  return same && states.length === known.size ? workflow : undefined;
}

function findStart(states: readonly OldState[], edges: readonly EdgeSpec[]): string {
  const targets = new Set(edges.map((edge) => edge.to));
  const first = states.find(({ name, spec }) => !targets.has(name) && !spec.is_terminal) ?? states[0];
  return first?.name ?? "";
}

function convertStates(
  states: readonly OldState[],
  model: Workflow | undefined,
  places: Places,
): Record<string, StateSpec> {
  const known = new Map(Object.entries(model?.states ?? {}));
  return Object.fromEntries(
    states.map(({ name, place, spec }) => {
      places.set(pointer("states", name), place);
      const phase = known.get(name)?.phase;
      const state: StateSpec = {
        ...(phase === undefined ? {} : { phase }),
        ...(spec.is_lock_state ? { lock: true } : {}),
        ...(spec.is_terminal ? { terminal: true } : {}),
        ...(spec.requires_human_action ? { human: true } : {}),
        ...(spec.description === undefined ? {} : { description: spec.description }),
      };
      return [name, state];
    }),
  );
}

function convertEdges(states: readonly OldState[], model: Workflow | undefined, places: Places): EdgeSpec[] {
  const known = new Map(model?.edges.map((edge) => [JSON.stringify([edge.from, edge.to]), edge]));
  const edges: EdgeSpec[] = [];
  for (const { name, place, spec } of states) {
    spec.allowed_transitions.forEach((to, index) => {
      const from = place + pointer("allowed_transitions", index);
      for (const part of [[], ["from"], ["to"]]) places.set(pointer("edges", edges.length, ...part), from);
      edges.push(known.get(JSON.stringify([name, to])) ?? { from: name, to });
    });
  }
  return edges;
}

/** Which intent takes a claim, and which asks for an expected state, goes by name: the older shape can't say it. */
function convertIntents(
  intents: readonly OldIntent[],
  ticket: Workflow,
  bare: Bare,
  places: Places,
): Record<string, IntentSpec> {
  const known = new Map(Object.entries(ticket.intents ?? {}));
  return Object.fromEntries(
    intents.map(({ name: word, place, targets }) => {
      const name = unwrapIntent(word) ?? word;
      places.set(pointer("intents", name), place);
      const own: [string, string | null][] = [];
      for (const [command, target] of targets) {
        const at = command === "*" ? ["all"] : ["commands", bare.nameOf(command)];
        places.set(pointer("intents", name, ...at), place + pointer(command));
        if (command !== "*") own.push([bare.nameOf(command), target]);
      }
      const { description, acquires, expected } = known.get(name) ?? { description: `hand the ticket on: ${name}` };
      const all = targets.get("*") ?? undefined;
      const intent: IntentSpec = {
        description,
        ...(acquires === undefined ? {} : { acquires }),
        ...(expected === undefined ? {} : { expected }),
        ...(all === undefined ? {} : { all }),
        ...(own.length === 0 ? {} : { commands: Object.fromEntries(own) }),
      };
      return [name, intent];
    }),
  );
}

function convertCommands(
  commands: readonly OldCommand[],
  model: Workflow | undefined,
  bare: Bare,
  places: Places,
): Record<string, CommandSpec> {
  const known = new Map(Object.entries(model?.commands ?? {}));
  return Object.fromEntries(
    commands.map(({ name: word, place, spec }) => {
      const name = bare.nameOf(word);
      places.set(pointer("commands", name), place);
      places.set(pointer("commands", name, "inputs"), place + pointer("valid_input_states"));
      places.set(pointer("commands", name, "outputs"), place + pointer("valid_output_states"));
      places.set(pointer("commands", name, "lock"), place + pointer("lock_state"));
      const { relink, orchestrates, role } = known.get(name) ?? {};
      const description = spec.description ?? known.get(name)?.description;
      const command: CommandSpec = {
        ...(description === undefined ? {} : { description }),
        inputs: spec.valid_input_states,
        outputs: spec.valid_output_states,
        ...(spec.lock_state === null ? {} : { lock: spec.lock_state }),
        ...(relink === undefined ? {} : { relink }),
        ...(orchestrates === undefined ? {} : { orchestrates }),
        ...(role === undefined ? {} : { role }),
      };
      return [name, command];
    }),
  );
}

/** Some older files give a command its lock state only where they map the intent that takes it. */
function addLocks(commands: Record<string, CommandSpec>, intents: Readonly<Record<string, IntentSpec>>): void {
  for (const intent of Object.values(intents)) {
    if (!intent.acquires) continue;
    const targets = new Map(Object.entries(intent.commands ?? {}));
    for (const [name, command] of Object.entries(commands)) {
      const target = targets.get(name) ?? intent.all;
      if (target !== undefined) command.lock ??= target;
    }
  }
}

/** What the shipped workflow says beyond the older shape, as far as it fits this file's flags and commands. */
function adapt(
  model: Workflow,
  states: readonly OldState[],
  commands: Readonly<Record<string, CommandSpec>>,
): Partial<Workflow> {
  const { pipeline, humanGates, planReview, lease, position, propagation } = model;
  const human = new Set(states.filter(({ spec }) => spec.requires_human_action).map(({ name }) => name));
  const gates = Object.entries(humanGates ?? {}).filter(([name]) => human.has(name));
  return {
    ...(pipeline ? { pipeline } : {}),
    humanGates: Object.fromEntries(gates),
    ...(planReview ? { planReview } : {}),
    ...(lease ? { lease } : {}),
    ...(position ? { position: adaptPosition(position, commands) } : {}),
    ...(propagation ? { propagation } : {}),
  };
}

/** Without the command that takes what is too large, nothing takes it. */
function adaptPosition(position: PositionSpec, commands: Readonly<Record<string, CommandSpec>>): PositionSpec {
  const phases = position.phases.filter(({ oversize }) => !oversize || Object.hasOwn(commands, oversize.command));
  return { ...position, phases };
}

interface Bare {
  /** Empty where not every command has it. */
  readonly prefix: string;
  nameOf(word: string): string;
}

function createBare(words: readonly string[], usual: string): Bare {
  const prefix = words.every((word) => word.startsWith(usual)) ? usual : "";
  return { prefix, nameOf: (word) => (word.startsWith(prefix) ? word.slice(prefix.length) : word) };
}

function findOrigin(places: Places, place: string): string {
  for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
    const origin = places.get(place.slice(0, end));
    if (origin !== undefined) return origin + place.slice(end);
  }
  return "";
}
