// Guards of an edge, checked on facts that the snapshot brought. A fact that is missing is a guard that fails.

import { isOnEvidence, type Machine, type State } from "../workflow/compile.ts";
import { convergenceFacts } from "../groups/convergence.ts";
import { checkEvidence, type EvidenceResult, type GuardedMove } from "../evidence/guards.ts";
import { showKey, type Group, type Key } from "../facts.ts";
import { listed, showWord } from "../words.ts";
import type { EdgeSpec, EvidenceGuard, GuardSpec } from "../workflow/format.ts";
import { evidenceSentence } from "../evidence/words.ts";

export type GuardResult = GroupResult | EvidenceResult;

/** Of a guard on other tickets. */
export interface GroupResult {
  readonly type: Exclude<GuardSpec["type"], EvidenceGuard["type"]>;
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
  /** What such guards saw when it was decided first: it counts in place of the tickets themselves. */
  readonly known?: readonly GroupResult[];
}

/** What a decision has to know beside the ticket itself. */
export interface WantedFacts {
  readonly group: boolean;
  readonly blockers: boolean;
  /** Absent: nothing asks for evidence, and nothing of it is read. */
  readonly evidence?: WantedEvidence;
}

export interface WantedEvidence {
  /** The ticket's commit, and what was said of it. */
  readonly facts: boolean;
  /** Who has done what on the ticket. */
  readonly steps: boolean;
  /** The states whose tickets are counted. */
  readonly room: readonly string[];
}

/** A guard, and the edge that it stands on. */
export interface PlacedGuard {
  readonly guard: GuardSpec;
  readonly from: string;
  readonly to: string;
}

/** For the guards on the way to a state, from wherever it may be entered. */
export function factsForGuards(machine: Machine, target: string): WantedFacts {
  return factsForEdges(machine.workflow.edges, target);
}

/** `target`: only of those that lead there. */
export function factsForEdges(edges: readonly EdgeSpec[], target?: string): WantedFacts {
  let group = false;
  let blockers = false;
  let evidence: WantedEvidence | undefined;
  for (const edge of edges) {
    if (target !== undefined && edge.to !== target) continue;
    if (edge.takes !== undefined) evidence = together(evidence, COMMIT);
    for (const guard of edge.guards ?? []) {
      if (guard.policy === "off") continue;
      if (guard.type === "group_convergence") group = true;
      else if (guard.type === "no_open_blockers") blockers = true;
      else evidence = together(evidence, wantedBy(guard, edge.to));
    }
  }
  return evidence ? { group, blockers, evidence } : { group, blockers };
}

/** The same for every way out of a state: a refused caller is told which of them are open. */
export function factsForWaysFrom(machine: Machine, from: string | null): WantedFacts {
  // Out of a state that nobody knows, every state can be reached.
  const edges = machine.states.get(from ?? machine.workflow.start)?.edges ?? machine.workflow.edges;
  return wantedTogether(edges.map((edge) => factsForGuards(machine, edge.to)));
}

export function wantedTogether(all: readonly WantedFacts[]): WantedFacts {
  const evidence = all.reduce<WantedEvidence | undefined>(
    (sum, wanted) => (wanted.evidence ? together(sum, wanted.evidence) : sum),
    undefined,
  );
  return {
    group: all.some(({ group }) => group),
    blockers: all.some(({ blockers }) => blockers),
    ...(evidence ? { evidence } : {}),
  };
}

/** What names a commit wants to know which one the ticket has. */
export const COMMIT: WantedEvidence = { facts: true, steps: false, room: [] };

export function together(a: WantedEvidence | undefined, b: WantedEvidence): WantedEvidence {
  if (!a) return b;
  return { facts: a.facts || b.facts, steps: a.steps || b.steps, room: [...new Set([...a.room, ...b.room])] };
}

function wantedBy({ type }: EvidenceGuard, target: string): WantedEvidence {
  if (type === "room") return { facts: false, steps: false, room: [target] };
  // Hands that are the same may be made good by a review.
  return { facts: type !== "rounds", steps: type === "rounds" || type === "other_hands", room: [] };
}

/**
 * The edges that a move goes over. Out of a state that nobody knows it may be any that leads there: a state that somebody
 * typed is no way past a guard.
 */
export function edgesOnTheWay(machine: Machine, state: State | undefined, target: string): readonly EdgeSpec[] {
  const from = state ? [state] : [...machine.states.values()];
  return from.flatMap(({ edges }) => edges.find(({ to }) => to === target) ?? []);
}

/** Each once: many edges into a state may ask for the same. How often an edge was used is a question to that edge. */
export function guardsOf(edges: readonly EdgeSpec[]): readonly PlacedGuard[] {
  const [only] = edges;
  if (only && edges.length === 1) return placed(only);
  const guards = new Map<string, PlacedGuard>();
  for (const one of edges.flatMap(placed)) {
    const { guard, from, to } = one;
    const name = JSON.stringify(guard.type === "rounds" ? [guard, from, to] : [guard, to]);
    if (!guards.has(name)) guards.set(name, one);
  }
  return [...guards.values()];
}

function placed({ from, to, guards = [] }: EdgeSpec): readonly PlacedGuard[] {
  return guards.flatMap((guard) => (guard.policy === "off" ? [] : { guard, from, to }));
}

export function checkGuards(
  machine: Machine,
  guards: readonly PlacedGuard[],
  facts: GuardFacts,
  move: GuardedMove,
): readonly GuardResult[] {
  return guards.map(({ guard, from, to }) =>
    isOnEvidence(guard) ? checkEvidence(guard, from, to, move) : checkGroup(machine, guard, facts, move.key),
  );
}

export function isUnmet(guard: GuardResult): boolean {
  return !guard.met && guard.policy === "enforce";
}

export function isOnGroup(guard: GuardResult): guard is GroupResult {
  return guard.type === "group_convergence" || guard.type === "no_open_blockers";
}

export function guardSentence(guard: GuardResult): string {
  if (!isOnGroup(guard)) return evidenceSentence(guard);
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

function targetOf(guard: Exclude<GuardSpec, EvidenceGuard>): string | null {
  return guard.type === "group_convergence" ? guard.target : null;
}

function checkGroup(
  machine: Machine,
  guard: Exclude<GuardSpec, EvidenceGuard>,
  facts: GuardFacts,
  key: Key,
): GroupResult {
  const policy = guard.policy === "warn" ? "warn" : "enforce";
  const known = facts.known?.find(({ type, target }) => type === guard.type && target === targetOf(guard));
  if (known) return { ...known, policy };
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
