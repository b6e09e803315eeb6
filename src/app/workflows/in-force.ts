// The workflow in force, for people's eyes: which, since when, and by whose decision.

import { showName } from "../../engine/words.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { showAuthor } from "../ledger/events.ts";
import type { Board } from "../ports/board.ts";
import type { WorkflowInForce, WorkflowPart } from "../ports/workflows.ts";

const SHORT_HASH = 7;

/** "ticket v1 (5ee87b9)" */
export function showWorkflow({ name, version }: Workflow, hash: string): string {
  return `${showName(name)} v${version} (${hash.slice(0, SHORT_HASH)})`;
}

/** null: nobody knows any more. */
export async function adoptedBy(board: Board, part: WorkflowPart, { hash }: WorkflowInForce): Promise<string | null> {
  const [row] = await board.ledger.history({ type: "board", key: part }, 1);
  return row?.data["to"] === hash ? showAuthor(row.by) : null;
}
