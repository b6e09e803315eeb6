// Facts as chips: one a fact, the worst first. The facts are those that the ways out of the ticket's state ask for, and
// whatever else was said of its commit.

import type { Said, TestCounts } from "../../engine/evidence/fact.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Level } from "../../engine/workflow/format.ts";
import { rankOf, shortCommit } from "../../engine/evidence/fact.ts";
import { judge } from "../../engine/evidence/met.ts";
import type { ChipView, FactMark } from "../pages/evidence-views.ts";
import type { KeptFact } from "../ports/evidence.ts";
import { isContradicted } from "./list-facts.ts";

const WORST_FIRST: readonly FactMark[] = ["contradicted", "fail", "empty", "unknown", "said", "older", "none", "pass"];

/** The facts that guards on the ways out of a state ask for, each with the level that it needs. */
export function askedIn(machine: Machine, state: string | null): ReadonlyMap<string, Level> {
  const asked = new Map<string, Level>();
  for (const { guards = [] } of machine.states.get(state ?? machine.workflow.start)?.edges ?? []) {
    for (const guard of guards) {
      if (guard.type !== "facts" || guard.policy === "off") continue;
      for (const name of guard.facts) {
        const before = asked.get(name);
        if (!before || rankOf(guard.atLeast) > rankOf(before)) asked.set(name, guard.atLeast);
      }
    }
  }
  return asked;
}

/** A commit that the ticket had before, and what was said of it. */
export interface FormerFacts {
  readonly commit: string;
  readonly facts: readonly KeptFact[];
}

/** `facts`: of the ticket's commit, or of the ticket itself while it has none; `former`: the newest commit first. */
export function chipsOf(
  asked: ReadonlyMap<string, Level>,
  facts: readonly KeptFact[],
  checks: ReadonlyMap<string, string>,
  former: readonly FormerFacts[] = [],
): readonly ChipView[] {
  const said = new Map(facts.filter(({ said }) => said.length > 0).map((fact) => [fact.name, fact.said]));
  const names = [...new Set([...asked.keys(), ...said.keys()])];
  const chips = names.map((name) => {
    const [atLeast, check] = [asked.get(name) ?? "witnessed", checks.get(name) ?? null];
    const chip = chipOf(name, said.get(name) ?? [], atLeast, check);
    return chip.mark === "none" ? (olderChip(name, former, atLeast, check) ?? chip) : chip;
  });
  return chips.toSorted((a, b) => WORST_FIRST.indexOf(a.mark) - WORST_FIRST.indexOf(b.mark));
}

function chipOf(name: string, said: readonly Said[], atLeast: Level, check: string | null): ChipView {
  if (said.length === 0) return { name, mark: "none", words: "" };
  const { by, against, weaker } = judge(said, atLeast, check);
  if (isContradicted(said)) return { name, mark: "contradicted", words: contradictedWords(against) };
  if (by) return { name, mark: "pass", words: passWords(name, by) };
  const [worst] = against.toSorted((a, b) => b.at - a.at);
  if (worst) return { name, mark: worst.verdict === "empty" ? "empty" : "fail", words: failWords(worst) };
  const [report] = weaker;
  if (report) return { name, mark: "said", words: `says ${report.source}` };
  if (said.some(({ verdict }) => verdict === "unknown")) return { name, mark: "unknown", words: "" };
  return { name, mark: "none", words: "" };
}

/** It passed before something was pushed. */
function olderChip(
  name: string,
  former: readonly FormerFacts[],
  atLeast: Level,
  check: string | null,
): ChipView | null {
  const passed = former.find(({ facts }) =>
    facts.some((fact) => fact.name === name && judge(fact.said, atLeast, check).met),
  );
  return passed ? { name, mark: "older", words: `at ${shortCommit(passed.commit)}` } : null;
}

function passWords(name: string, { tests, commits, url, source }: Said): string {
  if (tests) return String(tests.passed);
  if (commits !== undefined) return commits === 1 ? "1 commit" : `${commits} commits`;
  const request = url === undefined ? null : /\/(?:pull|merge_requests)\/(\d+)/.exec(url);
  if (request?.[1]) return `#${request[1]}`;
  const person = /^person:(.*)$/.exec(source);
  return person?.[1] && name !== "" ? person[1] : "";
}

function failWords({ verdict, tests }: Said): string {
  if (verdict === "empty") return "ran nothing";
  return tests && tests.failed > 0 ? failedOf(tests) : "failed";
}

function failedOf({ passed, failed }: TestCounts): string {
  return `${failed} of ${passed + failed} fail`;
}

function contradictedWords(against: readonly Said[]): string {
  const [worst] = against;
  return worst ? failWords(worst) : "contradicted";
}
