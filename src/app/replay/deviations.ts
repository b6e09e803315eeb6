// Verdicts that would have been others, put together by what was asked and why.

import { showGuard } from "../../engine/compare/guard-strength.ts";
import { stamp } from "../../engine/facts.ts";
import { edgesOnTheWay, guardsOf, isUnmet, type GuardResult } from "../../engine/tickets/guards.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { showAuthor } from "../ledger/events.ts";
import type { DecidedRow, Verdict } from "./decide-again.ts";
import type { DeviationExample, DeviationGroup, Deviations, GuardCost } from "./trial.ts";

const MOST_GROUPS = 100;
const MOST_EXAMPLES = 5;

export class Deviated {
  readonly #groups = new Map<string, DeviationGroup & { count: number; examples: DeviationExample[] }>();
  readonly #tickets = new Set<string>();
  #count = 0;

  add(row: DecidedRow, from: string | null, to: string | null, code: string, why: string): void {
    const name = JSON.stringify([from, to, code, why]);
    const group = this.#groups.get(name) ?? { from, to, code, why, count: 0, examples: [] };
    const { seq, subject, by, at } = row;
    group.count++;
    if (group.examples.length < MOST_EXAMPLES) {
      group.examples.push({ seq, key: subject.key, who: showAuthor(by), at: stamp(at) });
    }
    this.#groups.set(name, group);
    this.#tickets.add(subject.key);
    this.#count++;
  }

  report(): Deviations {
    const groups = [...this.#groups.values()].toSorted((a, b) => b.count - a.count);
    return { count: this.#count, tickets: this.#tickets.size, groups: groups.slice(0, MOST_GROUPS) };
  }
}

/** How many moves each guard holds up, whichever of them comes first. */
export class GuardCosts {
  readonly #costs = new Map<string, GuardCost & { moves: number }>();

  add(machine: Machine, from: string | null, to: string, guards: readonly GuardResult[]): void {
    for (const [index, { met, policy }] of guards.entries()) {
      if (met) continue;
      const guard = guardNamed(machine, from, to, index) ?? guards[index]?.type ?? "";
      const name = JSON.stringify([from, to, guard, policy]);
      const cost = this.#costs.get(name) ?? { from: from ?? machine.workflow.start, to, guard, moves: 0, policy };
      cost.moves++;
      this.#costs.set(name, cost);
    }
  }

  report(): readonly GuardCost[] {
    return [...this.#costs.values()].toSorted((a, b) => b.moves - a.moves);
  }
}

/** Guards are judged in their order on the way. */
function guardNamed(machine: Machine, from: string | null, to: string, index: number): string | null {
  const edges = edgesOnTheWay(machine, machine.states.get(from ?? machine.workflow.start), to);
  const placed = guardsOf(edges)[index];
  return placed ? showGuard(placed.guard) : null;
}

export function whyRefused(
  machine: Machine,
  from: string | null,
  to: string | null,
  { code, guards }: Extract<Verdict, { ok: false }>,
): string {
  const failed = guards.findIndex(isUnmet);
  if (failed >= 0 && to !== null) return guardNamed(machine, from, to, failed) ?? code;
  return WHY[code] ?? code;
}

const WHY: Readonly<Record<string, string>> = {
  unknown_state: "there is no such state",
  unknown_command: "there is no such command",
  unknown_intent: "there is no such intent",
  intent_not_mapped: "the command leads nowhere with this intent",
  intent_ambiguous: "the command leads to several states with this intent",
  command_not_allowed: "the connection may not act as this command",
  human_gate: "only a person moves it on from there",
  terminal_state: "nothing leads out of an end",
  invalid_transition: "no edge leads there",
  reject_goes_back: "this intent leads back, and that would lead on",
  unexpected_state: "the command does not expect it there",
  invalid_output: "the command does not lead there",
  commit_missing: "it takes a commit, and none was named",
  commit_unknown: "it takes a commit, and nobody knew the one that was named",
  commit_changed: "another commit than the ticket's was named",
  commit_taken: "the commit was another ticket's work",
  claim_conflict: "somebody else held it",
  claim_lost: "the claim had gone to somebody else",
};
