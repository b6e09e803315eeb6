// New ways past a guard or a gate: an edge, or a walk through new states, to a place that could be reached before only
// past the guard, or past the people who decide.

import { quote } from "../words.ts";
import { guardsBetween, type Machine } from "../workflow/compile.ts";
import type { GuardSpec } from "../workflow/format.ts";
import { covers, guardKey, isSofterGate, isSofterPolicy, showGuard } from "./guard-strength.ts";

/** What a ticket had to pass. */
interface Barrier {
  readonly name: string;
  /** The gate's state: whoever decides there lets a ticket out of it. */
  readonly gate: string | null;
  /** In the workflow before: whether a step passes it. */
  readonly passes: (from: string, to: string) => boolean;
  /** In the workflow after: whether a new step passes one that is as strict. */
  readonly kept: (from: string, to: string) => boolean;
}

interface Walk {
  readonly to: string;
  /** New states on the way. */
  readonly via: readonly string[];
}

/** One sentence for each new way, with all that it goes around. */
export function waysAround(before: Machine, after: Machine): readonly string[] {
  const found = new Map<string, string[]>();
  for (const barrier of [...guardBarriers(before, after), ...gateBarriers(before, after)]) {
    for (const way of newWays(before, after, barrier)) {
      found.set(way, [...(found.get(way) ?? []), barrier.name]);
    }
  }
  return [...found].map(([way, names]) => `${way}, around ${names.join(" and ")}`);
}

function guardBarriers(before: Machine, after: Machine): readonly Barrier[] {
  const guards = new Map<string, GuardSpec>();
  for (const { guards: own = [] } of before.workflow.edges) {
    for (const guard of own) {
      const known = guards.get(guardKey(guard));
      if (guard.policy !== "off" && (!known || isSofterPolicy(known.policy, guard.policy))) {
        guards.set(guardKey(guard), guard);
      }
    }
  }
  return Array.from(guards, ([key, guard]) => ({
    name: `the guard ${showGuard(guard)}`,
    gate: null,
    passes: (from, to) => guardsBetween(before, from, to).some((own) => guardKey(own) === key),
    kept: (from, to) =>
      guardsBetween(after, from, to).some(
        (own) => covers(after, own, guard) && !isSofterPolicy(own.policy, guard.policy),
      ),
  }));
}

function gateBarriers(before: Machine, after: Machine): readonly Barrier[] {
  const gated = [...before.states.values()].filter((state) => state.human);
  return gated.map(({ name, gate }) => ({
    name: `the gate ${quote(name)}`,
    gate: name,
    passes: (_, to) => to === name,
    kept: (_, to) => !isSofterGate(after.states.get(to)?.gate ?? "none", gate),
  }));
}

function newWays(before: Machine, after: Machine, barrier: Barrier): readonly string[] {
  const ways: string[] = [];
  for (const [from, { gate, next }] of before.states) {
    // Out of such a state only people lead, whatever edges there are.
    if (gate === "enforce" || from === barrier.gate) continue;
    for (const { to, via } of walksFrom(before, after, from, barrier)) {
      const isNew = via.length > 0 || !next.includes(to);
      if (!isNew || !isBeyond(before, barrier, from, to)) continue;
      const steps = [from, ...via, to].map(quote).join(" → ");
      ways.push(`new ${via.length === 0 ? "edge" : "way"} ${steps}`);
    }
  }
  return [...ways, ...newStarts(before, after, barrier)];
}

/** A ticket that begins further on has passed nothing on its way there. */
function newStarts(before: Machine, after: Machine, barrier: Barrier): readonly string[] {
  const [was, is] = [before.workflow.start, after.workflow.start];
  if (was === is) return [];
  const walks = before.states.has(is) ? [{ to: is }] : walksFrom(before, after, is, barrier);
  return walks.some(({ to }) => isBeyond(before, barrier, was, to)) ? [`tickets begin in ${quote(is)}`] : [];
}

/** To each state that was there before, through new ones alone, without passing a barrier as strict. */
function walksFrom(before: Machine, after: Machine, from: string, barrier: Barrier): readonly Walk[] {
  const walks = new Map<string, Walk>();
  const todo: Walk[] = [{ to: from, via: [] }];
  const seen = new Set([from]);
  for (let at = todo.shift(); at; at = todo.shift()) {
    for (const to of after.states.get(at.to)?.next ?? []) {
      if (seen.has(to) || barrier.kept(at.to, to)) continue;
      seen.add(to);
      const walk = { to, via: at.to === from ? [] : [...at.via, at.to] };
      if (before.states.has(to)) walks.set(to, walk);
      else todo.push(walk);
    }
  }
  return [...walks.values()];
}

/** Whether an agent could get from one state to the other before, and only past the barrier. */
function isBeyond(before: Machine, barrier: Barrier, from: string, to: string): boolean {
  if (to === barrier.gate || from === to) return false;
  const isGuarded = [...before.states.keys()].some((state) => barrier.passes(state, to));
  if (isGuarded) return true;
  const past = reached(before, barrier, from, () => true);
  return past.has(to) && !reached(before, barrier, from, (at, next) => !barrier.passes(at, next)).has(to);
}

function reached(
  before: Machine,
  barrier: Barrier,
  from: string,
  mayStep: (from: string, to: string) => boolean,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const todo = [from];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const state = before.states.get(at);
    if (!state || (state.gate === "enforce" && at !== from && at !== barrier.gate)) continue;
    for (const to of state.next) {
      if (seen.has(to) || !mayStep(at, to)) continue;
      seen.add(to);
      todo.push(to);
    }
  }
  return seen;
}
