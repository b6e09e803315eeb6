// What each command can do, on the data alone: the checks of a handoff, claims and guards aside.

import type { Command, Intent, Machine, State } from "../workflow/compile.ts";
import { pointer, quoteSome, type Finding } from "./finding.ts";

export function checkCommands(machine: Machine): Finding[] {
  if (machine.workflow.mode === "observe") return [];
  const sources = collectSources(machine);
  return [...machine.commands.values()].flatMap((command) =>
    isWhole(machine, command) ? [...checkActs(machine, command, sources), ...checkLock(machine, command, sources)] : [],
  );
}

type Sources = ReadonlyMap<string, readonly string[]>;

/** For each state, those that an agent may move a ticket to it from. */
function collectSources(machine: Machine): Sources {
  const sources = new Map<string, string[]>();
  for (const state of machine.states.values()) {
    if (state.terminal || state.gate === "enforce") continue;
    for (const to of state.next) {
      if (to === state.name) continue;
      const list = sources.get(to);
      if (list) list.push(state.name);
      else sources.set(to, [state.name]);
    }
  }
  return sources;
}

function checkActs(machine: Machine, command: Command, sources: Sources): Finding[] {
  const home = homeOf(machine, command);
  const findings: Finding[] = [];
  const free = machine.workflow.inputs === "warn";
  let acts = false;

  for (const [name, target] of command.targets) {
    const intent = machine.intents.get(name);
    if (!intent || target === null || !machine.states.has(target)) continue;
    const elsewhere = intent.expected && !free ? [] : (sources.get(target) ?? []);
    const fromHome = home.some((state) => admits(state, target));
    if (fromHome || elsewhere.length > 0) acts = true;
    if (!fromHome) findings.push(describeIntent(command, intent, target, home, elsewhere));
  }

  const outputs = new Map(Object.entries(machine.workflow.commands ?? {})).get(command.name)?.outputs ?? [];
  for (const target of namable(command)) {
    const accepted = home.some((state) => admits(state, target)) || (free && sources.has(target));
    if (accepted) acts = true;
    else if (command.outputs.has(target)) findings.push(describeOutput(command, target, outputs.indexOf(target), home));
  }

  if (acts) return findings;
  return [
    {
      code: "command_never_acts",
      severity: "error",
      pointer: pointer("commands", command.name),
      reason: `every move that ${command.shown} could ask for would be refused`,
      suggestion: "Give it inputs that have edges to its outputs, or remove it.",
    },
  ];
}

/** A stay skips gate and graph; a terminal state refuses everything. */
function admits(from: State, to: string): boolean {
  if (from.terminal) return false;
  return from.name === to || (from.gate !== "enforce" && from.next.includes(to));
}

function describeIntent(
  command: Command,
  intent: Intent,
  target: string,
  home: readonly State[],
  elsewhere: readonly string[],
): Finding {
  const own = Object.hasOwn(intent.commands ?? {}, command.name);
  const at = own ? pointer("intents", intent.name, "commands", command.name) : pointer("intents", intent.name, "all");
  const what = `${command.shown}'s ${intent.name} leads to "${target}"`;
  if (elsewhere.length === 0) {
    return {
      code: "intent_always_refused",
      severity: "warning",
      pointer: at,
      reason: `${what}, and would always be refused`,
      suggestion: `${suggestEdge(target, home)}, or map the intent to another state.`,
    };
  }
  return {
    code: "intent_not_from_inputs",
    severity: "note",
    pointer: at,
    reason: `${what}, but would be refused in ${describeHome(home)}`,
    suggestion: `It works from ${quoteSome(elsewhere, "or")}. ${suggestEdge(target, home)}, if it should work there too.`,
  };
}

function describeOutput(command: Command, target: string, place: number, home: readonly State[]): Finding {
  return {
    code: "output_always_refused",
    severity: "note",
    pointer: pointer("commands", command.name, "outputs", place),
    reason: `${command.shown} may name "${target}", but would be refused in ${describeHome(home)}`,
    suggestion: `${suggestEdge(target, home)}, or take it out of the outputs.`,
  };
}

function describeHome(home: readonly State[]): string {
  const names = quoteSome(home.map((state) => state.name));
  return names === "" ? "every state: it expects none" : `every state that it expects: ${names}`;
}

function suggestEdge(target: string, home: readonly State[]): string {
  const open = home.filter((state) => !state.terminal && state.gate !== "enforce").map((state) => state.name);
  if (open.length === 0) return "Let the command expect a state that agents may move a ticket out of";
  return `Add an edge to "${target}" from ${quoteSome(open, "or")}`;
}

function checkLock(machine: Machine, command: Command, sources: Sources): Finding[] {
  const findings: Finding[] = [];
  for (const intent of machine.intents.values()) {
    const target = command.targets.get(intent.name);
    if (!intent.acquires || target === command.lock || !machine.states.has(target ?? "")) continue;
    findings.push({
      code: "lock_mismatch",
      severity: "warning",
      pointer: pointer("commands", command.name, ...(command.lock === null ? [] : ["lock"])),
      reason:
        `${intent.name} claims a ticket for ${command.shown} in "${target}", ` +
        (command.lock === null ? "but the command has no lock state" : `but its lock state is "${command.lock}"`),
      suggestion: `Give the command "lock": "${target}".`,
    });
  }
  const from = sources.get(command.lock ?? "") ?? [];
  const expects = command.inputs.has(command.lock ?? "") || from.some((name) => command.inputs.has(name));
  if (command.lock !== null && from.length > 0 && !expects && machine.workflow.inputs !== "warn") {
    findings.push({
      code: "lock_not_from_inputs",
      severity: "warning",
      pointer: pointer("commands", command.name, "lock"),
      reason: `no state that ${command.shown} expects has an edge to its lock state "${command.lock}"`,
      suggestion: `Add such an edge, or expect ${quoteSome(from, "or")}.`,
    });
  }
  return findings;
}

/** Where the command is expected: its inputs and its lock state. */
function homeOf(machine: Machine, command: Command): State[] {
  const names = new Set(command.inputs);
  if (command.lock !== null) names.add(command.lock);
  return [...names].flatMap((name) => machine.states.get(name) ?? []);
}

function namable(command: Command): ReadonlySet<string> {
  return command.lock === null ? command.outputs : new Set([...command.outputs, command.lock]);
}

/** A command with a misspelt state would seem unable to act: the misspelling is the fault, and is reported as such. */
function isWhole(machine: Machine, command: Command): boolean {
  return [...command.inputs, ...namable(command)].every((name) => machine.states.has(name));
}
