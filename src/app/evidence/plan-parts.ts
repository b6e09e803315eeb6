// What evidence adds to a plan: the facts that the decision rests on, room to be counted, and rows for what was said.

import type { GuardResult } from "../../engine/tickets/guards.ts";
import { factKey, type Fact } from "../../engine/evidence/fact.ts";
import type { Time } from "../../engine/facts.ts";
import type { Check } from "../commit/changes.ts";
import type { Author, Entry, Room } from "../commit/plan.ts";
import { afterSaying, factCheck, factEntry, factNamed } from "./fact-entry.ts";
import type { Gathered } from "./gather.ts";

/** The versions of all facts that guards looked at, those that were not there included. */
export function reliedFacts(guards: readonly GuardResult[], stored: readonly Fact[]): readonly Check[] {
  const used = guards.flatMap((guard) => namesIn(guard).map((name) => ({ name, subject: subjectIn(guard) })));
  const checks = used.flatMap(({ subject, name }) =>
    subject === null ? [] : [factCheck(factNamed(stored, subject, name))],
  );
  return [...new Map(checks.map((check) => [check.key, check])).values()];
}

function subjectIn(guard: GuardResult): string | null {
  return "subject" in guard ? guard.subject : null;
}

function namesIn(guard: GuardResult): readonly string[] {
  switch (guard.type) {
    case "facts":
      return [...guard.facts.map(({ name }) => name), ...(guard.unless === null ? [] : [guard.unless])];
    case "untouched":
      return ["work", "codeless", ...(guard.unless === null ? [] : [guard.unless])];
    case "other_hands":
      return ["review"];
    default:
      return [];
  }
}

/** Of the guards that bound: one that only warns, or that somebody went past, keeps nobody out. */
export function roomFor(guards: readonly GuardResult[], entering = 1): readonly Room[] {
  const rooms = new Map<string, Room>();
  for (const guard of guards) {
    if (guard.type !== "room" || guard.policy !== "enforce" || !guard.met) continue;
    const { state, max } = guard;
    rooms.set(state, { state, entering, max: Math.min(max, rooms.get(state)?.max ?? max) });
  }
  return [...rooms.values()];
}

/** Several words on one fact build on each other. */
export function sayingEntries(
  { stored, sayings }: Gathered,
  by: Author,
  now: Time,
): { readonly entries: readonly Entry[]; readonly checks: readonly Check[] } {
  const facts = new Map<string, Fact>();
  const checks: Check[] = [];
  const entries = sayings.map(({ subject, name, entry }) => {
    const key = factKey(subject, name);
    const known = facts.get(key);
    const fact = known ?? factNamed(stored, subject, name);
    if (!known) checks.push(factCheck(fact));
    facts.set(key, afterSaying(fact, entry));
    return factEntry(fact, entry, by, now);
  });
  return { entries, checks };
}
