// What happens to a shared database, while clients write to a board on it: nothing that was acknowledged may be lost, and
// service comes back by itself. By hand, larger: node test/system/shared/faults.ts --rounds 10 --clients 16

import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import pg from "pg";
import { StoreError } from "../../../src/store/errors.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import type { PostgresDriver } from "../../../src/store/postgres/driver.ts";
import { openPostgres } from "../../../src/store/postgres/open.ts";
import { freshBoard, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { killHard } from "../../support/postgres-pair.ts";
import { TcpProxy } from "../../support/proxies/tcp-proxy.ts";
import { creating } from "../../support/store/plans.ts";
import { describeFailover, failOver, READS, WRITES } from "./failover.ts";
import { describeFault, openAll, reportOf, Work, type FaultReport } from "./writers.ts";

export const FAULTS = ["killed", "read-only", "cut"] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultOptions {
  readonly rounds: number;
  readonly clients: number;
}

export async function sufferFault(fault: Fault, { rounds, clients }: FaultOptions): Promise<FaultReport> {
  const server = await startPostgres({ durable: true });
  const proxy = await TcpProxy.start(server.url);
  const board = freshBoard();
  const drivers = await openAll(proxy.url, board, clients);
  const work = new Work(drivers);
  const gapsMs: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      await work.more(20);
      const over = await inflict(fault, server, proxy);
      const back = work.done.size;
      while (work.done.size === back) await sleep(2);
      gapsMs.push(Math.round(performance.now() - over));
    }
    await work.more(20);
    await work.stop();
    return await reportOf(fault, work, drivers[0], gapsMs);
  } finally {
    await work.stop();
    await Promise.all(drivers.map((driver) => driver.close()));
    await proxy.close();
    await server.stop();
  }
}

/** When it was over. */
async function inflict(fault: Fault, server: TestPostgres, proxy: TcpProxy): Promise<number> {
  if (fault === "killed") {
    killHard(server);
    await sleep(50);
    await server.restart();
  } else if (fault === "read-only") {
    await admin(server.url, "ALTER SYSTEM SET default_transaction_read_only = on");
    await sleep(300);
    await admin(server.url, "ALTER SYSTEM RESET default_transaction_read_only");
  } else {
    for (let times = 0; times < 5; times++) {
      proxy.cut();
      await sleep(15);
    }
  }
  return performance.now();
}

async function admin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET default_transaction_read_only = off");
  await client.query(sql);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}

/** More clients than the server has connections for; each has one, and all of them get their work done. */
export async function crowd(clients: number, connections: number, each: number): Promise<FaultReport> {
  const server = await startPostgres({ durable: true, maxConnections: connections });
  const board = freshBoard();
  const drivers: PostgresDriver[] = [];
  const codes = new Set<string>();
  const done = new Map<string, number>();
  const began = performance.now();
  let longest = 0;
  try {
    const patiently = async <T>(step: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await step();
        } catch (error) {
          if (!(error instanceof StoreError) || error.code !== "store_busy") throw error;
          codes.add(error.code);
          await sleep(200);
        }
      }
    };
    await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const driver = await patiently(() => openPostgres({ url: server.url, board, poolSize: 1 }));
        drivers.push(driver);
        for (let made = 0; made < each; made++) {
          const plan = creating(`${index}-${made}`, { number: 1 + made * clients + index });
          const asked = performance.now();
          const outcome = await patiently(() => driver.commit(plan));
          longest = Math.max(longest, performance.now() - asked);
          if (outcome.kind === "done") done.set(plan.id, outcome.seq);
          await sleep(20);
        }
      }),
    );
    const [first] = drivers;
    if (!first) throw new Error("there is no client");
    const kept = await first.all("SELECT seq, plan FROM ledger", []);
    const lost = [...done].filter(([id, seq]) => !kept.some((row) => row["plan"] === id && row["seq"] === seq));
    const { ok } = await verifyStore(first);
    const fault = `${clients} clients for ${connections} connections, ${Math.round(performance.now() - began)} ms in all`;
    const unclear = kept.length - done.size;
    return {
      fault,
      acknowledged: done.size,
      lost: lost.length,
      unclear,
      codes: [...codes],
      gapsMs: [Math.round(longest)],
      isWhole: ok,
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.close()));
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { rounds: { type: "string", default: "10" }, clients: { type: "string", default: "16" } },
  });
  const options = { rounds: Number(values.rounds), clients: Number(values.clients) };
  const reports = [];
  for (const fault of FAULTS) reports.push(await sufferFault(fault, options));
  reports.push(await crowd(30, 20, 20));
  for (const report of reports) {
    console.log(describeFault(report));
    if (report.lost > 0 || !report.isWhole) process.exitCode = 1;
  }
  for (let round = 0; round < 3; round++) {
    const report = await failOver(options.clients);
    console.log(describeFailover(report));
    if (report.lost > 0 || !report.isWhole || !isDeepStrictEqual([report.before, report.after], [READS, WRITES]))
      process.exitCode = 1;
  }
}
