// Open dashboards while agents are at work. By hand: node test/system/http/load/dashboards.ts --dashboards 50 --agents 8 --seconds 60

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { StdioClient } from "../../../support/clients/stdio-client.ts";
import { HttpServer } from "../../../support/clients/http-server.ts";
import { track } from "../../../support/processes/child.ts";
import { Listener } from "./listener.ts";

export interface DashboardsOptions {
  readonly dashboards: number;
  readonly agents: number;
  readonly seconds: number;
}

export interface DashboardsReport {
  /** What a dashboard was told twice, not at all, or in the wrong order. */
  readonly breaches: readonly string[];
  readonly rows: number;
  readonly bytes: Spread;
  /** Milliseconds from the row's own time, before it is on disk, to each dashboard. */
  readonly ours: Spread;
  /** The same bytes at the same moments from the bare server, to as many listeners. */
  readonly bare: Spread;
}

interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Between two calls of an agent: with none at all, nothing is measured but two processors that are too few. */
const PAUSE_MS = 40;

export async function watchAgents({ dashboards, agents, seconds }: DashboardsOptions): Promise<DashboardsReport> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-dashboards-"));
  const database = join(folder, "board.db");
  const server = await HttpServer.start(database);
  const bare = track(fork(join(import.meta.dirname, "bare-server.ts")));
  const workers = Array.from({ length: agents }, (_, index) => {
    const client = new StdioClient(database, { SIGNALBOX_AGENT: `agent-${index}` });
    track(client.process);
    return client;
  });
  const open: Listener[] = [];
  try {
    const [port] = (await once(bare, "message")) as [number];
    const before = await headOf(server);
    await Promise.all(workers.map((worker) => worker.initialize()));
    const ours = await openAll(`${server.url}/api/events?after=${before}`, dashboards);
    const theirs = await openAll(`http://127.0.0.1:${port}/`, dashboards);
    open.push(...ours, ...theirs);
    const sent = new Map<number, number>();
    ours[0]?.tell((id, block) => forward(bare, sent, id, block));

    const until = performance.now() + seconds * 1000;
    await Promise.all(workers.map((worker) => beBusy(worker, until)));
    const head = await headOf(server);
    await arrived(ours, head);
    await arrived(theirs, head);
    const made = await timesOf(server, before);
    return {
      breaches: ours.flatMap((listener, index) => breachesOf(listener, index, before, head)),
      rows: head - before,
      bytes: spreadOf(ours[0]?.sizes ?? []),
      ours: spreadOf(ours.flatMap((listener) => delays(listener, made))),
      bare: spreadOf(theirs.flatMap((listener) => delays(listener, sent))),
    };
  } finally {
    for (const listener of open) listener.close();
    await Promise.all(workers.map((worker) => worker.leave()));
    bare.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

export function describeDashboards({ rows, bytes, ours, bare, breaches }: DashboardsReport): string {
  const show = ({ median, p95, max }: Spread): string =>
    `median ${median.toFixed(1)}, p95 ${p95.toFixed(1)}, max ${max.toFixed(1)}`;
  const goal = 2 * bare.p95 + 50;
  return [
    `${rows} rows, each to every dashboard; ${breaches.length} breaches`,
    `bytes of an event: ${show(bytes)}`,
    `ms from the move to the event: ${show(ours)}`,
    `ms of the bare fan-out: ${show(bare)}`,
    `goal: p95 at most 2 × the bare one's + 50 = ${goal.toFixed(1)}: ${ours.p95 <= goal ? "kept" : "MISSED"}`,
  ].join("\n");
}

function openAll(url: string, count: number): Promise<Listener[]> {
  return Promise.all(Array.from({ length: count }, () => Listener.open(url)));
}

function forward(bare: ChildProcess, sent: Map<number, number>, id: number, block: string): void {
  sent.set(id, performance.timeOrigin + performance.now());
  bare.send(block);
}

/** Tickets, moves, claims, sessions and refusals, one after the other. */
async function beBusy(agent: StdioClient, until: number): Promise<void> {
  while (performance.now() < until) {
    const { number } = await agent.ok("create_ticket", { title: "To be looked into", priority: "P1", estimate: "S" });
    const { sessionId } = await agent.ok("create_ralph_session", { ticket: number });
    const move = { number, command: "research", reason: "As it has to be" };
    for (const [tool, args] of [
      ["handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Go" }],
      ["handoff_ticket", { ...move, intent: "lock" }],
      ["update_session_state", { sessionId, state: "analyzing", metadata: { files: ["src/a.ts", "src/b.ts"] } }],
      ["handoff_ticket", { ...move, command: "impl", intent: "complete" }],
      ["handoff_ticket", { ...move, intent: "escalate" }],
      ["complete_ralph_session", { sessionId, outcome: "success" }],
    ] as const) {
      await sleep(PAUSE_MS);
      await agent.call(tool, args);
    }
  }
}

async function headOf(server: HttpServer): Promise<number> {
  const answer = await fetch(`${server.url}/api/ledger?after=0&limit=1`);
  return ((await answer.json()) as { head: number }).head;
}

/** When each row was made, by the ledger. */
async function timesOf(server: HttpServer, before: number): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (let after = before; ;) {
    const answer = await fetch(`${server.url}/api/ledger?after=${after}&limit=500`);
    const { rows } = (await answer.json()) as { rows: { seq: number; at: string }[] };
    if (rows.length === 0) return times;
    for (const { seq, at } of rows) times.set(seq, Date.parse(at));
    after = rows.at(-1)?.seq ?? after;
  }
}

async function arrived(listeners: readonly Listener[], head: number): Promise<void> {
  // What is lost never comes: after a minute, the count says so.
  for (let wait = 0; wait < 1200 && listeners.some(({ ids }) => ids.at(-1) !== head); wait++) await sleep(50);
}

function breachesOf({ ids }: Listener, index: number, before: number, head: number): string[] {
  const wrong = ids.findIndex((id, place) => id !== before + 1 + place);
  if (wrong >= 0) return [`dashboard ${index} was told ${ids[wrong]} where ${before + 1 + wrong} was due`];
  return ids.length === head - before ? [] : [`dashboard ${index} was told ${ids.length} of ${head - before} rows`];
}

function delays({ ids, arrivals }: Listener, made: ReadonlyMap<number, number>): number[] {
  return ids.flatMap((id, index) => {
    const [from, at] = [made.get(id), arrivals[index]];
    return from === undefined || at === undefined ? [] : [at - from];
  });
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      dashboards: { type: "string", default: "50" },
      agents: { type: "string", default: "8" },
      seconds: { type: "string", default: "60" },
    },
  });
  const options = {
    dashboards: Number(values.dashboards),
    agents: Number(values.agents),
    seconds: Number(values.seconds),
  };
  const report = await watchAgents(options);
  console.log(describeDashboards(report));
  for (const breach of report.breaches.slice(0, 20)) console.error(breach);
  if (report.breaches.length > 0) process.exitCode = 1;
}
