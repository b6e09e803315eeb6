// A primary that is killed while clients write, and its standby, which is promoted: what was acknowledged is there, the
// clients go on by themselves, and a server that stood on the standby reads before and writes afterwards.

import { setTimeout as sleep } from "node:timers/promises";
import type { ReadyAnswer } from "../../../src/http/ready.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { killHard, startPair } from "../../support/postgres-pair.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { describeFault, openAll, reportOf, Work, type FaultReport } from "./writers.ts";

const BOARD = "main";
/** How long nobody takes writes, as where somebody has to decide. */
const NOBODY_MS = 1_000;

/** What `serve` on the standby answers. */
export interface Served {
  readonly ready: number;
  readonly writes: string;
  /** Status of a read of the board. */
  readonly reads: number;
  /** Status of a write. */
  readonly creates: number;
}

export const READS: Served = { ready: 200, writes: "read_only", reads: 200, creates: 503 };
export const WRITES: Served = { ready: 200, writes: "ok", reads: 200, creates: 201 };

export interface FailoverReport extends FaultReport {
  readonly before: Served;
  readonly after: Served;
  /** From the kill to the first acknowledgement after it. */
  readonly awayMs: number;
  /** What the server on the standby logged. */
  readonly logged: readonly string[];
}

export async function failOver(clients: number): Promise<FailoverReport> {
  const pair = await startPair();
  const drivers = await openAll(pair.url, BOARD, clients);
  const token = await newToken(pair.primary.url);
  const [others] = (await drivers[0]?.all("SELECT COUNT(*) AS n FROM ledger", [])) ?? [];
  const work = new Work(drivers);
  const server = await HttpServer.start(pair.standby.url);
  let stderr = "";
  server.process.stderr?.on("data", (chunk: Buffer) => (stderr += String(chunk)));
  try {
    await work.more(50);
    const before = await look(server, token);
    killHard(pair.primary);
    const killed = performance.now();
    await sleep(NOBODY_MS);
    const acknowledged = work.done.size;
    await pair.promote();
    const promoted = performance.now();
    while (work.done.size === acknowledged) await sleep(2);
    const back = performance.now();
    await work.more(50);
    const after = await look(server, token);
    await work.stop();
    const report = await reportOf("failed over to the standby", work, drivers[0], [Math.round(back - promoted)]);
    // Without the rows of before, and what the server was asked to make beside the clients.
    const unclear = report.unclear - Number(others?.["n"]) - (after.creates === 201 ? 1 : 0);
    const logged = stderr.split("\n").filter((line) => line !== "");
    return { ...report, unclear, before, after, awayMs: Math.round(back - killed), logged };
  } finally {
    await work.stop();
    await server.stop();
    await Promise.all(drivers.map((driver) => driver.close()));
    await pair.stop();
  }
}

export function describeFailover(report: FailoverReport): string {
  const { before, after, awayMs } = report;
  const served = [before, after].map(({ writes, creates }) => `${writes} (${creates})`).join(", then ");
  return `${describeFault(report)}; away ${awayMs} ms, of which ${NOBODY_MS} before the promotion; on the standby writes were ${served}`;
}

async function newToken(database: string): Promise<string> {
  const args = ["token", "new", "--role", "operator", "--name", "Olga", "--json", "--database", database];
  const { stdout } = await runProgram(args, { env: bareEnv({ SIGNALBOX_BOARD: BOARD }) });
  return (JSON.parse(stdout) as { token: string }).token;
}

async function look({ url }: HttpServer, token: string): Promise<Served> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const created = await fetch(`${url}/api/tickets`, { method: "POST", headers, body: `{"title":"Here"}` });
  const board = await fetch(`${url}/api/board`, { headers });
  const ready = await fetch(`${url}/readyz`);
  const { checks } = (await ready.json()) as ReadyAnswer;
  return { ready: ready.status, writes: checks.writes, reads: board.status, creates: created.status };
}
