// What a workflow loosens compared with the one before: a guard, gate or limit that is gone or softer, and new ways around
// one. A person reads this before adopting it. What only adds rules, or takes ways away, loosens nothing.

import { takersOf } from "../graph/paths.ts";
import { quote, showName, showWord } from "../words.ts";
import {
  acquiringIntent,
  compile,
  guardsBetween,
  type Command,
  type Machine,
  type State,
} from "../workflow/compile.ts";
import type { PhaseSpec, SilenceSpec, Workflow } from "../workflow/format.ts";
import { covers, isSofterGate, isSofterPolicy, policyOf, showGuard } from "./guard-strength.ts";
import { checks, commits, merging } from "./loosens-evidence.ts";
import { waysAround } from "./ways-around.ts";

type Rule = (before: Machine, after: Machine) => readonly string[];

/** In words, one line each; empty: it loosens nothing. */
export function loosens(before: Workflow, after: Workflow): readonly string[] {
  const [was, is] = [compile(before), compile(after)];
  return RULES.flatMap((rule) => rule(was, is));
}

const RULES: readonly Rule[] = [
  policies,
  guards,
  commits,
  checks,
  merging,
  gates,
  waysAround,
  flags,
  order,
  intents,
  knownCommands,
  newCommands,
  leases,
  silences,
  phases,
];

const DEFAULT_GRACE_SECONDS = 120;
/** From the strictest on. */
const PROPAGATIONS = ["off", "linked-before", "any"] as const;

function policies({ workflow: was }: Machine, { workflow: is }: Machine): readonly string[] {
  const [before, after] = [was.propagation ?? "linked-before", is.propagation ?? "linked-before"];
  return [
    was.mode === "enforce" && is.mode === "observe" && "mode: enforce → observe: a step off the graph is only recorded",
    was.inputs !== "warn" &&
      is.inputs === "warn" &&
      "inputs: enforce → warn: a command may act in a state that it does not expect",
    was.planReview !== "agent" && is.planReview === "agent" && "planReview: human → agent: plans don't wait for people",
    PROPAGATIONS.indexOf(after) > PROPAGATIONS.indexOf(before) && `propagation: ${before} → ${after}`,
  ].filter((words) => words !== false);
}

/** Of edges that both have; one that is gone leads nowhere, with or without its guards. */
function guards(before: Machine, after: Machine): readonly string[] {
  return before.workflow.edges.flatMap(({ from, to }) => {
    if (!after.states.get(from)?.next.includes(to)) return [];
    const kept = guardsBetween(after, from, to);
    const edge = `${quote(from)} → ${quote(to)}`;
    return guardsBetween(before, from, to).flatMap((guard) => {
      const those = kept.filter((own) => covers(after, own, guard));
      if (those.some((own) => !isSofterPolicy(own.policy, guard.policy))) return [];
      if (those.length === 0) {
        const weaker = kept.find((own) => own.type === guard.type && own.type !== "group_convergence");
        if (!weaker) return [`guard gone: ${edge} no longer asks for ${showGuard(guard)}`];
        return [`guard softer: ${edge} ${showGuard(guard)} → ${showGuard(weaker)}`];
      }
      return [`guard softer: ${edge} ${showGuard(guard)}: ${policyOf(guard)} → warn`];
    });
  });
}

function gates(before: Machine, after: Machine): readonly string[] {
  return [...before.states.values()].flatMap(({ name, human, gate }) => {
    if (!human) return [];
    const now = after.states.get(name);
    if (!now) return [`gate gone: there is no state ${quote(name)} for people to decide in`];
    if (!now.human) return [`gate gone: ${quote(name)} no longer waits for a person`];
    if (!isSofterGate(now.gate, gate)) return [];
    return [`gate softer: agents may move tickets out of ${quote(name)} (${gate} → ${now.gate})`];
  });
}

