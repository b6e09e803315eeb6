// What a workflow would change on a board: how it differs from the one in force, what it loosens, and which tickets it
// would strand.

import { difference, type Difference } from "../../engine/compare/difference.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { underNewNames, type StateMap } from "../../engine/compare/state-map.ts";
import { loosens } from "../../engine/compare/loosens.ts";
import type { Json } from "../commit/json.ts";
import type { Change } from "../commit/changes.ts";
import type { Author, Entry } from "../commit/plan.ts";
import type { Board } from "../ports/board.ts";
import type { WorkflowInForce, WorkflowPart } from "../ports/workflows.ts";
import { TICKET_PART } from "../ports/workflows.ts";

export interface Candidate {
  readonly part: WorkflowPart;
  readonly workflow: Workflow;
  readonly hash: string;
  /** What is used while none is in force. */
  readonly otherwise?: Workflow;
}

export interface Comparison {
  readonly difference: Difference;
  /** In words, one line each. */
  readonly loosens: readonly string[];
}

/** null: there is nothing to compare it with. */
export function compareWith(
  candidate: Candidate,
  inForce: WorkflowInForce | null,
  map: StateMap = new Map(),
): Comparison | null {
  const { workflow } = candidate;
  const before = inForce?.workflow ?? candidate.otherwise;
  if (!before) return null;
  return { difference: difference(before, workflow), loosens: loosens(underNewNames(before, map), workflow) };
}

export interface Stranded {
  readonly state: string | null;
  readonly count: number;
}

/** Tickets in states that the workflow before didn't know either are people's doing; on a new board there are none. */
export async function strandedTickets(
  board: Board,
  { part, workflow }: Candidate,
  inForce: WorkflowInForce | null,
  map: StateMap = new Map(),
): Promise<readonly Stranded[]> {
  if (part !== TICKET_PART || !inForce) return [];
  await board.mirror?.fresh();
  const counts = await board.tickets.countByState();
  return counts.filter(
    ({ state }) => state !== null && knows(inForce.workflow, state) && !knows(workflow, state) && !map.has(state),
  );
}

function knows(workflow: Workflow, state: string): boolean {
  return Object.hasOwn(workflow.states, state);
}

/** The row that puts it in force. */
export async function adoptionEntry(
  board: Board,
  candidate: Candidate,
  inForce: WorkflowInForce | null,
  by: Author,
  map: StateMap = new Map(),
): Promise<Entry> {
  const { part, workflow, hash } = candidate;
  const { name, version } = workflow;
  const [known, since] = await Promise.all([board.workflows.get(hash), board.now()]);
  const body: Change = { table: "workflow", key: { hash }, set: { name, body: JSON.stringify(workflow) } };
  const compared = compareWith(candidate, inForce, map) as Readonly<Record<string, Json>> | null;
  return {
    kind: "adopt",
    subject: { type: "board", key: part },
    by,
    data: {
      name,
      version,
      from: inForce?.hash ?? null,
      to: hash,
      ...compared,
      ...(map.size > 0 ? { map: Object.fromEntries(map) } : {}),
    },
    changes: [
      ...(known ? [] : [body]),
      { table: "force", key: { name: part }, set: { hash, since, version: (inForce?.version ?? 0) + 1 } },
    ],
  };
}
