// How strict a guard or a gate is, for comparing two workflows.

import { quote } from "../words.ts";
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
  if (guard.type !== other.type) return false;
  if (guard.type !== "group_convergence" || other.type !== "group_convergence") return true;
  if (guard.target === other.target) return true;
  // A group that has reached a later state has reached the earlier ones too.
  const [own, wanted] = [machine.states.get(guard.target)?.order, machine.states.get(other.target)?.order];
  return typeof own === "number" && typeof wanted === "number" && own > wanted;
}

export function showGuard(guard: GuardSpec): string {
  return guard.type === "group_convergence" ? `${guard.type} on ${quote(guard.target)}` : guard.type;
}

/** The same for guards that ask for the same; what is shown may be cut short. */
export function guardKey(guard: GuardSpec): string {
  return JSON.stringify(guard.type === "group_convergence" ? [guard.type, guard.target] : [guard.type]);
}
