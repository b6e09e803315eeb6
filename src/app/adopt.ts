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

export async function adoptWorkflow(
  board: Board,
  candidate: { readonly workflow: Workflow; readonly hash: string },
  by: Author,
  newId: () => string,
): Promise<Adoption | Refusal> {
  const { workflow, hash } = candidate;
  return settle<Adoption | Refusal>(board, async (): Promise<Step<Adoption | Refusal>> => {
    const [last] = await board.history({ type: "board", key: workflow.name }, 1);
    const inForce = await board.workflowInForce(workflow.name);
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
      { table: "force", key: { name: workflow.name }, set: { hash, since: await board.now() } },
    ];
    return {
      plan: {
        id: newId(),
        checks: [],
        entries: [
          {
            kind: "adopt",
            subject: { type: "board", key: workflow.name },
            by,
            data: { name: workflow.name, from: inForce?.hash ?? null, to: hash },
            changes,
          },
        ],
        // Of many processes that start at once, one may follow on the last adoption; the others look again.
        request: {
          tool: "adopt_workflow",
          subject: workflow.name,
          id: `after ${last?.seq ?? 0}`,
          arguments: hash,
          answer: JSON.stringify({ hash }),
        },
      },
      answer: () => ({ hash, adopted: true }),
    };
  });
}
