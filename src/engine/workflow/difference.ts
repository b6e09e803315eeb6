// How one workflow differs from another: what was added, taken away and changed, as data and in words.

import type { Workflow } from "./format.ts";
import { policyOf, showGuard } from "./guard-strength.ts";

export interface Difference {
  readonly states: Sides & { readonly changed: readonly string[] };
  /** As `"A" → "B"`. */
  readonly edges: Sides;
  /** As `"A" → "B": guard (policy)`; one whose policy has changed stands on both sides. */
  readonly guards: Sides;
  readonly commands: Sides & { readonly changed: readonly string[] };
  /** Other fields of the file that differ. */
  readonly fields: readonly string[];
}

export interface Sides {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Told by their own lists, and not as a field. */
const LISTED: ReadonlySet<string> = new Set(["states", "commands"] satisfies (keyof Workflow)[]);
/** Where the schema lies says nothing about the workflow. */
const IGNORED: ReadonlySet<string> = new Set(["$schema"] satisfies (keyof Workflow)[]);

export function difference(before: Workflow, after: Workflow): Difference {
  const edges = sides(edgesOf(before), edgesOf(after));
  const guards = sides(guardsOf(before), guardsOf(after));
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Workflow>;
  const differing = [...names].filter((name) => !isSame(before[name], after[name]));
  const isTold = (name: string): boolean => name === "edges" && !isEmpty(edges, guards);
  return {
    states: named(before.states, after.states),
    edges,
    guards,
    commands: named(before.commands ?? {}, after.commands ?? {}),
    fields: differing.filter((name) => !LISTED.has(name) && !IGNORED.has(name) && !isTold(name)),
  };
}

/** Of each kind; the data has them all. */
const MOST_SHOWN = 12;

/** One line for each kind of difference; empty: there is none. */
export function differenceWords({ states, edges, guards, commands, fields }: Difference): readonly string[] {
  const line = (what: string, { added, removed }: Sides, changed: readonly string[] = []): string | null => {
    const parts = [
      ...added.map((name) => `+ ${name}`),
      ...removed.map((name) => `- ${name}`),
      ...changed.map((name) => `changed ${name}`),
    ];
    const shown =
      parts.length > MOST_SHOWN ? [...parts.slice(0, MOST_SHOWN), `${parts.length - MOST_SHOWN} more`] : parts;
    return parts.length === 0 ? null : `${what}: ${shown.join(", ")}`;
  };
  return [
    line("states", quoted(states), states.changed.map(quote)),
    line("edges", edges),
    line("guards", guards),
    line("commands", commands, commands.changed),
    fields.length === 0 ? null : `also different: ${fields.join(", ")}`,
  ].filter((words) => words !== null);
}

function named(
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): Sides & { readonly changed: readonly string[] } {
  const both = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return {
    ...sides(Object.keys(before), Object.keys(after)),
    changed: both.filter((name) => !isSame(before[name], after[name])),
  };
}

function sides(before: Iterable<string>, after: Iterable<string>): Sides {
  const [was, is] = [new Set(before), new Set(after)];
  return { added: [...is].filter((name) => !was.has(name)), removed: [...was].filter((name) => !is.has(name)) };
}

function edgesOf({ edges }: Workflow): readonly string[] {
  return edges.map(({ from, to }) => `${quote(from)} → ${quote(to)}`);
}

function guardsOf({ edges }: Workflow): readonly string[] {
  return edges.flatMap(({ from, to, guards = [] }) =>
    guards.map((guard) => `${quote(from)} → ${quote(to)}: ${showGuard(guard)} (${policyOf(guard)})`),
  );
}

function quoted({ added, removed }: Sides): Sides {
  return { added: added.map(quote), removed: removed.map(quote) };
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function isEmpty(...all: readonly Sides[]): boolean {
  return all.every(({ added, removed }) => added.length + removed.length === 0);
}

/** Whatever the order of the keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b].map(
    (value) => new Map(Object.entries(value).filter(([, inner]) => inner !== undefined)),
  );
  if (!left || !right || left.size !== right.size) return false;
  return [...left].every(([key, inner]) => right.has(key) && isSame(inner, right.get(key)));
}
