// Which workflow is in force: the store says so, by hash. A file that differs takes force with a row in the ledger, if no
// ticket would be left standing in a state that it doesn't know.

import { listed, refuse, type Refusal } from "../engine/refusal.ts";
import type { Workflow } from "../engine/workflow.ts";
import type { Board } from "./board.ts";
import type { Author, Change } from "./plan.ts";
import { settle, type Step } from "./settle.ts";

export interface Adoption {
  readonly hash: string;
  readonly adopted: boolean;
}

/** The part that the workflow of tickets plays on a board, whatever its own name is. */
export const TICKET_PART = "ticket";

export async function adoptWorkflow(
  board: Board,
  candidate: { readonly workflow: Workflow; readonly hash: string },
  by: Author,
  newId: () => string,
): Promise<Adoption | Refusal> {
  const { workflow, hash } = candidate;
  return settle<Adoption | Refusal>(board, async (): Promise<Step<Adoption | Refusal>> => {
    const inForce = await board.workflowInForce(TICKET_PART);
    if (inForce?.hash === hash) return { answer: { hash, adopted: false } };
    const stranded = (await board.stateCounts()).filter(
      ({ state }) => state !== null && !Object.hasOwn(workflow.states, state),
    );
    // On a new board nothing can be stranded; tickets in states that the old one didn't know either are people's doing.
    const lost = stranded.filter(
      ({ state }) => inForce && state !== null && Object.hasOwn(inForce.workflow.states, state),
    );
    if (lost.length > 0) {
      const where = listed(
        lost.map(({ state, count }) => `"${state}" (${count})`),
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
    const known = await board.workflow(hash);
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
      { table: "force", key: { name: TICKET_PART }, set: { hash, since: await board.now(), version: before + 1 } },
    ];
    return {
      plan: {
        id: newId(),
        // Of many processes that start at once one goes first; the others look again.
        checks: [{ table: "force", key: TICKET_PART, version: before }],
        entries: [
          {
            kind: "adopt",
            subject: { type: "board", key: TICKET_PART },
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
