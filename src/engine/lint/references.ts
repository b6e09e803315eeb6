// Names that point at something that the workflow does not declare.

import { ESTIMATES } from "../facts.ts";
import type { Workflow } from "../workflow/format.ts";
import { pointer, type Finding, type Suggest } from "./finding.ts";

type Path = readonly (string | number)[];

export function findBrokenReferences(workflow: Workflow, suggest: Suggest): Finding[] {
  const states = new Set(Object.keys(workflow.states));
  const commands = new Set(Object.keys(workflow.commands ?? {}));
  const itemTypes = new Set(workflow.itemTypes);
  const findings: Finding[] = [];

  type Kind = "state" | "command" | "item_type" | "phase";

  function check(kind: Kind, known: ReadonlySet<string>, home: string, name: string, path: Path): void {
    if (known.has(name)) return;
    const meant = suggest(name, known);
    findings.push({
      code: `undeclared_${kind}`,
      severity: "error",
      pointer: pointer(...path),
      reason: `"${name}" is not a declared ${kind.replace("_", " ")}`,
      suggestion: meant === undefined ? `Declare it under "${home}", or name one that is.` : `Did you mean "${meant}"?`,
    });
  }
  const state = (name: string, ...path: Path): void => check("state", states, "states", name, path);
  const command = (name: string, ...path: Path): void => check("command", commands, "commands", name, path);

  state(workflow.start, "start");
  workflow.pipeline?.forEach((name, index) => state(name, "pipeline", index));
  for (const name of Object.keys(workflow.humanGates ?? {})) state(name, "humanGates", name);
  for (const name of Object.keys(workflow.lease?.states ?? {})) state(name, "lease", "states", name);
  for (const [outcome, name] of Object.entries(workflow.outcomes ?? {})) state(name, "outcomes", outcome);

  workflow.edges.forEach((edge, index) => {
    state(edge.from, "edges", index, "from");
    state(edge.to, "edges", index, "to");
    if (edge.when?.type === "item_type") {
      check("item_type", itemTypes, "itemTypes", edge.when.value, ["edges", index, "when", "value"]);
    }
    edge.guards?.forEach((guard, place) => {
      const at = ["edges", index, "guards", place] as const;
      if (guard.type === "group_convergence") state(guard.target, ...at, "target");
      if (guard.type === "other_hands") guard.than?.forEach((name, which) => state(name, ...at, "than", which));
    });
  });

  for (const end of ["from", "to"] as const) {
    if (workflow.merge) state(workflow.merge[end], "merge", end);
    workflow.follow?.forEach((way, index) => state(way[end], "follow", index, end));
  }

  for (const [name, spec] of Object.entries(workflow.commands ?? {})) {
    spec.inputs.forEach((input, index) => state(input, "commands", name, "inputs", index));
    spec.outputs.forEach((output, index) => state(output, "commands", name, "outputs", index));
    if (spec.lock !== undefined) state(spec.lock, "commands", name, "lock");
    if (spec.role) state(spec.role.picks, "commands", name, "role", "picks");
  }

  for (const [name, spec] of Object.entries(workflow.intents ?? {})) {
    if (spec.all !== undefined) state(spec.all, "intents", name, "all");
    for (const [who, target] of Object.entries(spec.commands ?? {})) {
      command(who, "intents", name, "commands", who);
      if (target !== null) state(target, "intents", name, "commands", who);
    }
  }

  const phases = new Set<string>();
  workflow.position?.phases.forEach((phase, index) => {
    const at = ["position", "phases", index] as const;
    phases.add(phase.phase);
    if (phase.gate) phases.add(phase.gate.phase);
    phase.states.forEach((name, place) => state(name, ...at, "states", place));
    if (phase.convergeOn !== undefined) state(phase.convergeOn, ...at, "convergeOn");
    if (phase.gate) state(phase.gate.state, ...at, "gate", "state");
    if (phase.oversize) command(phase.oversize.command, ...at, "oversize", "command");
    phase.oversize?.estimates.forEach((estimate, place) => {
      if ((ESTIMATES as readonly string[]).includes(estimate)) return;
      findings.push({
        code: "unknown_estimate",
        severity: "error",
        pointer: pointer(...at, "oversize", "estimates", place),
        reason: `"${estimate}" is not an estimate`,
        suggestion: `The estimates are ${ESTIMATES.join(", ")}.`,
      });
    });
  });
  if (workflow.position) check("phase", phases, "position/phases", workflow.position.rest, ["position", "rest"]);

  return findings;
}
