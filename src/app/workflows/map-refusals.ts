// Why a workflow is not adopted with a map, and what to do instead.

import { argument, say } from "../../engine/acts.ts";
import { showIdentity, showKey } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, listedBriefly, quote } from "../../engine/words.ts";
import type { BareTicket } from "../ports/tickets.ts";
import type { WorkflowPart } from "../ports/workflows.ts";
import type { StrandedRun } from "./stranded-runs.ts";

export function refuseOtherPart(part: WorkflowPart): Refusal {
  return refuse(
    "invalid_map",
    `A map is for tickets, and this workflow is for ${part}s: none of those is stranded by another workflow.`,
    say`${{ type: "again" }} without ${argument("map")}.`,
    { part },
  );
}

export function refuseElsewhere(where: string): Refusal {
  return refuse(
    "map_elsewhere",
    `The tickets of this board are on ${where}, where thousands can't be moved in one step: nobody moves them by a map.`,
    "adopt a workflow that has the old states and the new ones, move the tickets, then adopt the one without the old states.",
    { where },
  );
}

export function refuseFreeing(freed: readonly BareTicket[]): Refusal {
  const held = freed.map(({ key, claim }) => `${showKey(key)} (${claim ? showIdentity(claim.holder) : "nobody"})`);
  return refuse(
    "workflow_frees_tickets",
    `Agents hold tickets whose new state nobody can hold them in: ${listedBriefly(held)}. Nothing was written.`,
    say`wait until they are handed on, map their states to lock states, or retry with ${argument("releaseClaims")}: their holders lose them then.`,
    { tickets: freed.map(({ key }) => key) },
  );
}

export function refuseStrandedRuns(runs: readonly StrandedRun[]): Refusal {
  const named = runs.map(
    ({ project, session, steps }) => `${quote(`${project}/${session}`)} (${listed(steps.map(quote), "and")})`,
  );
  return refuse(
    "workflow_strands_runs",
    `Runs under way hand off tickets at steps that the new workflow does not have: ${listedBriefly(named)}. The one last in force stays.`,
    "end those runs first, or keep the names of these steps in the workflow's position; then adopt it again.",
    { runs },
  );
}
