// Which runs work on a ticket: the runs that have it as an item.

import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { CardRun } from "../pages/run-views.ts";
import type { ItemOnTicket } from "../ports/runs.ts";
import { findRunMachine } from "./run-machine.ts";

/** Of a whole board it is less to read all items that are tickets than to ask for each ticket. */
const FEW = 64;

/** Of runs under way, by ticket. The one that something was done on last comes first. */
export async function openItemsOn(app: App, keys: readonly Key[]): Promise<ReadonlyMap<Key, readonly ItemOnTicket[]>> {
  if (keys.length === 0) return new Map();
  const found = await app.board.runs.itemsOn(keys.length <= FEW ? keys : "any");
  const open = await Promise.all(found.map((item) => isUnderWay(app, item)));
  return Map.groupBy(
    found.filter((_, at) => open[at]),
    ({ ticket }) => ticket,
  );
}

export async function isUnderWay(app: App, { workflow, state }: ItemOnTicket): Promise<boolean> {
  const machine = await findRunMachine(app, workflow);
  return machine?.states.get(state)?.terminal !== true;
}

export function toCardRun(on: ItemOnTicket): CardRun {
  const { project, session, item, totalTasks, completedTasks, failedTasks } = on;
  return { project, session, item, totalTasks, completedTasks, failedTasks };
}
