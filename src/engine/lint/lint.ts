// Checks a workflow: what its shape can't show. It never throws, whatever the workflow refers to.

import { compile, type Machine } from "../workflow/compile.ts";
import { checkCommands } from "./commands.ts";
import { createSuggest, sortFindings, type Finding } from "./finding.ts";
import { checkFlags } from "./flags.ts";
import { checkEdges, checkReach } from "./graph.ts";
import { checkPosition } from "./position.ts";
import { findBrokenReferences } from "./references.ts";
import { checkRouting } from "./routing.ts";
import type { Workflow } from "../workflow/format.ts";

export type { Finding } from "./finding.ts";

export function lint(workflow: Workflow): Finding[] {
  const machine = compile(workflow);
  const findings = [
    ...findBrokenReferences(workflow, createSuggest()),
    ...checkFlags(machine),
    ...checkPosition(machine),
    ...checkEdges(machine),
  ];
  // One misspelt edge would make states unreachable and commands idle: those would be findings about nothing.
  if (hasWholeGraph(machine))
    findings.push(...checkReach(machine), ...checkCommands(machine), ...checkRouting(machine));
  return sortFindings(findings);
}

function hasWholeGraph({ workflow, states }: Machine): boolean {
  return states.has(workflow.start) && workflow.edges.every((edge) => states.has(edge.from) && states.has(edge.to));
}
