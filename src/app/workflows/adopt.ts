// A person puts a workflow in force. The row in the ledger names them, says how it differs from the one before, and what
// it loosens. No ticket is left in a state that it doesn't know. A session in such a state is led out of it, and a run
// keeps the workflow that it began with: neither can be stranded.

import { by, say } from "../../engine/acts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames } from "../commit/limits.ts";
import { settle, type Attempt } from "../commit/settle.ts";
import type { Adoption } from "./adoption.ts";
import { adoptionEntry, compareWith, strandedTickets, type Candidate, type Stranded } from "./compare.ts";

export interface AdoptInput extends Candidate {
  /** The hash of the one that they saw in force; refused where it is another by now. null: they saw none. */
  readonly from?: string | null | undefined;
  /** Says what would happen, and does nothing. */
  readonly dryRun?: boolean | undefined;
}

export async function adoptWorkflow(
  app: Pick<App, "board" | "newId">,
  caller: Caller,
  input: AdoptInput,
): Promise<Adoption | Refusal> {
  const unfit = refuseAgent(caller) ?? checkNames(caller, undefined);
  if (unfit) return unfit;
  // Where tickets live elsewhere, this brings their mirror in step: none of them must be stranded.
  await app.board.tickets.list({}, 1, null);
  return settle<Adoption | Refusal>(app.board, () => attempt(app, caller, input));
}

async function attempt(
  { board, newId }: Pick<App, "board" | "newId">,
  caller: Caller,
  input: AdoptInput,
): Promise<Attempt<Adoption | Refusal>> {
  const { part, workflow, hash, dryRun } = input;
  const inForce = await board.workflows.inForce(part);
  const from = inForce?.hash ?? null;
  if (input.from !== undefined && input.from !== from) return { answer: changedMeanwhile(from) };
  const lost = await strandedTickets(board, input, inForce);
  if (lost.length > 0) return { answer: refuseStranding(lost) };
  const compared = compareWith(input, inForce);
  const answer: Adoption = {
    name: workflow.name,
    version: workflow.version,
    hash,
    from,
    adopted: false,
    difference: compared?.difference ?? null,
    loosens: compared?.loosens ?? [],
    event: null,
  };
  if (dryRun) return { answer: { ...answer, dryRun } };
  if (from === hash) return { answer };
  return {
    plan: {
      id: newId(),
      // Of several who adopt at once one goes first; the others look again.
      checks: [{ table: "force", key: part, version: inForce?.version ?? 0 }],
      entries: [await adoptionEntry(board, input, inForce, authorOf(caller))],
    },
    answer: ({ seq }) => ({ ...answer, adopted: true, event: seq }),
  };
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse(
    "person_only",
    "Only a person puts a workflow in force.",
    say`ask a person to do it ${by({ type: "adopt_workflow" })}.`,
  );
}

function changedMeanwhile(from: string | null): Refusal {
  return refuse(
    "workflow_changed",
    "Another workflow has taken force since you looked; nothing was written.",
    "look at how yours differs from that one, then retry.",
    { from },
  );
}

function refuseStranding(lost: readonly Stranded[]): Refusal {
  const where = listed(
    lost.map(({ state, count }) => `${quote(state ?? "")} (${count})`),
    "and",
  );
  return refuse(
    "workflow_strands_tickets",
    `The workflow does not know states that tickets stand in: ${where}. The one last in force stays.`,
    "move those tickets first, or keep these states in the workflow, then adopt it again.",
    { states: lost },
  );
}
