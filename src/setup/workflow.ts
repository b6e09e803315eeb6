// Which workflows a process works by, one for each part: the file it was given, if that can be used and no ticket would be
// stranded; else the one last in force on the board; else the shipped one. Whatever was not taken is said loudly.

import { randomUUID } from "node:crypto";
import { adoptWorkflow, TICKET_PART, type WorkflowPart } from "../app/workflows/adopt.ts";
import type { Board } from "../app/ports/board.ts";
import { compile, type Machine } from "../engine/workflow/compile.ts";
import { isRefusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { shipped, type ShippedName } from "../workflows/shipped.ts";

const SHIPPED_FOR: Readonly<Record<WorkflowPart, ShippedName>> = { ticket: "ticket", session: "session", run: "skill" };

export interface ConfiguredWorkflow {
  readonly part: WorkflowPart;
  readonly machine: Machine;
  /** null: nothing was configured, and the board decides. */
  readonly file: string | null;
  readonly problem: string | null;
}

export type ConfiguredWorkflows = Readonly<Record<WorkflowPart, ConfiguredWorkflow>>;

/** Without a store: what lists and schemas are made from. */
export async function configuredWorkflow(part: WorkflowPart, file: string | undefined): Promise<ConfiguredWorkflow> {
  const fallback = shipped(SHIPPED_FOR[part]);
  if (file === undefined) return { part, machine: fallback, file: null, problem: null };
  const unusable = (why: string): ConfiguredWorkflow => {
    const problem = `The workflow file could not be used: ${why.replace(/\.?$/, ".")}`;
    return { part, machine: fallback, file, problem };
  };
  // Most servers have no file of their own, and should not wait at their start for what reads one.
  const { readWorkflow } = await import("../workflows/load.ts");
  const loaded = readWorkflow(file);
  if (!loaded.ok) return unusable(loaded.problem.message);
  const unfit = unfitFor(part, loaded.workflow);
  if (unfit !== null) return unusable(`${file}: ${unfit}`);
  return { part, machine: compile(loaded.workflow), file, problem: null };
}

export interface UsedWorkflow {
  readonly machine: Machine;
  /** Its version on the board. */
  readonly version: number;
  readonly warnings: readonly string[];
}

export async function useWorkflow(board: Board, configured: ConfiguredWorkflow, via: string): Promise<UsedWorkflow> {
  const { part, machine, problem } = configured;
  const before = await board.workflows.inForce(part);
  const warnings: string[] = [];
  if (problem !== null) {
    warnings.push(`${problem} ${before ? "The workflow last in force stays." : "The shipped one is used."}`);
  }
  // A process without a file of its own works by what is in force on the board, and a board always has a ticket workflow.
  if ((!before && part === TICKET_PART) || (configured.file !== null && problem === null)) {
    const candidate = { part, workflow: machine.workflow, hash: hashWorkflow(machine.workflow) };
    const adopted = await adoptWorkflow(board, candidate, { via }, randomUUID);
    if (isRefusal(adopted)) warnings.push(tell(adopted, "cli").error.replace("\n", " "));
  }
  const inForce = await board.workflows.inForce(part);
  return { machine: inForce ? compile(inForce.workflow) : machine, version: inForce?.version ?? 0, warnings };
}

/** Where none is in force yet, the one that the board would begin with: of this file, else the shipped one. */
export async function machineInForce(board: Board, part: WorkflowPart, file: string | undefined): Promise<Machine> {
  const inForce = await board.workflows.inForce(part);
  return inForce ? compile(inForce.workflow) : (await configuredWorkflow(part, file)).machine;
}

/** Sound by itself, but made for something else. */
function unfitFor(part: WorkflowPart, workflow: Workflow): string | null {
  if (part === "session" && Object.keys(workflow.outcomes ?? {}).length === 0) {
    return "it has no outcomes, so that no session could be ended by it";
  }
  if (part === "run" && Object.values(workflow.states).every((state) => state.skill === undefined)) {
    return "no state of it has a skill, so that no run could go on by it";
  }
  return null;
}
