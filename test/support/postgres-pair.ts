// A primary, and a standby that streams from it: what is acknowledged is on both.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres, type TestPostgres } from "./postgres.ts";

const REPLICATES = { wal_level: "replica", max_wal_senders: 4, hot_standby: "on" };
const IN_STEP = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";

export interface PostgresPair {
  readonly primary: TestPostgres;
  readonly standby: TestPostgres;
  /** Both hosts, the primary first. */
  readonly url: string;
  /** The standby takes writes when this is over. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPair(): Promise<PostgresPair> {
  const servers: TestPostgres[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.stop();
  };
  try {
    const primary = await startPostgres({ durable: true, settings: REPLICATES });
    servers.push(primary);
    const standby = await startPostgres({ durable: true, settings: REPLICATES, standbyOf: primary });
    servers.push(standby);
    await keepInStep(primary.url);
    const url = severalHosts(primary.url, standby.url);
    const promote = () => ask(standby.url, async (client) => void (await client.query("SELECT pg_promote()")));
    return { primary, standby, url, promote, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** From now on a commit waits until the standby has written it down. */
function keepInStep(url: string): Promise<void> {
  return ask(url, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query("SELECT pg_reload_conf()");
    while ((await client.query(IN_STEP)).rowCount === 0) await sleep(20);
  });
}

async function ask(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** kill -9 of the server itself; what serves its connections notices, and ends too. */
export function killHard({ dataDir }: TestPostgres): void {
  const [pid] = readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

export function severalHosts(...urls: readonly string[]): string {
  const [first, ...others] = urls.map((url) => new URL(url));
  if (!first) throw new Error("there is no host");
  return first.href.replace(first.host, [first, ...others].map(({ host }) => host).join(","));
}
