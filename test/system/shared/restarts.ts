// Servers on one board that are restarted one after the other, under load: no client is told of a fault of ours, and the
// ledger has exactly what was acknowledged. By hand: node test/system/shared/restarts.ts --restarts 20

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { openDriver } from "../../../src/store/open.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { freshPlace } from "../../support/processes/place.ts";
import { bareEnv, runProgram } from "../../support/program.ts";

export interface RestartReport {
  readonly restarts: number;
  readonly acknowledged: number;
  /** Tickets in the ledger. */
  readonly created: number;
  /** How often each status came, beside 201. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections that were refused or cut; the same request was sent to the other server. */
  readonly reconnects: number;
  readonly longestMs: number;
  readonly isWhole: boolean;
}

export async function rollingRestarts(restarts: number, clients: number): Promise<RestartReport> {
  const place = await freshPlace("postgres");
  const { database, board = "main" } = place.address;
  const env = { SIGNALBOX_BOARD: board };
  const made = await runProgram(
    ["token", "new", "--role", "operator", "--name", "Olga", "--json", "--database", database],
    {
      env: bareEnv(env),
    },
  );
  const { token } = JSON.parse(made.stdout) as { token: string };
  const servers = await Promise.all([HttpServer.start(database, env), HttpServer.start(database, env)]);
  const urls = servers.map(({ url }) => url);
  const statuses: Record<string, number> = {};
  const load = { goes: true, acknowledged: 0, reconnects: 0, longestMs: 0 };

  const client = async (index: number): Promise<void> => {
    for (let at = index; load.goes;) {
      const body = JSON.stringify({ title: `One of client ${index}`, requestId: randomUUID() });
      const began = performance.now();
      for (;;) {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const answer = await fetch(`${urls[at % urls.length]}/api/tickets`, { method: "POST", headers, body }).catch(
          () => null,
        );
        if (answer) await answer.text().catch(() => null);
        if (answer?.status === 201) break;
        if (answer) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        else load.reconnects++;
        at++;
        await sleep(5);
      }
      load.acknowledged++;
      load.longestMs = Math.max(load.longestMs, performance.now() - began);
    }
  };
  const working = Array.from({ length: clients }, (_, index) => client(index));
  try {
    for (let round = 0; round < restarts; round++) {
      const enough = load.acknowledged + 10;
      while (load.acknowledged < enough) await sleep(5);
      const at = round % servers.length;
      const code = await servers[at]?.stop();
      if (code !== 0) statuses[`exit ${code}`] = (statuses[`exit ${code}`] ?? 0) + 1;
      const port = Number(new URL(urls[at] ?? "").port);
      const next = await HttpServer.start(database, env, port);
      servers[at] = next;
    }
    load.goes = false;
    await Promise.all(working);
    const driver = await openDriver({ database, board });
    const [row] = await driver.all("SELECT COUNT(*) AS n FROM ticket", []);
    const { ok } = await verifyStore(driver);
    await driver.close();
    const created = Number(row?.["n"]);
    const { acknowledged, reconnects } = load;
    return {
      restarts,
      acknowledged,
      created,
      statuses,
      reconnects,
      longestMs: Math.round(load.longestMs),
      isWhole: ok,
    };
  } finally {
    load.goes = false;
    await Promise.all(servers.map((server) => server.stop()));
    await place.remove();
  }
}

export function describeRestarts(report: RestartReport): string {
  const { restarts, acknowledged, created, statuses, reconnects, longestMs, isWhole } = report;
  const others = JSON.stringify(statuses);
  return `${restarts} restarts: ${acknowledged} acknowledged, ${created} tickets, ${reconnects} reconnects, other answers ${others}, longest ${longestMs} ms; ${isWhole ? "whole" : "NOT WHOLE"}`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { restarts: { type: "string", default: "20" }, clients: { type: "string", default: "8" } },
  });
  const report = await rollingRestarts(Number(values.restarts), Number(values.clients));
  console.log(describeRestarts(report));
  const faults = Object.keys(report.statuses).filter((status) => status !== "429");
  if (!report.isWhole || report.created !== report.acknowledged || faults.length > 0) process.exitCode = 1;
}
