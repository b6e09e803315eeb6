// Where tickets go whose states another workflow has under another name, or not at all: a map that a person gives, from
// states of the one before to states of the new one.

import { argument, say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { nearest, quote, unknown } from "../words.ts";
import type { Workflow } from "../workflow/format.ts";

/** From a state that tickets stand in to one of the new workflow. */
export type StateMap = ReadonlyMap<string, string>;

export interface AskedPair {
  readonly from: string;
  readonly to: string;
}

/** `before`: the states that tickets can stand in now. Names in any case; each state once. */
export function readStateMap(
  asked: readonly AskedPair[],
  before: ReadonlySet<string>,
  after: Workflow,
): StateMap | Refusal {
  const map = new Map<string, string>();
  for (const { from, to } of asked) {
    const old = named(from, before);
    if (old === undefined) return refuseUnknown(from, "left", before);
    const known = new Set(Object.keys(after.states));
    const target = named(to, known);
    if (target === undefined) return refuseUnknown(to, "right", known);
    const other = map.get(old);
    if (other !== undefined && other !== target) {
      return refuse(
        "invalid_map",
        `The map sends ${quote(old)} both to ${quote(other)} and to ${quote(target)}.`,
        say`give each state once in ${argument("map")}, then retry.`,
        { state: old },
      );
    }
    map.set(old, target);
  }
  return map;
}

/** As it is written; or in another case, where only one is meant. */
function named(word: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(word)) return word;
  const same = [...known].filter((name) => name.toLowerCase() === word.toLowerCase());
  return same.length === 1 ? same[0] : undefined;
}

function refuseUnknown(word: string, side: "left" | "right", known: ReadonlySet<string>): Refusal {
  const where = side === "left" ? "one that tickets stand in now" : "one of the new workflow";
  return refuse(
    "invalid_map",
    `${unknown("state", word, known)} The state on the ${side} of the map must be ${where}.`,
    say`retry with ${argument("map")} set to states that are known: on the ${side} ${[...known].map(quote).join(", ")}.`,
    { state: word, suggestion: nearest(word, known) ?? null },
  );
}

/** The workflow before with its states under their new names: what is loosened is told as if only names had changed. */
export function underNewNames(before: Workflow, map: StateMap): Workflow {
  return renamed(before, map) as Workflow;
}

function renamed(value: unknown, map: StateMap): unknown {
  if (typeof value === "string") return map.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [map.get(name) ?? name, renamed(one, map)]));
}

export interface WayBack {
  /** As they are typed: `New=Old`. */
  readonly map: readonly string[];
  /** Each ticket comes back to where it stood. Else several states have become one, and the first of them stands for all. */
  readonly exact: boolean;
}

/** What to give when the workflow before is adopted again. `used`: states of the new workflow where tickets stood already. */
export function wayBack(map: StateMap, before: Workflow, used: ReadonlySet<string>): WayBack {
  const back = new Map<string, string>();
  let exact = true;
  for (const [old, now] of map) {
    if (old === now) continue;
    if (back.has(now) || used.has(now)) exact = false;
    if (!back.has(now) && !Object.hasOwn(before.states, now) && Object.hasOwn(before.states, old)) back.set(now, old);
  }
  return { map: [...back].map(([from, to]) => `${from}=${to}`), exact };
}
