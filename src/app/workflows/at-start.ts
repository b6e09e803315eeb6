// What a process that starts may put in force without a person: a workflow on a board that has no ticket yet, and a newer
// shipped one in place of an older, where it loosens nothing. Otherwise the board's own counts.

import type { App } from "../app.ts";
import type { Check } from "../commit/changes.ts";
import type { Author } from "../commit/plan.ts";
import { settle, type Attempt } from "../commit/settle.ts";
import type { Board } from "../ports/board.ts";
import { TICKET_PART, type WorkflowInForce } from "../ports/workflows.ts";
import { adoptionEntry, compareWith, strandedTickets, type Candidate } from "./compare.ts";

export interface Start extends Candidate {
  /** A flag, the environment or the settings name it: nobody chose what merely came with the program. */
  readonly chosen: boolean;
  /** Hashes of shipped ones that it may replace by itself. */
  readonly replaces: ReadonlySet<string>;
  /** The door of the process. */
  readonly via: string;
}

/** Whether it took force. */
export async function takeForceAtStart({ board, newId }: Pick<App, "board" | "newId">, start: Start): Promise<boolean> {
  return settle<boolean>(board, async (): Promise<Attempt<boolean>> => {
    const inForce = await board.workflows.inForce(start.part);
    if (inForce?.hash === start.hash) return { answer: false };
    const relied = await mayTake(board, start, inForce);
    if (!relied) return { answer: false };
    const by: Author = { agent: "signalbox", via: start.via };
    return {
      plan: {
        id: newId(),
        // Of many processes that start at once one goes first; the others look again.
        checks: [{ table: "force", key: start.part, version: inForce?.version ?? 0 }, ...relied],
        entries: [await adoptionEntry(board, start, inForce, by)],
      },
      answer: () => true,
    };
  });
}

/** What must still be so when it takes force; null: it may not. */
async function mayTake(board: Board, start: Start, inForce: WorkflowInForce | null): Promise<readonly Check[] | null> {
  // A board always says what its tickets go by.
  if (!inForce && start.part === TICKET_PART) return [];
  if (start.chosen) {
    const relied = await withoutTickets(board);
    if (relied) return relied;
  }
  return inForce && (await isUpgrade(board, start, inForce)) ? [] : null;
}

/** null: the board has a ticket. */
async function withoutTickets(board: Board): Promise<readonly Check[] | null> {
  // Before the tickets are counted: one that is made in between is counted, and one that is made later has this number.
  const next = await board.tickets.nextNumber();
  const relied: readonly Check[] = [{ table: "ticket", key: String(next), version: 0 }];
  return (await isBegun(board)) ? null : relied;
}

/** Whether the board's own workflow counts. A new store beside a tracker that has tickets is a new board all the same. */
export async function isBegun(board: Board): Promise<boolean> {
  if (!(await board.workflows.inForce(TICKET_PART))) return false;
  return (await board.tickets.countByState()).length > 0;
}

async function isUpgrade(board: Board, start: Start, inForce: WorkflowInForce): Promise<boolean> {
  if (!start.replaces.has(inForce.hash) || compareWith(start, inForce)?.loosens.length !== 0) return false;
  return (await strandedTickets(board, start, inForce)).length === 0;
}
