// Which workflow a process works by: the file it was given, if that can be used and no ticket would be stranded; else the
// one last in force on the board; else the shipped one. Whatever was not taken is said loudly.

import { randomUUID } from "node:crypto";
import { adoptWorkflow, TICKET_PART } from "../app/adopt.ts";
import type { Board } from "../app/board.ts";
import { compile, type Machine } from "../engine/compile.ts";
import { isRefusal } from "../engine/refusal.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { readWorkflow } from "../workflows/load.ts";
import { shipped } from "../workflows/shipped.ts";

export interface ConfiguredWorkflow {
  readonly machine: Machine;
  /** null: nothing was configured, and the board decides. */
  readonly file: string | null;
  readonly problem: string | null;
}

/** Without a store: what lists and schemas are made from. */
export function configuredWorkflow(file: string | undefined): ConfiguredWorkflow {
  if (file === undefined) return { machine: shipped("ticket"), file: null, problem: null };
  const loaded = readWorkflow(file);
  if (loaded.ok) return { machine: compile(loaded.workflow), file, problem: null };
  const problem = `The workflow file could not be used: ${loaded.problem.message.replace(/\.?$/, ".")}`;
  return { machine: shipped("ticket"), file, problem };
}

export interface UsedWorkflow {
  readonly machine: Machine;
  /** Its version on the board. */
  readonly version: number;
  readonly warnings: readonly string[];
}

export async function useWorkflow(board: Board, configured: ConfiguredWorkflow, via: string): Promise<UsedWorkflow> {
  const { machine, problem } = configured;
  const before = await board.workflowInForce(TICKET_PART);
  const warnings: string[] = [];
  if (problem !== null) {
    warnings.push(`${problem} ${before ? "The workflow last in force stays." : "The shipped one is used."}`);
  }
  // Whoever brings no file of their own works by what the board says.
  if (!before || (configured.file !== null && problem === null)) {
    const candidate = { workflow: machine.workflow, hash: hashWorkflow(machine.workflow) };
    const adopted = await adoptWorkflow(board, candidate, { via }, randomUUID);
    if (isRefusal(adopted)) warnings.push(adopted.error.replace("\n", " "));
  }
  const inForce = await board.workflowInForce(TICKET_PART);
  return { machine: inForce ? compile(inForce.workflow) : machine, version: inForce?.version ?? 0, warnings };
}
