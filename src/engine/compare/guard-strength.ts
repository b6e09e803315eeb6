// How strict a guard or a gate is, for comparing two workflows.

import { rankOf } from "../evidence/fact.ts";
import { listed, quote } from "../words.ts";
import type { Machine, State } from "../workflow/compile.ts";
import type { GuardSpec } from "../workflow/format.ts";

const POLICIES = ["off", "warn", "enforce"] as const;
const GATES = ["none", "advise", "enforce"] as const;

export function policyOf(guard: GuardSpec): (typeof POLICIES)[number] {
  return guard.policy ?? "enforce";
}

export function isSofterPolicy(policy: GuardSpec["policy"], than: GuardSpec["policy"]): boolean {
  return POLICIES.indexOf(policy ?? "enforce") < POLICIES.indexOf(than ?? "enforce");
}

export function isSofterGate(gate: State["gate"], than: State["gate"]): boolean {
  return GATES.indexOf(gate) < GATES.indexOf(than);
}

/** Whether `guard` asks for at least as much as `other`; how it is enforced is another question. */
export function covers(machine: Machine, guard: GuardSpec, other: GuardSpec): boolean {
  switch (guard.type) {
    case "group_convergence":
      return guard.type === other.type && isAsFar(machine, guard.target, other.target);
    case "no_open_blockers":
      return guard.type === other.type;
    case "facts":
      return (
        guard.type === other.type &&
        hasAll(guard.facts, other.facts) &&
        rankOf(guard.atLeast) >= rankOf(other.atLeast) &&
        waivesNoMore(guard, other)
      );
    case "rounds":
    case "room":
      return guard.type === other.type && guard.max <= other.max;
    case "other_hands":
      return (
        guard.type === other.type &&
        hasAll(guard.than ?? [], other.than ?? []) &&
        HANDS.indexOf(guard.by ?? "connection") >= HANDS.indexOf(other.by ?? "connection")
      );
    case "untouched":
      return guard.type === other.type && hasAll(guard.paths, other.paths) && waivesNoMore(guard, other);
  }
}

/** From the weakest on: two agents of one connection are other agents, and the same connection. */
const HANDS = ["agent", "connection", "person"] as const;

/** A group that has reached a later state has reached the earlier ones too. */
function isAsFar(machine: Machine, target: string, other: string): boolean {
  if (target === other) return true;
  const [own, wanted] = [machine.states.get(target)?.order, machine.states.get(other)?.order];
  return typeof own === "number" && typeof wanted === "number" && own > wanted;
}

function hasAll(all: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => all.includes(one));
}

function waivesNoMore(guard: { unless?: string }, other: { unless?: string }): boolean {
  return guard.unless === undefined || guard.unless === other.unless;
}

export function showGuard(guard: GuardSpec): string {
  switch (guard.type) {
    case "group_convergence":
      return `${guard.type} on ${quote(guard.target)}`;
    case "no_open_blockers":
      return guard.type;
    case "facts":
      return `${listed(guard.facts, "and")}, at least ${guard.atLeast}${unless(guard)}`;
    case "rounds":
      return `at most ${guard.max} rounds of agents`;
    case "room":
      return `room for ${guard.max}`;
    case "other_hands": {
      const whose = guard.than ? ` than in ${listed(guard.than.map(quote), "and")}` : "";
      return guard.by === "person"
        ? `a person${whose === "" ? "" : ` with other hands${whose}`}`
        : `other hands${whose}${guard.by === "agent" ? ", by agent" : ""}`;
    }
    case "untouched":
      return `untouched ${listed(guard.paths.map(quote), "and")}${unless(guard)}`;
  }
}

function unless(guard: { unless?: string }): string {
  return guard.unless === undefined ? "" : `, unless ${guard.unless}`;
}

/** The same for guards that ask for the same; what is shown may be cut short. */
export function guardKey({ policy: _, ...asks }: GuardSpec): string {
  return JSON.stringify(asks, Object.keys(asks).toSorted());
}
