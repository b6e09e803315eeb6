// The workflows that verdicts were decided by: those that were ever in force here, and those that are used where none is.

import { compile, type Machine } from "../../engine/workflow/compile.ts";
import { rulesOf } from "../commit/decision-facts.ts";
import type { Board } from "../ports/board.ts";

/** By the rules that a row names, and the hash that was in force then; null: nobody knows that workflow. */
export type Machines = (rules: string, inForce: string | null) => Promise<Machine | null>;

/** `shipped`: what is used while none is in force. */
export function machinesOf({ workflows }: Pick<Board, "workflows">, shipped: readonly Machine[]): Machines {
  const known = new Map(shipped.map((machine) => [rulesOf(machine), machine]));
  return async (rules, inForce) => {
    const machine = known.get(rules);
    if (machine || inForce === null) return machine ?? null;
    const workflow = await workflows.get(inForce);
    if (!workflow) return null;
    const compiled = compile(workflow);
    known.set(rulesOf(compiled), compiled);
    return known.get(rules) ?? null;
  };
}
