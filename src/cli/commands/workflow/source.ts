// A workflow named on the command line: a shipped one by its name, else a file.

import { compile, type Machine } from "../../../engine/workflow/compile.ts";
import { lint, type Finding, type LintOptions } from "../../../engine/lint/lint.ts";
import { readWorkflow, type WorkflowProblem } from "../../../workflows/load.ts";
import { isShipped, shipped, SHIPPED } from "../../../workflows/shipped.ts";
import { CliError } from "../../support/output.ts";

export interface Source {
  readonly name: string;
  readonly machine: Machine;
  readonly findings: readonly Finding[];
}

export function findSource(word: string, options: LintOptions = {}): Source | WorkflowProblem {
  if (isShipped(word)) {
    const machine = shipped(word);
    return { name: word, machine, findings: lint(machine.workflow, options) };
  }
  const loaded = readWorkflow(word, options);
  if (!loaded.ok) return loaded.problem;
  return { name: word, machine: compile(loaded.workflow), findings: loaded.findings };
}

export function needSource(word: string): Source {
  const source = findSource(word);
  if ("message" in source) throw new CliError(source.message);
  return source;
}

export function allOrShipped(files: readonly string[]): readonly string[] {
  return files.length > 0 ? files : SHIPPED;
}
