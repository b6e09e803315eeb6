// Several servers on one PostgreSQL, and agents who reach them over HTTP.

import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { leaseSeconds } from "../../src/demo/leases.ts";
import { borrowed, dropBoard, freshBoard, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { openStore } from "../support/processes/app.ts";
import type { Address } from "../support/processes/place.ts";
import type { Content } from "./agent-ask.ts";
import { verify } from "./command.ts";
import { connectionsCut, databaseKilled, databaseStopped } from "./faults/database.ts";
import type { Fault } from "./faults/fault.ts";
import { frozen, killed, wrongClocks } from "./faults/processes.ts";
import type { Weather } from "./faults/weather.ts";
import { freePorts, HttpLine, SharedServer } from "./fleet-http.ts";
import { Follower, tryStream } from "./follower.ts";
import { issueTokens } from "./issue-tokens.ts";
import { removeAtExit } from "./leftovers.ts";
import type { Notes } from "./notes.ts";
import type { Person } from "./people.ts";
import type { Phase, PhaseOptions, PhaseSummary } from "./phase.ts";
import type { Seat } from "./seats.ts";
import { postgresSource, type LedgerSource } from "./source.ts";
import { play, type Scenery, type Size } from "./stage.ts";
import { PACE, writeWorkflows } from "./workflows.ts";

const FOLLOWERS = 3;

export interface PostgresSize extends Size {
  readonly servers: number;
}

export const postgres: Phase = {
  name: "postgres",
  run: (options) => soakPostgres(options, { servers: 4, agents: 24, thinkMs: 200, calmMs: { least: 500, most: 6000 } }),
};

export function soakPostgres(options: PhaseOptions, size: PostgresSize): Promise<PhaseSummary> {
  return play("postgres", options, size, (weather, notes) => build(size, weather, notes));
}

async function build(size: PostgresSize, weather: Weather, notes: Notes): Promise<Scenery<HttpLine>> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-soak-"));
  const isGone = removeAtExit(() => rmSync(folder, { recursive: true }));
  const database = await startPostgres({ durable: true });
  const board = freshBoard();
  const { workflow, env: workflows } = writeWorkflows(folder);
  const env = { ...workflows, SIGNALBOX_BOARD: board };
  const address = { database: database.url, board };
  const [operator = ""] = await issueTokens(address, 1, "operator");
  const tokens = await issueTokens(address, size.agents + 1);
  const ports = await freePorts(size.servers);
  const servers = ports.map(
    (port, index) =>
      new SharedServer({
        name: `server ${index}`,
        database: database.url,
        port,
        env,
        clockFile: join(folder, `server-${index}.clock`),
      }),
  );
  // The first makes the tables.
  for (const server of servers) await server.start();
  const followers = Array.from({ length: FOLLOWERS }, (_, index) => new Follower(index, servers, notes));
  for (const follower of followers) follower.begin();
  const open = (): Promise<LedgerSource> => postgresSource(database.url, board);
  const lineAt = (seat: number, name: string): HttpLine =>
    new HttpLine(servers, seat, tokens[seat] ?? "", name, weather);
  return {
    open,
    workflow,
    connect: (seat, name) => Promise.resolve(lineAt(seat, name)),
    person: personOverHttp(servers, operator),
    faults: (seats) => faultsOf(seats, servers, database),
    veterans: () => servers.slice(0, 1).flatMap(({ pid }) => pid ?? []),
    letTimePass: async () => {
      await untilAllLeasesEnd(address);
      return lineAt(size.agents, "the-last");
    },
    judge: async (notes) => {
      await judgeTime(open, notes);
      const head = await headOf(open);
      for (const follower of followers) await follower.end(head);
      for (const server of servers) await tryStream(server, notes);
      await verify(database.url, env, notes);
    },
    end: async () => {
      for (const follower of followers) await follower.stop();
      await Promise.all(servers.map((server) => server.stop()));
    },
    clear: async () => {
      isGone();
      await dropBoard(database.url, board);
      await database.stop();
      await rm(folder, { recursive: true });
    },
    keep: async () => {
      isGone();
      await rm(folder, { recursive: true });
      if (borrowed === undefined) await database.kill();
      return `${borrowed ?? database.dataDir}, board ${board}`;
    },
  };
}

/** By the database's clock, which nobody moves. */
async function untilAllLeasesEnd(address: Address): Promise<void> {
  const store = await openStore(address);
  try {
    const lasts = "SELECT 1 AS one FROM ticket WHERE greatest(claim_expires, reserved_until) > board_now() LIMIT 1";
    while ((await store.driver.all(lasts, [])).length > 0) await sleep(50);
  } finally {
    await store.close();
  }
}

function faultsOf(
  seats: readonly Seat<HttpLine>[],
  servers: readonly SharedServer[],
  database: TestPostgres,
): readonly (readonly Fault[])[] {
  const agentKilled: Fault = {
    name: "agent killed",
    weight: 3,
    codes: [],
    strike: async (random) => random.oneOf(seats.filter(({ line }) => line !== null))?.killAgent(),
  };
  return [
    // The first server is never killed, so that its memory can be watched.
    [agentKilled, killed(() => servers.slice(1), 3), frozen(() => servers, 2, leaseSeconds(PACE) * 1000)],
    [
      wrongClocks(() => servers, 4),
      connectionsCut(database, 3),
      // One that was lent to us is not ours to stop.
      ...(borrowed === undefined ? [databaseKilled(database, 2), databaseStopped(database, 2)] : []),
    ],
  ];
}

/** One for each seat, and a person's. */

function personOverHttp(servers: readonly SharedServer[], token: string): Person {
  let turn = 0;
  return async ({ number, to, reason }) => {
    const server = servers[turn++ % servers.length];
    const answer = await fetch(`${server?.url}/api/tickets/${number}/handoff`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ toState: to, reason }),
    });
    const said = (await answer.json()) as { readonly error?: Content } & Content;
    return said.error ?? said;
  };
}

/** The database's clock counts, whatever its servers believe: no row can be of a time that has not come. */
async function judgeTime(open: () => Promise<LedgerSource>, notes: Notes): Promise<void> {
  const source = await open();
  const sql = "SELECT max(at) AS last, extract(epoch FROM clock_timestamp()) * 1000 AS now FROM ledger";
  const [row] = await source.all(sql, []);
  await source.close();
  if (Number(row?.["last"]) > Number(row?.["now"]))
    notes.breach("a row of the ledger is of a time that has not come yet");
}

async function headOf(open: () => Promise<LedgerSource>): Promise<number> {
  const source = await open();
  const [row] = await source.all("SELECT max(seq) AS head FROM ledger", []);
  await source.close();
  return Number(row?.["head"]);
}
