// The runs that a ticket is an item of: where each stands, and what it has done for the ticket.

import { stamp, type Key } from "../../engine/facts.ts";
import { resumeRun } from "../../engine/runs/run.ts";
import type { App } from "../app.ts";
import { wholeHistory } from "../ledger/whole-history.ts";
import type { TicketRunView } from "../pages/run-views.ts";
import type { ItemOnTicket } from "../ports/runs.ts";
import { runMachine } from "./run-machine.ts";
import { runSubject } from "./run-rows.ts";
import { taskWork } from "./task-work.ts";
import { isUnderWay } from "./on-tickets.ts";

/** What is read in one go. */
const MOST_RUNS = 5;
const MOST_TASKS = 50;

/** Those under way first; of each group, the one that something was done on last. */
export async function viewRunsOn(app: App, ticket: Key): Promise<readonly TicketRunView[]> {
  const found = await app.board.runs.itemsOn([ticket]);
  if (found.length === 0) return [];
  const open = await Promise.all(found.map((item) => isUnderWay(app, item)));
  const inOrder = [...found.filter((_, at) => open[at]), ...found.filter((_, at) => !open[at])];
  const views = await Promise.all(inOrder.slice(0, MOST_RUNS).map((item) => viewRunOn(app, item)));
  return views.flat();
}

async function viewRunOn(app: App, { key, item: number }: ItemOnTicket): Promise<readonly TicketRunView[]> {
  const [run, rows, now] = await Promise.all([
    app.board.runs.get(key),
    wholeHistory(app, runSubject(key)),
    app.board.now(),
  ]);
  const item = run?.items.find((one) => one.number === number);
  if (!run || !item) return [];
  const { state, skill, done } = resumeRun(await runMachine(app, run.workflow), run);
  const work = new Map(taskWork(rows.toReversed(), now).map(({ task, ms }) => [task, ms]));
  const { project, session } = run;
  return [
    {
      project,
      session,
      state,
      skill,
      done,
      lastActivity: stamp(run.updatedAt),
      item: number,
      title: item.title,
      documented: item.documented,
      tasks: run.tasks
        .filter((task) => task.item === number)
        .slice(0, MOST_TASKS)
        .map(({ id, status, description, files, setBy, setAt }) => ({
          id,
          status,
          description: description ?? null,
          files,
          by: setBy,
          since: setAt === null ? null : stamp(setAt),
          workedMs: work.get(id) ?? null,
        })),
    },
  ];
}
