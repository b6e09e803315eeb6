// The board as a whole: what is open, how much is closed, and what was refused lately.

import { stamp } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { App } from "../app.ts";
import { readCards } from "./cards.ts";
import { readMirror } from "./mirror.ts";
import type { Card, MirrorView } from "./views.ts";

const HOUR_MS = 3_600_000;

export interface BoardView {
  /** The board's clock, by which leases and ages are counted. */
  readonly now: string;
  readonly workflow: Workflow;
  /** Open tickets, all of them; of the closed ones the newest so many. */
  readonly cards: readonly Card[];
  readonly closedCounts: readonly { readonly state: string; readonly count: number }[];
  readonly refusedLastHour: number;
  /** Where tickets live elsewhere. */
  readonly mirror?: MirrorView;
}

export async function viewBoard(app: App, closed: number): Promise<BoardView> {
  const { board, machine } = app;
  // Before anything is read: what is counted and what is listed must be of the same moment.
  await board.mirror?.fresh();
  const now = await board.now();
  const [cards, counts, refusedLastHour] = await Promise.all([
    readCards(app, { closed }),
    board.tickets.countByState(),
    board.ledger.refusedSince(now - HOUR_MS),
  ]);
  return {
    now: stamp(now),
    workflow: machine.workflow,
    cards,
    closedCounts: counts.flatMap(({ state, count }) =>
      state !== null && machine.states.get(state)?.terminal ? [{ state, count }] : [],
    ),
    refusedLastHour,
    ...(await readMirror(board, false)),
  };
}
