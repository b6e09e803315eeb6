// The older shape of a ticket workflow, read. Such files hold more than this (artifact patterns, conditions in prose, and
// lists that can be derived): what is not named here is left alone.

import * as z from "zod";
import { pointer } from "../engine/lint/finding.ts";
import { checkShape, type Shape } from "./shape.ts";

export interface OldWorkflow {
  readonly description: string | undefined;
  readonly states: readonly OldState[];
  readonly commands: readonly OldCommand[];
  readonly intents: readonly OldIntent[];
}

interface Placed {
  readonly name: string;
  /** A JSON pointer into the older file. */
  readonly place: string;
}

export interface OldState extends Placed {
  readonly spec: z.infer<typeof stateShape>;
}

export interface OldCommand extends Placed {
  readonly spec: z.infer<typeof commandShape>;
}

export interface OldIntent extends Placed {
  /** By command; `*` stands for all. */
  readonly targets: ReadonlyMap<string, string | null>;
}

export function isLegacy(value: unknown): boolean {
  if (!isObject(value) || "edges" in value) return false;
  return (
    "semantic_states" in value ||
    someHave(value["states"], "allowed_transitions") ||
    someHave(value["commands"], "valid_input_states") ||
    someHave(value["commands"], "valid_output_states")
  );
}

export function readLegacy(value: unknown): Shape<OldWorkflow> {
  const shape = readStates(value);
  if (!shape.ok) return shape;
  if (shape.value.states.length === 0) return { ok: false, faults: [{ place: "/states", reason: "there are none" }] };
  const rest = checkShape(restShape, value);
  if (!rest.ok) return rest;
  const { description, commands = {}, semantic_states: semantic = {} } = rest.value;
  return {
    ok: true,
    value: {
      description,
      states: shape.value.states,
      commands: Object.entries(commands).map(([name, spec]) => ({ name, place: pointer("commands", name), spec })),
      intents: Object.entries(semantic).flatMap(([name, targets]) =>
        typeof targets === "string"
          ? []
          : { name, place: pointer("semantic_states", name), targets: new Map(Object.entries(targets)) },
      ),
    },
  };
}

/** By name, or as a list of states that each say theirs. */
function readStates(value: unknown): Shape<{ states: OldState[] }> {
  if (isObject(value) && Array.isArray(value["states"])) {
    const list = checkShape(listShape, value);
    if (!list.ok) return list;
    const states = list.value.states.map(({ name, ...spec }, at) => ({ name, place: pointer("states", at), spec }));
    const twin = states.find(({ name }, at) => states.findIndex((other) => other.name === name) < at);
    if (twin) return { ok: false, faults: [{ place: twin.place, reason: `the state "${twin.name}" stands twice` }] };
    return { ok: true, value: { states } };
  }
  const record = checkShape(recordShape, value);
  if (!record.ok) return record;
  const states = Object.entries(record.value.states).map(([name, spec]) => ({
    name,
    place: pointer("states", name),
    spec,
  }));
  return { ok: true, value: { states } };
}

const stateShape = z.object({
  description: z.string().exactOptional(),
  allowed_transitions: z.array(z.string()).default([]),
  is_lock_state: z.boolean().default(false),
  is_terminal: z.boolean().default(false),
  requires_human_action: z.boolean().default(false),
});
const commandShape = z.object({
  description: z.string().exactOptional(),
  valid_input_states: z.array(z.string()).default([]),
  valid_output_states: z.array(z.string()).default([]),
  lock_state: z.string().nullable().default(null),
});
const recordShape = z.object({ states: z.record(z.string(), stateShape) });
const listShape = z.object({ states: z.array(stateShape.extend({ name: z.string() })) });
const restShape = z.object({
  description: z.string().exactOptional(),
  commands: z.record(z.string(), commandShape).exactOptional(),
  semantic_states: z
    .object({ description: z.string().exactOptional() })
    .catchall(z.record(z.string(), z.string().nullable()))
    .exactOptional(),
});

function someHave(group: unknown, key: string): boolean {
  if (typeof group !== "object" || group === null) return false;
  return Object.values(group).some((each) => isObject(each) && key in each);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
