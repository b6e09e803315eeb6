// Pages of the board as it was: by the workflows that were in force then, and by the clock of that moment.

import { stamp, type Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";
import type { App } from "../app.ts";
import type { Board } from "../ports/board.ts";
import type { Moment } from "../ports/past.ts";
import type { WorkflowPart } from "../ports/workflows.ts";
import type { PastView } from "./views.ts";

/** A row's number, or a time; null: it is neither. */
export type Named = { readonly row: number } | { readonly time: number };

const ROW = /^#?(\d{1,15})$/;

export function readNamed(text: string): Named | null {
  const [, row] = ROW.exec(text.trim()) ?? [];
  if (row !== undefined) return { row: Number(row) };
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : { time };
}

/** A moment before the first row, or one that is yet to come, is refused. */
export async function momentOf({ board }: App, named: Named): Promise<Moment | Refusal> {
  const { ledger } = board;
  const [head, [first]] = await Promise.all([ledger.head(), ledger.after(0, 1)]);
  if (!first) return refuse("no_such_moment", "Nothing has happened on this board yet.", "come back when it has.");
  const seq = "row" in named ? named.row : await ledger.rowBefore(named.time + 1);
  const isYetToCome = "time" in named && named.time > Math.max(head.at, await board.now());
  if (seq >= 1 && seq <= head.seq && !isYetToCome) {
    const [row] = await ledger.after(seq - 1, 1);
    return { seq, at: "time" in named ? named.time : (row?.at ?? head.at) };
  }
  const asked = "row" in named ? `row ${named.row}` : stamp(named.time);
  return refuse(
    "no_such_moment",
    `The board can't be shown at ${asked}: its first row is of ${stamp(first.at)}, its last one is row ${head.seq}.`,
    `ask for a time between ${stamp(first.at)} and now, or for a row from 1 to ${head.seq}.`,
  );
}

/** `about`: tickets whose history is shown. */
export function atMoment<T>(
  app: App,
  moment: Moment,
  about: readonly Key[],
  look: (app: App) => Promise<T>,
): Promise<T> {
  return app.board.past.at(moment, about, async (board) => look(await appThen(app, board)));
}

export async function viewMoment({ board: { ledger } }: App, { seq, at }: Moment): Promise<PastView> {
  const [head, [first]] = await Promise.all([ledger.head(), ledger.after(0, 1)]);
  const [row] = await ledger.after(seq - 1, 1);
  return {
    seq,
    at: stamp(at),
    rowAt: stamp(row?.at ?? at),
    head: head.seq,
    began: stamp(first?.at ?? at),
  };
}

async function appThen(app: App, board: Board): Promise<App> {
  const inForce = async (part: WorkflowPart, otherwise: Machine): Promise<Machine> => {
    const found = await board.workflows.inForce(part);
    return found ? compile(found.workflow) : otherwise;
  };
  const [machine, sessions, runs] = await Promise.all([
    inForce("ticket", app.machine),
    inForce("session", app.sessions),
    inForce("run", app.runs.machine),
  ]);
  const { home, newId } = app;
  return {
    board,
    machine,
    sessions,
    runs: { ...app.runs, machine: runs, workflow: runs.workflow },
    newId,
    ...(home ? { home } : {}),
  };
}
