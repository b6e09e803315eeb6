// Skills that a workflow describes and no state has, and skills that a state has and nobody provides.

import type { Workflow } from "../workflow/format.ts";
import { pointer, type Finding, type Suggest } from "./finding.ts";

export function findUnusedSkills(workflow: Workflow, suggest: Suggest): Finding[] {
  const used = new Set(Object.values(workflow.states).flatMap((spec) => spec.skill ?? []));
  return Object.keys(workflow.skills ?? {})
    .filter((name) => !used.has(name))
    .map((name) => {
      const meant = suggest(name, used);
      return {
        code: "unused_skill",
        severity: "warning",
        pointer: pointer("skills", name),
        reason: `no state has the skill "${name}"`,
        suggestion: meant === undefined ? "Remove it, or give it to a state." : `Did you mean "${meant}"?`,
      };
    });
}

/** Each is told once, where it first stands: a skill may be at work in many states. */
export function findUnprovidedSkills(workflow: Workflow, provided: ReadonlySet<string>, suggest: Suggest): Finding[] {
  const firstStates = new Map<string, string>();
  for (const [state, { skill }] of Object.entries(workflow.states)) {
    if (skill !== undefined && !provided.has(skill) && !firstStates.has(skill)) firstStates.set(skill, state);
  }
  return [...firstStates].map(([skill, state]) => {
    const meant = suggest(skill, provided);
    return {
      code: "unprovided_skill",
      severity: "warning",
      pointer: pointer("states", state, "skill"),
      reason: `nobody provides the skill "${skill}"`,
      suggestion:
        meant === undefined ? "Write its SKILL.md, or name a skill that is provided." : `Did you mean "${meant}"?`,
    };
  });
}
