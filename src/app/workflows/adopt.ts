// Which workflow is in force: the store says so, by hash. A file that differs takes force with a row in the ledger, if no
// ticket would be left standing in a state that it doesn't know. A session that stands in such a state is led out of it,
// and a run keeps the workflow that it began with: neither can be stranded.

import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { Board } from "../ports/board.ts";
import type { Change } from "../commit/changes.ts";
import type { Author } from "../commit/plan.ts";
import { settle, type Attempt } from "../commit/settle.ts";

export interface Adoption {
  readonly hash: string;
  readonly adopted: boolean;
}

/** The parts that workflows play on a board, whatever their own names are. */
export type WorkflowPart = "ticket" | "session" | "run";
export const TICKET_PART = "ticket" satisfies WorkflowPart;

export interface Candidate {
  readonly part: WorkflowPart;
  readonly workflow: Workflow;
  readonly hash: string;
}

export async function adoptWorkflow(
  board: Board,
  candidate: Candidate,
  by: Author,
  newId: () => string,
): Promise<Adoption | Refusal> {
  const { part, workflow, hash } = candidate;
  return settle<Adoption | Refusal>(board, async (): Promise<Attempt<Adoption | Refusal>> => {
    const inForce = await board.workflows.inForce(part);
    if (inForce?.hash === hash) return { answer: { hash, adopted: false } };
    const lost = part === TICKET_PART ? await strandedTickets(board, workflow, inForce?.workflow) : [];
    if (lost.length > 0) {
      const where = listed(
        lost.map(({ state, count }) => `${quote(state ?? "")} (${count})`),
        "and",
      );
      return {
        answer: refuse(
          "workflow_strands_tickets",
          `The workflow does not know states that tickets stand in: ${where}. The one last in force stays.`,
          "move those tickets first, or keep these states in the workflow, then start again.",
          { states: lost },
        ),
      };
    }
    const known = await board.workflows.get(hash);
    const before = inForce?.version ?? 0;
    const changes: Change[] = [
      ...(known
        ? []
        : [
            {
              table: "workflow",
              key: { hash },
              set: { name: workflow.name, body: JSON.stringify(workflow) },
            } as const,
          ]),
      { table: "force", key: { name: part }, set: { hash, since: await board.now(), version: before + 1 } },
    ];
    return {
      plan: {
        id: newId(),
        // Of many processes that start at once one goes first; the others look again.
        checks: [{ table: "force", key: part, version: before }],
        entries: [
          {
            kind: "adopt",
            subject: { type: "board", key: part },
            by,
            data: { name: workflow.name, from: inForce?.hash ?? null, to: hash },
            changes,
          },
        ],
      },
      answer: () => ({ hash, adopted: true }),
    };
  });
}

/** Tickets in states that the workflow before didn't know either are people's doing; on a new board there are none. */
async function strandedTickets(
  board: Board,
  next: Workflow,
  before: Workflow | undefined,
): Promise<readonly { state: string | null; count: number }[]> {
  const counts = await board.tickets.countByState();
  const knows = (workflow: Workflow | undefined, state: string): boolean =>
    workflow !== undefined && Object.hasOwn(workflow.states, state);
  return counts.filter(({ state }) => state !== null && knows(before, state) && !knows(next, state));
}
