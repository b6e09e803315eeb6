// The position of a group is a function of its members' states: each state that work passes has exactly one phase.

import type { Machine } from "../workflow/compile.ts";
import { pointer, quoteSome, type Finding } from "./finding.ts";

export function checkPosition({ workflow, states }: Machine): Finding[] {
  const phases = workflow.position?.phases;
  if (!phases) return [];
  const findings: Finding[] = [];
  const phaseOf = new Map<string, string>();
  phases.forEach((phase, index) => {
    phase.states.forEach((name, place) => {
      const other = phaseOf.get(name);
      if (other === undefined) {
        phaseOf.set(name, phase.phase);
        return;
      }
      findings.push({
        code: "state_in_two_phases",
        severity: "error",
        pointer: pointer("position", "phases", index, "states", place),
        reason: `"${name}" already belongs to the phase ${other}`,
        suggestion: "Leave it in one of the two.",
      });
    });
  });
  const phaseless = [...new Set(workflow.pipeline)].filter(
    (name) => states.get(name)?.terminal === false && !phaseOf.has(name),
  );
  if (phaseless.length > 0) {
    findings.push({
      code: "state_without_phase",
      severity: "error",
      pointer: "/position/phases",
      reason: `no phase has the pipeline's ${quoteSome(phaseless)}`,
      suggestion: "Add each to the states of one phase.",
    });
  }
  if (!phases.some((phase) => phase.unknown)) {
    findings.push({
      code: "no_phase_for_unknown",
      severity: "warning",
      pointer: "/position/phases",
      reason: "no phase takes tickets that have no state, or one that the workflow does not know",
      suggestion: 'Give the phase that looks at new tickets "unknown": true.',
    });
  }
  return findings;
}
