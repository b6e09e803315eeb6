// The ledger rows that every verb on runs writes: how a run begins, what it is raised by, and what was refused on it.

import type { Refusal } from "../../engine/refusal.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { Json } from "../commit/json.ts";
import type { Change, Check, Columns } from "../commit/changes.ts";
import type { Entry, Plan, Subject } from "../commit/plan.ts";
import { refusalOn } from "../commit/refused.ts";
import { runKey } from "./run.ts";
import type { Run, RunName } from "../ports/runs.ts";

/** What a run's row says when it begins; its first step follows in the same plan. */
export async function beginEntry(app: App, caller: Caller, name: RunName, state: string, now: number): Promise<Entry> {
  const { hash, workflow } = app.runs;
  const key = runKey(name);
  const kept: Change<"workflow">[] = (await app.board.workflows.get(hash))
    ? []
    : [{ table: "workflow", key: { hash }, set: { name: workflow.name, body: JSON.stringify(workflow) } }];
  const { project, session } = name;
  return {
    kind: "create",
    subject: runSubject(key),
    by: authorOf(caller),
    data: { to: state, workflow: hash },
    changes: [
      ...kept,
      {
        table: "run",
        key: { key },
        set: { project, session, workflow: hash, state, started_at: now, updated_at: now, version: 1 },
      },
    ],
  };
}

/** Every write on a run raises its version: of two who decided by the same facts, one looks again. */
export function runChange(name: RunName, run: Run | null, columns: Columns<"run">, now: number): Change<"run"> {
  const version = (run?.version ?? 1) + 1;
  return { table: "run", key: { key: runKey(name) }, set: { ...columns, updated_at: now, version } };
}

/** Version 0: of two callers that begin this run, one has to look again. */
export function runCheck(name: RunName, run: Run | null): Check {
  return { table: "run", key: runKey(name), version: run?.version ?? 0 };
}

export function runSubject(key: string): Subject {
  return { type: "run", key };
}

export function refusedRun(
  app: App,
  caller: Caller,
  run: Run,
  refusal: Refusal,
  data: Readonly<Record<string, Json>>,
  reason?: string,
): Plan {
  return refusalOn(app, caller, runSubject(run.key), refusal, { from: run.state, ...data }, reason);
}
