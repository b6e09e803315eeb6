// How one workflow differs from another: what was added, taken away and changed, as data and in words.

import { quote, showName } from "../words.ts";
import type { Workflow } from "../workflow/format.ts";
import { guardKey, policyOf, showGuard } from "./guard-strength.ts";

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
    line("states", shownAs(states, quote), states.changed.map(quote)),
    line("edges", edges),
    line("guards", guards),
    line("commands", shownAs(commands, showName), commands.changed.map(showName)),
    fields.length === 0 ? null : `also different: ${fields.join(", ")}`,
  ].filter((words) => words !== null);
}

function named(
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): Sides & { readonly changed: readonly string[] } {
  const both = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return {
    ...sides(namesOf(before), namesOf(after)),
    changed: both.filter((name) => !isSame(before[name], after[name])),
  };
}

/** What is only in one of them. By what each is, as what is shown of two may be cut to the same. */
function sides(before: Shown, after: Shown): Sides {
  const only = (own: Shown, other: Shown): readonly string[] =>
    [...own].flatMap(([key, shown]) => (other.has(key) ? [] : [shown]));
  return { added: only(after, before), removed: only(before, after) };
}

type Shown = ReadonlyMap<string, string>;

function namesOf(all: Readonly<Record<string, object>>): Shown {
  return new Map(Object.keys(all).map((name) => [name, name]));
}

function edgesOf({ edges }: Workflow): Shown {
  return new Map(edges.map(({ from, to }) => [JSON.stringify([from, to]), showEdge(from, to)]));
}

function guardsOf({ edges }: Workflow): Shown {
  return new Map(
    edges.flatMap(({ from, to, guards = [] }) =>
      guards.map((guard) => [
        JSON.stringify([from, to, guardKey(guard), policyOf(guard)]),
        `${showEdge(from, to)}: ${showGuard(guard)} (${policyOf(guard)})`,
      ]),
    ),
  );
}

function showEdge(from: string, to: string): string {
  return `${quote(from)} → ${quote(to)}`;
}

function shownAs({ added, removed }: Sides, show: (name: string) => string): Sides {
  return { added: added.map(show), removed: removed.map(show) };
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