function flags(before: Machine, after: Machine): readonly string[] {
  return inBoth(before, after).flatMap(([was, is]) => {
    const name = quote(was.name);
    const needs = [...was.needs].filter((need) => !is.needs.has(need));
    return [
      was.lock && !is.lock && `lock gone: ${name} is no longer a lock state`,
      was.terminal && !is.terminal && `${name} is no longer terminal`,
      needs.length > 0 && `${name} no longer needs ${needs.join(" and ")}`,
      was.work !== null && is.work !== was.work && `${name} no longer does ${String(was.work)}`,
    ].filter((words) => words !== false);
  });
}

/** Whether a group has come far enough, and whether a ticket goes back, is judged by the order. */
function order(before: Machine, after: Machine): readonly string[] {
  const known = new Set(inBoth(before, after).map(([was]) => was.name));
  const there = before.pipeline.filter((name) => known.has(name));
  const now = after.pipeline.filter((name) => known.has(name));
  const gone = there.filter((name) => !now.includes(name));
  const added = now.filter((name) => !there.includes(name));
  const isSame =
    there.filter((name) => now.includes(name)).join("\n") === now.filter((name) => there.includes(name)).join("\n");
  return [
    ...gone.map((name) => `${quote(name)} no longer stands in the pipeline order`),
    ...added.map(
      (name) => `${quote(name)} stands in the pipeline order now, and counts as reached after what is before it`,
    ),
    ...(isSame ? [] : ["the pipeline order is another one"]),
  ];
}

function intents(before: Machine, after: Machine): readonly string[] {
  const words = [...before.intents.values()].flatMap((was) => {
    const is = after.intents.get(was.name);
    if (!is || !was.expected || is.expected) return [];
    return [`intent ${showName(was.name)} is no longer bound to the states that its command expects`];
  });
  const acquires = acquiringIntent(before) !== undefined && acquiringIntent(after) === undefined;
  return acquires ? [...words, "no intent takes a claim any more"] : words;
}

function knownCommands(before: Machine, after: Machine): readonly string[] {
  return [...before.commands.values()].flatMap((was) => {
    const is = after.commands.get(was.name);
    if (!is) return [];
    const gained = (now: Iterable<string>, then: ReadonlySet<string>): readonly string[] =>
      [...now].filter((state) => before.states.has(state) && !then.has(state));
    const produced = mayProduce(was);
    const isTold = (intent: string): boolean => before.intents.get(intent)?.expected === true;
    const freely = gained(anywhere(after, is, isTold), anywhere(before, was)).filter((state) => produced.has(state));
    return [
      ...gained(is.inputs, new Set([...was.inputs, was.lock ?? ""])).map(
        (state) => `${showName(is.shown)} may also act in ${quote(state)}`,
      ),
      ...gained(mayProduce(is), produced).map(
        (state) => `${showName(is.shown)} may also move tickets to ${quote(state)}`,
      ),
      ...freely.map(
        (state) => `${showName(is.shown)} may move tickets to ${quote(state)} from states that it does not expect`,
      ),
      ...(losesLock(after, was, is)
        ? [`lock gone: ${showName(is.shown)} no longer locks ${quote(was.lock ?? "")}`]
        : []),
      ...(is.relink && !was.relink ? [`${showName(is.shown)} may also remove links and change parents`] : []),
    ];
  });
}

/** A lock state that was renamed is still one. */
function losesLock(after: Machine, was: Command, is: Command): boolean {
  if (was.lock === null || is.lock === was.lock) return false;
  return is.lock === null || after.states.has(was.lock);
}

/** A command that is new loosens something where it may do what none could. */
function newCommands(before: Machine, after: Machine): readonly string[] {
  const fresh = [...after.commands.values()].filter(({ name }) => !before.commands.has(name));
  const locks = new Set([...before.commands.values()].flatMap(({ lock }) => lock ?? []));
  const isLock = (name: string): boolean => before.states.get(name)?.lock === true || locks.has(name);
  return fresh.flatMap((command) => {
    const unlocked = [...mayProduce(command)].filter((state) => isLock(state) && state !== command.lock);
    return [
      ...(command.relink ? [`new command ${showName(command.shown)} may remove links and change parents`] : []),
      ...unlocked.map((state) => `new command ${showName(command.shown)} may enter ${quote(state)} without a claim`),
      ...before.workflow.edges
        .filter(({ from, to }) => isPeoples(before, from, to) && isTakenBy(after, command, from, to))
        .map(
          ({ from, to }) =>
            `new command ${showName(command.shown)} may take ${quote(from)} → ${quote(to)}, which only people could`,
        ),
    ];
  });
}

