// A workflow with the life on it: how many stand where, what moved over each edge, and what the linter says.

import { lint } from "../../engine/lint/lint.ts";
import { stamp } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, quote } from "../../engine/words.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { App } from "../app.ts";
import { readStats } from "../measures/stats.ts";
import type { Stats, WorkflowPage } from "./views.ts";
import { listVersions } from "../ledger/workflow-versions.ts";
import { listRuns } from "../runs/view-run.ts";

/** As people call the parts: the workflow of runs is one of skills. */
const PARTS = ["ticket", "session", "skill"] as const;
type Part = (typeof PARTS)[number];

const MOST = 1_000;
const DAY_MS = 24 * 3_600_000;

export async function viewWorkflow(app: App, name: string, days: number): Promise<WorkflowPage | Refusal> {
  const part = PARTS.find((known) => known === name);
  if (!part) {
    const meant = nearest(name, PARTS);
    return refuse(
      "workflow_not_found",
      `No workflow plays the part ${quote(name)}.`,
      meant === undefined ? `retry with one of ${listed(PARTS)}.` : `retry with ${meant}.`,
    );
  }
  const [{ workflow, hash }, stats, counts, refused, history] = await Promise.all([
    workflowOf(app, part),
    readStats(app, { days }),
    countsOf(app, part),
    refusedOn(app, part, days),
    listVersions(app, part === "skill" ? "run" : part),
  ]);
  return {
    workflow,
    hash,
    findings: lint(workflow).map(({ severity, code, reason, suggestion, pointer }) => ({
      severity,
      code,
      message: reason,
      next: suggestion === "" ? null : suggestion,
      pointer,
    })),
    history,
    days,
    about: part === "skill" ? "run" : part,
    from: stats.from,
    counts: counts ?? ticketCounts(stats),
    refused,
    ...trafficOf(stats, part),
  };
}

async function workflowOf(app: App, part: Part): Promise<{ readonly workflow: Workflow; readonly hash: string }> {
  if (part === "skill") return app.runs;
  const machine = part === "ticket" ? app.machine : app.sessions;
  const inForce = await app.board.workflows.inForce(part);
  return { workflow: machine.workflow, hash: inForce?.hash ?? "" };
}

/** null: tickets, which the measures have counted already. */
async function countsOf(app: App, part: Part): Promise<WorkflowPage["counts"] | null> {
  if (part === "ticket") return null;
  if (part === "session") {
    const open = await app.board.sessions.list({ open: true }, MOST);
    return grouped(open.map(({ state, enteredAt }) => ({ state, since: stamp(enteredAt) })));
  }
  const runs = await listRuns(app, MOST);
  return grouped(runs.map(({ state, lastActivity }) => ({ state, since: lastActivity })));
}

function grouped(all: readonly { readonly state: string; readonly since: string }[]): WorkflowPage["counts"] {
  return [...Map.groupBy(all, ({ state }) => state)].map(([state, own]) => ({
    state,
    count: own.length,
    oldest: own.map(({ since }) => since).toSorted()[0] ?? null,
  }));
}

function ticketCounts(stats: Stats): WorkflowPage["counts"] {
  return stats.tickets.states.map(({ state, now, standing }) => ({
    state,
    count: now,
    oldest: standing[0]?.since ?? null,
  }));
}

async function refusedOn(app: App, part: Part, days: number): Promise<WorkflowPage["refused"]> {
  const { board } = app;
  const [now, head] = await Promise.all([board.now(), board.ledger.head()]);
  const tallies = await board.ledger.tally(await board.ledger.rowBefore(now - days * DAY_MS), head.seq);
  const type = part === "skill" ? "run" : part;
  return tallies
    .flatMap((tally) => (tally.type === type && tally.code !== null ? [{ code: tally.code, count: tally.count }] : []))
    .toSorted((a, b) => b.count - a.count);
}

function trafficOf(stats: Stats, part: Part): Pick<WorkflowPage, "traffic" | "turnedBack"> {
  if (part === "skill") return { traffic: stats.runs.traffic, turnedBack: [] };
  const { traffic, turnedBack } = part === "ticket" ? stats.tickets : stats.sessions;
  return { traffic, turnedBack };
}
