// Guards of an edge, checked on facts that the snapshot brought. A fact that is missing is a guard that fails.

import type { Machine } from "../workflow/compile.ts";
import { convergenceFacts } from "../groups/convergence.ts";
import { showKey, type Group, type Key } from "../facts.ts";
import { listed, showWord } from "../words.ts";
import type { GuardSpec } from "../workflow/format.ts";

export interface GuardResult {
  readonly type: GuardSpec["type"];
  readonly policy: "enforce" | "warn";
  readonly met: boolean;
  /** The state that the group has to reach, for a guard on convergence. */
  readonly target: string | null;
  readonly blocking: readonly { readonly key: Key; readonly state: string | null }[];
  /** The facts were not all there: the group was too large, or nothing was read. */
  readonly unknown: boolean;
}

export interface GuardFacts {
  readonly group?: Group;
  readonly openBlockers?: readonly Key[];
}

/** What a decision has to know beside the ticket itself. */
export interface WantedFacts {
  readonly group: boolean;
  readonly blockers: boolean;
}

/** For the guards on the way to a state, from wherever it may be entered. */
export function factsForGuards(machine: Machine, target: string): WantedFacts {
  let group = false;
  let blockers = false;
  for (const edge of machine.workflow.edges) {
    if (edge.to !== target) continue;
    for (const guard of edge.guards ?? []) {
      if (guard.policy === "off") continue;
      if (guard.type === "group_convergence") group = true;
      else blockers = true;
    }
  }
  return { group, blockers };
}

/** The same for every way out of a state: a refused caller is told which of them are open. */
export function factsForWaysFrom(machine: Machine, from: string | null): WantedFacts {
  // Out of a state that nobody knows, every state can be reached.
  const edges = machine.states.get(from ?? machine.workflow.start)?.edges ?? machine.workflow.edges;
  const wanted = edges.map((edge) => factsForGuards(machine, edge.to));
  return { group: wanted.some(({ group }) => group), blockers: wanted.some(({ blockers }) => blockers) };
}

export function checkGuards(
  machine: Machine,
  guards: readonly GuardSpec[],
  facts: GuardFacts,
  key: Key,
): readonly GuardResult[] {
  return guards.map((guard) => checkGuard(machine, guard, facts, key));
}

export function guardSentence(guard: GuardResult): string {
  const blocking = listed(
    guard.blocking.map((member) => showKey(member.key) + (member.state === null ? "" : ` (${showWord(member.state)})`)),
    "and",
  );
  if (guard.type === "no_open_blockers") {
    return guard.unknown ? "Its blockers could not be read." : `It is blocked by ${blocking}.`;
  }
  if (guard.unknown && guard.blocking.length === 0) {
    return "Its group is too large, or could not be read, so that nobody knows whether it has converged.";
  }
  return `Its group has not converged on "${guard.target}": waiting for ${blocking}.`;
}

function checkGuard(machine: Machine, guard: GuardSpec, facts: GuardFacts, key: Key): GuardResult {
  const policy = guard.policy === "warn" ? "warn" : "enforce";
  if (guard.type === "group_convergence") {
    const base = { type: guard.type, policy, target: guard.target } as const;
    if (!facts.group) return { ...base, met: false, blocking: [], unknown: true };
    const { met, blocking, truncated } = convergenceFacts(machine, facts.group, key, guard.target);
    return { ...base, met, blocking, unknown: truncated };
  }
  const base = { type: guard.type, policy, target: null } as const;
  if (!facts.openBlockers) return { ...base, met: false, blocking: [], unknown: true };
  const blocking = facts.openBlockers.map((blocker) => ({ key: blocker, state: null }));
  return { ...base, met: blocking.length === 0, blocking, unknown: false };
}
