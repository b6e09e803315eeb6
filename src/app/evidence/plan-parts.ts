// What evidence adds to a plan: the facts that the decision rests on, room to be counted, and rows for what was said.

import type { GuardResult } from "../../engine/tickets/guards.ts";
import { factKey, type Fact } from "../../engine/evidence/fact.ts";
import type { Time } from "../../engine/facts.ts";
import type { CommitTaken } from "../../engine/evidence/commit.ts";
import type { Change, Check } from "../commit/changes.ts";
import type { Author, Entry, Room } from "../commit/plan.ts";
import { afterSaying, factChange, factCheck, factEntry, factNamed } from "./fact-entry.ts";
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

/**
 * Two tickets that are handed in with one commit at the same time must not both be the first: each raises the version of what
 * is known about the work in it, so that the second is decided again.
 */
export function takingCommit(
  { stored, sayings }: Gathered,
  commit: CommitTaken | null,
  now: Time,
): { readonly checks: readonly Check[]; readonly changes: readonly Change[] } {
  if (!commit || sayings.some(({ subject, name }) => subject === commit.head && name === WORK)) return NOTHING;
  const fact = factNamed(stored, commit.head, WORK);
  return { checks: [factCheck(fact)], changes: [factChange(fact, fact.said, now)] };
}

const WORK = "work";
const NOTHING = { checks: [], changes: [] } as const;

/** What people have said of sharing other tickets' work: a word that is taken back meanwhile does not count. */
export function sharedFacts({ evidence: { given }, stored }: Gathered): readonly Check[] {
  if (given?.kind !== "known") return [];
  return given.others.map(({ head }) => factCheck(factNamed(stored, head, "shared")));
}
