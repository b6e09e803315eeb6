// Who works a run: the agent that took its last step, and those who have tasks in progress. Where they are all gone, it
// belongs to the next.

import { doorOf } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { refuseOthersRun } from "../../engine/runs/worker.ts";
import { signatureOf, type App, type Caller } from "../app.ts";
import type { Run } from "../ports/runs.ts";
import { isServed } from "../processes/is-live.ts";
import { runSubject } from "./run-rows.ts";

const DEFAULT_SILENCE_SECONDS = 900;

/** `what`: the act, as a sentence begins with it. null: the caller may. */
export async function refuseUnlessWorker(app: App, caller: Caller, run: Run, what: string): Promise<Refusal | null> {
  if (caller.actor.kind === "person") return null;
  const step = await app.board.ledger.lastStep(runSubject(run.key));
  const stepped = step?.connection === undefined ? [] : [[step.connection, step.agent].filter(Boolean).join("/")];
  const busy = run.tasks.flatMap((task) => (task.status === "in_progress" && task.setBy !== null ? [task.setBy] : []));
  const workers = [...new Set([...stepped, ...busy])];
  if (workers.includes(signatureOf(caller))) return null;
  const there: string[] = [];
  for (const worker of workers) if (await isThere(app, worker, run)) there.push(worker);
  return there.length === 0 ? null : refuseOthersRun(what, there);
}

/** Of an agent over HTTP it is only known when it last did something here. */
async function isThere(app: App, worker: string, run: Run): Promise<boolean> {
  // As it is signed, an agent's own name may follow that of its connection.
  for (const connection of new Set([worker, worker.slice(0, Math.max(0, worker.lastIndexOf("/")))])) {
    if (doorOf(connection) === "token") {
      const silence = (app.sessions.workflow.silence?.staleSeconds ?? DEFAULT_SILENCE_SECONDS) * 1000;
      return (await app.board.now()) - run.updatedAt <= silence;
    }
    if (await isServed(app.board, connection)) return true;
  }
  return false;
}
