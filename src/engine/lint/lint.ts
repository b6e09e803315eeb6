// Checks a workflow: what its shape can't show. It never throws, whatever the workflow refers to.

import { compile, type Machine } from "../workflow/compile.ts";
import { checkCommands } from "./commands.ts";
import { checkEvidenceGuards } from "./evidence.ts";
import { createSuggest, sortFindings, type Finding } from "./finding.ts";
import { checkFlags } from "./flags.ts";
import { checkEdges, checkReach } from "./graph.ts";
import { checkPosition } from "./position.ts";
import { findBrokenReferences } from "./references.ts";
import { checkRouting } from "./routing.ts";
import { findUnprovidedSkills, findUnusedSkills } from "./skills.ts";
import type { Workflow } from "../workflow/format.ts";

export type { Finding } from "./finding.ts";

export interface LintOptions {
  /** The skills that somebody provides. Without it, no skill is looked for. */
  readonly skills?: Iterable<string> | undefined;
}

export function lint(workflow: Workflow, options: LintOptions = {}): Finding[] {
  const machine = compile(workflow);
  const suggest = createSuggest();
  const findings = [
    ...findBrokenReferences(workflow, suggest),
    ...findUnusedSkills(workflow, suggest),
    ...(options.skills ? findUnprovidedSkills(workflow, new Set(options.skills), suggest) : []),
    ...checkFlags(machine),
    ...checkPosition(machine),
    ...checkEdges(machine),
  ];
  // One misspelt edge would make states unreachable and commands idle: those would be findings about nothing.
  if (hasWholeGraph(machine))
    findings.push(
      ...checkReach(machine),
      ...checkCommands(machine),
      ...checkRouting(machine),
      ...checkEvidenceGuards(machine),
    );
  return sortFindings(findings);
}

function hasWholeGraph({ workflow, states }: Machine): boolean {
  return states.has(workflow.start) && workflow.edges.every((edge) => states.has(edge.from) && states.has(edge.to));
}