/** A gate is compared as a gate. */
function isPeoples(machine: Machine, from: string, to: string): boolean {
  return machine.states.get(from)?.gate !== "enforce" && takersOf(machine, from, to).length === 0;
}

function isTakenBy(machine: Machine, command: Command, from: string, to: string): boolean {
  if (!machine.states.get(from)?.next.includes(to)) return false;
  return takersOf(machine, from, to).some((taker) => taker.command === command.shown);
}

function mayProduce(command: Command): ReadonlySet<string> {
  const targets = [...command.targets.values()].filter((state) => state !== null);
  return new Set([...command.outputs, ...targets, ...(command.lock === null ? [] : [command.lock])]);
}

/** Where a command's intents lead from any state, expected or not; `apart`: intents that don't count. */
function anywhere(
  machine: Machine,
  command: Command,
  apart: (intent: string) => boolean = () => false,
): ReadonlySet<string> {
  const targets = [...command.targets].flatMap(([intent, target]) =>
    target !== null && machine.intents.get(intent)?.expected === false && !apart(intent) ? [target] : [],
  );
  return new Set(targets);
}

/** A claim that runs out sooner is a weaker one. */
function leases(before: Machine, after: Machine): readonly string[] {
  const locks = new Set([...before.commands.values()].flatMap(({ lock }) => lock ?? []));
  const shorter = inBoth(before, after).filter(
    ([was, is]) => (was.lock || locks.has(was.name)) && is.leaseSeconds < was.leaseSeconds,
  );
  const grace = ({ workflow }: Machine): number => workflow.lease?.graceSeconds ?? DEFAULT_GRACE_SECONDS;
  return [
    ...shorter.map(([was, is]) => `lease shorter: ${quote(was.name)} ${was.leaseSeconds} s → ${is.leaseSeconds} s`),
    ...(grace(after) < grace(before) ? [`lease shorter: grace ${grace(before)} s → ${grace(after)} s`] : []),
  ];
}

/** A session that nobody hears of is ended later, or never. */
function silences({ workflow: was }: Machine, { workflow: is }: Machine): readonly string[] {
  const limits = ["staleSeconds", "timeoutSeconds", "graceSeconds"] as const satisfies (keyof SilenceSpec)[];
  return limits.flatMap((limit) => {
    const [before, after] = [was.silence?.[limit], is.silence?.[limit]];
    if (before === undefined || (after !== undefined && after <= before)) return [];
    return [`silence ${limit}: ${before} s → ${after === undefined ? "no limit" : `${after} s`}`];
  });
}

function phases({ workflow: was }: Machine, { workflow: is }: Machine): readonly string[] {
  const now = new Map((is.position?.phases ?? []).map((spec) => [spec.phase, spec]));
  const lost = (spec: PhaseSpec): readonly string[] => {
    const after = now.get(spec.phase);
    return [
      spec.convergeOn !== undefined && after?.convergeOn === undefined && "no longer waits for its whole group",
      spec.gate !== undefined && after?.gate === undefined && `no longer stops at ${quote(spec.gate.state)}`,
    ].filter((words) => words !== false);
  };
  return (was.position?.phases ?? []).flatMap((spec) =>
    lost(spec).map((words) => `phase ${showWord(spec.phase)} ${words}`),
  );
}

function inBoth(before: Machine, after: Machine): readonly (readonly [State, State])[] {
  return [...before.states.values()].flatMap((was) => {
    const is = after.states.get(was.name);
    return is ? [[was, is] as const] : [];
  });
}
