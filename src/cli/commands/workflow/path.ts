import { shortestPath, type Step } from "../../../engine/graph/paths.ts";
import { stateLike } from "../../../engine/workflow/target-words.ts";
import { listed, unknown } from "../../../engine/words.ts";
import type { Machine } from "../../../engine/workflow/compile.ts";
import { CliError, print, printJson, styled } from "../../support/output.ts";
import { needSource } from "./source.ts";

export function findPath(options: { from: string; to: string; file: string; json: boolean }): void {
  const { machine } = needSource(options.file);
  const from = knownState(machine, options.from);
  const to = knownState(machine, options.to);
  const path = shortestPath(machine, from, to);
  if (options.json) printJson({ from, to, steps: path });
  else print(describe(from, to, path));
  if (!path) process.exitCode = 1;
}

function knownState(machine: Machine, word: string): string {
  const name = stateLike(machine, word);
  if (machine.states.has(name)) return name;
  const states = [...machine.states.keys()];
  throw new CliError(`${unknown("state", word, states)} The states are ${listed(states, "and")}.`, 2);
}

function describe(from: string, to: string, path: readonly Step[] | null): string {
  if (!path) return `There is no way from "${from}" to "${to}".`;
  if (path.length === 0) return `"${from}" is where you want to be already.`;
  return path.map(describeStep).join("\n");
}

function describeStep(step: Step, index: number): string {
  const label = step.label === undefined ? "" : ` (${step.label})`;
  const guards = step.guards.map((guard) => `, if ${guard.type.replaceAll("_", " ")}`).join("");
  const takers = step.takers.map(
    (taker) => `${taker.command} ${"intent" in taker.via ? taker.via.intent : `to "${taker.via.to_state}"`}`,
  );
  const who = takers.length > 0 ? `${takers.join(", ")}, or a person` : "a person only";
  return `${index + 1}. ${styled(step.from, "cyan")} → ${styled(step.to, "cyan")}${label}${guards}\n   ${styled(who, "dim")}`;
}
