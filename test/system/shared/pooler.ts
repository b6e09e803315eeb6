// A real PgBouncer in transaction mode, as Debian ships it, and two boards behind it: agents make tickets at the same time,
// and none stands on the other board. By hand, as root (it is installed where it is missing): npm run pooler

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { openDriver } from "../../../src/store/open.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { freshBoard, startPostgres } from "../../support/postgres.ts";

const { values } = parseArgs({
  options: { creates: { type: "string", default: "1000" }, clients: { type: "string", default: "8" } },
});
const [creates, clients] = [Number(values.creates), Number(values.clients)];
/** `nobody` on the systems that we know: PgBouncer refuses to run as root. */
const NOBODY = 65_534;

const program = install();
const server = await startPostgres({ durable: false });
const folder = await mkdtemp(join(tmpdir(), "signalbox-pooler-"));
await chmod(folder, 0o755);
await chown(folder, NOBODY, NOBODY);
const pooler = await startPooler();
const names = [freshBoard(), freshBoard()];
try {
  for (const board of names) await (await openDriver({ database: server.url, board })).close();
  const began = performance.now();
  const agents = Array.from({ length: clients }, (_, index) => {
    const board = index % 2;
    const env = { SIGNALBOX_BOARD: names[board] ?? "", SIGNALBOX_AGENT: `agent-${index}` };
    return { board, client: new StdioClient(pooler.url, env) };
  });
  const made = [0, 0];
  let failed = 0;
  await Promise.all(
    agents.map(async ({ board, client }) => {
      await client.initialize();
      for (let count = 0; count < creates / clients; count++) {
        const answer = await client.call("create_ticket", { title: `For board ${board}` });
        if (answer.isError) failed++;
        else made[board] = (made[board] ?? 0) + 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const { client } of agents) await client.leave();
  let foreign = 0;
  for (const [board, name] of names.entries()) {
    const driver = await openDriver({ database: server.url, board: name });
    const tickets = await driver.all("SELECT title FROM ticket", []);
    const strange = tickets.filter((row) => row["title"] !== `For board ${board}`).length;
    const verdict = await verifyStore(driver);
    await driver.close();
    foreign += strange;
    console.log(
      `board ${board}: ${made[board]} acknowledged, ${tickets.length} tickets, ${strange} foreign, ${verdict.ok ? "verified" : "NOT WHOLE"}`,
    );
    if (tickets.length !== made[board] || strange > 0 || !verdict.ok) process.exitCode = 1;
  }
  console.log(
    `${pooler.version}, pool_mode = transaction, ${pooler.backends} server connections: ${creates} creates by ${clients} agents in ${seconds.toFixed(1)} s, ${failed} failed, ${foreign} on the foreign board`,
  );
  if (failed > 0) process.exitCode = 1;
} finally {
  pooler.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function install(): string {
  const find = (): string =>
    spawnSync("sh", ["-c", "command -v pgbouncer || ls /usr/sbin/pgbouncer"], { encoding: "utf8" }).stdout.trim();
  if (find() === "")
    spawnSync("sh", ["-c", "apt-get update -qq; apt-get install -y -qq pgbouncer"], { stdio: "inherit" });
  const path = find();
  if (path === "") throw new Error("there is no pgbouncer, and it could not be installed");
  return path;
}

async function startPooler() {
  const backends = 4;
  const { hostname, port, pathname, username } = new URL(server.url);
  const own = await freePort();
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
auth_type = any
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${backends}
max_client_conn = 200
unix_socket_dir =
logfile = ${join(folder, "log")}
`,
  );
  await writeFile(join(folder, "users.txt"), `"${username}" ""\n`);
  const ini = join(folder, "pgbouncer.ini");
  const child = spawn(program, [ini], { uid: NOBODY, gid: NOBODY, stdio: ["ignore", "ignore", "ignore"] });
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await untilReady(url);
  const [version = "pgbouncer"] = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.split("\n");
  return { url, backends, version, stop: () => child.kill("SIGTERM") };
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query("SELECT 1");
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
