// Several servers look at the same moment for sessions that have to be ended: each session is ended by one of them.

import { join } from "node:path";
import type { App } from "../../../src/app/app.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../../src/app/sessions/disconnect.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { agent, appOn, openStore, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";

export interface SweepResult {
  readonly ended: number;
  /** How often somebody else was faster. */
  readonly stale: number;
}

export interface SweepReport {
  /** By each of the servers. */
  readonly ended: readonly number[];
  readonly stale: number;
  /** How many rows of each session's history are its end. */
  readonly ends: readonly number[];
  readonly problems: readonly string[];
}

/** Sessions whose client went away are ended at once. */
export function withoutGrace(app: App): App {
  const { workflow } = shipped("session");
  return { ...app, sessions: compile({ ...workflow, silence: { staleSeconds: 900, graceSeconds: 0 } }) };
}

export async function sweepTogether(engine: Engine, servers: number, sessions: number): Promise<SweepReport> {
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const workers = Array.from({ length: servers }, (_, index) => {
    const name = `server-${index}`;
    return new Child(name, join(import.meta.dirname, "sweep-worker.ts"), { ...place.address, name });
  });
  try {
    for (const worker of workers) await worker.hear();
    const app = appOn(store);
    const ids = await leftBehind(app, sessions);
    for (const worker of workers) worker.tell({ type: "sweep" });
    // All have found the first of them, and are about to end it: now all write.
    for (const worker of workers) await worker.hear();
    for (const worker of workers) worker.tell({ type: "go" });
    const results: SweepResult[] = [];
    for (const worker of workers) results.push(await worker.hear<SweepResult>());
    for (const worker of workers) await worker.ended();
    const rows = await store.sessions.rows(ids, 0);
    const problems: string[] = [...(await audit(store)).problems];
    return {
      ended: results.map(({ ended }) => ended),
      stale: results.reduce((sum, { stale }) => sum + stale, 0),
      ends: ids.map((id) => rows.filter(({ subject, data }) => subject.key === id && "outcome" in data).length),
      problems,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await store.close();
    await place.remove();
  }
}

async function leftBehind(app: App, count: number): Promise<readonly string[]> {
  const ticket = await researchable(app);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const caller = agent(`gone-${index}`);
    const opened = await createSession(app, caller, { ticket });
    if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
    await disconnectSessions(app, caller, `gone-${index}`);
    ids.push(opened.sessionId);
  }
  return ids;
}
