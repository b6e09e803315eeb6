// Flags and lists of states that contradict one another.

import type { Machine } from "../workflow/compile.ts";
import { pointer, type Finding } from "./finding.ts";

export function checkFlags(machine: Machine): Finding[] {
  return [...checkPipeline(machine), ...checkGates(machine), ...checkOutcomes(machine), ...checkTargets(machine)];
}

function checkPipeline({ workflow }: Machine): Finding[] {
  const first = new Map<string, number>();
  return (workflow.pipeline ?? []).flatMap((name, index) => {
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index);
      return [];
    }
    return {
      code: "duplicate_pipeline_state",
      severity: "warning",
      pointer: pointer("pipeline", index),
      reason: `"${name}" stands twice in the order: first at ${pointer("pipeline", before)}`,
      suggestion: "Remove one of the two.",
    };
  });
}

function checkGates({ workflow, states }: Machine): Finding[] {
  return Object.keys(workflow.humanGates ?? {})
    .filter((name) => states.get(name)?.human === false)
    .map((name) => ({
      code: "gate_without_effect",
      severity: "warning",
      pointer: pointer("humanGates", name),
      reason: `"${name}" is not flagged human, so its gate has no effect`,
      suggestion: `Give "${name}" "human": true, or remove the gate.`,
    }));
}

function checkOutcomes({ workflow, states }: Machine): Finding[] {
  return Object.entries(workflow.outcomes ?? {})
    .filter(([, name]) => states.get(name)?.terminal === false)
    .map(([outcome, name]) => ({
      code: "outcome_not_terminal",
      severity: "error",
      pointer: pointer("outcomes", outcome),
      reason: `"${outcome}" ends in "${name}", which is not terminal`,
      suggestion: `Name a terminal state, or give "${name}" "terminal": true.`,
    }));
}

/** "Reached" is a matter of the pipeline order: outside it nobody ever gets there. */
function checkTargets({ workflow, states }: Machine): Finding[] {
  const ordered = new Set(workflow.pipeline);
  const targets = workflow.edges.flatMap((edge, index) =>
    (edge.guards ?? []).flatMap((guard, place) =>
      guard.type === "group_convergence"
        ? { name: guard.target, at: pointer("edges", index, "guards", place, "target") }
        : [],
    ),
  );
  workflow.position?.phases.forEach((phase, index) => {
    if (phase.convergeOn === undefined) return;
    targets.push({ name: phase.convergeOn, at: pointer("position", "phases", index, "convergeOn") });
  });
  return targets
    .filter(({ name }) => states.has(name) && !ordered.has(name))
    .map(({ name, at }) => ({
      code: "target_outside_pipeline",
      severity: "error",
      pointer: at,
      reason: `a group can't converge on "${name}": it has no place in the pipeline order`,
      suggestion: `Put "${name}" into "pipeline", or name a state that is in it.`,
    }));
}
