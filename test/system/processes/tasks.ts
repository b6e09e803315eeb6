// Several agents, each a process of its own, complete tasks of one batch at the same moment: no update may be lost.

import { join } from "node:path";
import type { App } from "../../../src/app/app.ts";
import { runKey } from "../../../src/app/runs/run.ts";
import type { RunName } from "../../../src/app/ports/runs.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { agent, appOn, openStore } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";

export interface TaskOrder {
  readonly type: "complete" | "go" | "end";
  readonly run: RunName;
  readonly task: string;
}

export interface TaskResult {
  /** What was refused or went wrong. */
  readonly problem: string | null;
  /** How often somebody else was faster. */
  readonly stale: number;
}

export interface TasksReport {
  readonly breaches: readonly string[];
  readonly collisions: number;
}

export async function completeTogether(engine: Engine, agents: number, rounds: number): Promise<TasksReport> {
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const workers = Array.from({ length: agents }, (_, index) => {
    const name = `agent-${index}`;
    return new Child(name, join(import.meta.dirname, "tasks-worker.ts"), { ...place.address, name });
  });
  const breaches: string[] = [];
  let collisions = 0;
  try {
    for (const worker of workers) await worker.hear();
    const app = appOn(store);
    for (let round = 0; round < rounds; round++) {
      const run = await newRun(app, round, agents);
      for (const [index, worker] of workers.entries()) worker.tell({ type: "complete", run, task: `t${index}` });
      // All have read the run and have decided: now all write.
      for (const worker of workers) await worker.hear();
      for (const worker of workers) worker.tell({ type: "go" });
      for (const worker of workers) {
        const { problem, stale } = await worker.hear<TaskResult>();
        collisions += stale;
        if (problem !== null) breaches.push(`round ${round}: ${problem}`);
      }
      breaches.push(...(await lostIn(app, run, agents)).map((lost) => `round ${round}: ${lost}`));
    }
    for (const worker of workers) worker.tell({ type: "end" });
    for (const worker of workers) await worker.ended();
    breaches.push(...(await audit(store)).problems);
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await store.close();
    await place.remove();
  }
  return { breaches, collisions };
}

async function newRun(app: App, round: number, agents: number): Promise<RunName> {
  const run = { project: "shop", session: `round ${round}` };
  const tasks = Array.from({ length: agents }, (_, index) => ({ id: `t${index}` }));
  const made = await updateRun(app, agent("planner"), { ...run, tasks });
  if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
  return run;
}

/** In the tables and in the ledger, each by the agent who did it. */
async function lostIn(app: App, name: RunName, agents: number): Promise<readonly string[]> {
  const key = runKey(name);
  const run = await app.board.runs.get(key);
  const rows = await app.board.ledger.history({ type: "run", key }, 100);
  return Array.from({ length: agents }, (_, index) => index).flatMap((index) => {
    const task = run?.tasks.find(({ id }) => id === `t${index}`);
    const said = rows.filter((row) => row.data["task"] === `t${index}` && row.data["status"] === "completed");
    const problems: string[] = [];
    if (task?.status !== "completed" || task.setBy !== `agent-${index}`) problems.push(`t${index} is ${task?.status}`);
    if (said.length !== 1 || said[0]?.by.connection !== `agent-${index}`)
      problems.push(`${said.length} rows on t${index}`);
    return problems;
  });
}
