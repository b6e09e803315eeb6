// What can happen to a PostgreSQL: it is killed, it is shut down at once, its connections are cut.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestPostgres } from "../../support/postgres.ts";
import { pause } from "../wait.ts";
import type { Fault } from "./fault.ts";

/** Nobody knows of a statement that was under way whether it was carried out; the plan's id says so, once it can be asked. */
const AWAY = ["store_unreachable", "unclear"];
/** A server that is started meanwhile waits, and is away for as long. */
const AWAY_WITH_SERVERS = [...AWAY, "connection_lost"];

export function databaseKilled(server: TestPostgres, weight: number): Fault {
  return {
    name: "database killed",
    weight,
    codes: AWAY_WITH_SERVERS,
    strike: async (random, over) => {
      for (const pid of processesOf(server)) killNow(pid);
      await pause(random.between(0, 2000), over);
      await server.restart();
    },
  };
}

export function databaseStopped(server: TestPostgres, weight: number): Fault {
  return {
    name: "database shut down at once",
    weight,
    codes: AWAY_WITH_SERVERS,
    strike: async (random, over) => {
      await server.kill();
      await pause(random.between(0, 3000), over);
      await server.restart();
    },
  };
}

export function connectionsCut(server: TestPostgres, weight: number): Fault {
  return {
    name: "connections to the database cut",
    weight,
    codes: AWAY,
    strike: async () => {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'signalbox' AND pid <> pg_backend_pid()",
      );
      await client.end();
    },
  };
}

/** The first server and everything that it has started. */
function processesOf(server: TestPostgres): readonly number[] {
  const postmaster = Number(readFileSync(join(server.dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It ended while we looked.
    return null;
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
