// What whoever runs a server sees of it: whether it is ready, how it ends, what it logs, what it measures, and that it
// reads where it can't write.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { MIGRATIONS } from "../../../src/store/migrations/list.ts";
import { openPostgres } from "../../../src/store/postgres/open.ts";
import type { ReadyAnswer } from "../../../src/http/ready.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { borrowed, dropBoard, freshBoard, sharedPostgres, startPostgres } from "../../support/postgres.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { TcpProxy } from "../../support/proxies/tcp-proxy.ts";

let url: string;
let board: string;
let token: string;

beforeEach(async () => {
  url = await sharedPostgres();
  board = freshBoard();
  const made = await runProgram(["token", "new", "--role", "operator", "--name", "Olga", "--json", "--database", url], {
    env: bareEnv({ SIGNALBOX_BOARD: board }),
  });
  ({ token } = JSON.parse(made.stdout) as { token: string });
});

afterEach(() => dropBoard(url, board));

async function start(database = url, more: Record<string, string> = {}): Promise<HttpServer> {
  const server = await HttpServer.start(database, { SIGNALBOX_BOARD: board, ...more });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

async function ready(server: HttpServer): Promise<ReadyAnswer & { readonly code: number }> {
  const answer = await fetch(`${server.url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as ReadyAnswer) };
}

const create = (server: HttpServer, title: string): Promise<Response> =>
  fetch(`${server.url}/api/tickets`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ title }),
  });

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=signalbox_${board}` });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe("/readyz", () => {
  it("says that a server is ready, and what is in the way where it is not", async () => {
    const server = await start();
    expect(await ready(server)).toEqual({
      code: 200,
      status: "ready",
      checks: { draining: false, database: "ok", schema: "current", workflow: "ok", writes: "ok" },
    });
    await asOwner("UPDATE meta SET value = '99' WHERE name = 'schema_version'");
    await expect
      .poll(() => ready(server))
      .toMatchObject({ code: 503, status: "not_ready", checks: { schema: "newer" } });
    // It says so to those who write, and goes on reading.
    const refused = await create(server, "Too new");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: "store_newer" } });
    expect((await fetch(`${server.url}/api/board`)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("says when a server is leaving, which answers until then and keeps no connection", async () => {
    const { spawn } = await import("node:child_process");
    const { PROGRAM } = await import("../../support/program.ts");
    const child = spawn(process.execPath, [PROGRAM, "serve", "--port", "0", "--database", url, "--drain", "6"], {
      env: bareEnv({ SIGNALBOX_BOARD: board }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { promise, resolve } = Promise.withResolvers<string>();
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += String(chunk);
      const [, found] = /MCP at (\S+)\/mcp\n[^]*ledger head /.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    const address = await promise;
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 10_000 }).toBe(503);
    const answer = await fetch(`${address}/api/board`);
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    expect(await ended).toBe(0);
  });

  it("waits for a migration that nobody but a person begins", async () => {
    await dropBoard(url, board);
    board = freshBoard();
    const older = await openPostgres({ url, board, migrations: MIGRATIONS.slice(0, 5) });
    await older.close();
    const env = bareEnv({ SIGNALBOX_BOARD: board });
    const listed = await runProgram(["ticket", "list", "--database", url], { env });
    expect(listed).toMatchObject({ status: 1 });
    expect(listed.stderr).toContain("signalbox migrate");
    await expect(HttpServer.start(url, { SIGNALBOX_BOARD: board })).rejects.toThrow("signalbox migrate");
    const checked = await runProgram(["migrate", "--check", "--database", url], { env });
    expect(checked).toMatchObject({ status: 1 });
    expect(checked.stdout).toContain("The board has schema 5");
    const migrated = await runProgram(["migrate", "--database", url], { env });
    expect(migrated).toMatchObject({ status: 0 });
    expect(migrated.stdout).toContain("Migrated from schema 5");
    expect((await runProgram(["verify", "--database", url], { env })).stdout).toContain("Verified");
    expect((await runProgram(["migrate", "--check", "--database", url], { env })).status).toBe(0);
    expect(await ready(await start())).toMatchObject({ code: 200 });
  });
});

it("a server on a replica reads, and refuses what writes with a way out", async () => {
  await create(await start(), "Before");
  const readOnly = `${url}?options=${encodeURIComponent("-c default_transaction_read_only=on")}`;
  const replica = await start(readOnly);
  const headers = { authorization: `Bearer ${token}` };
  const seen = await fetch(`${replica.url}/api/board`, { headers });
  expect(seen.status).toBe(200);
  expect(JSON.stringify(await seen.json())).toContain("Before");
  expect(await ready(replica)).toMatchObject({ code: 200, checks: { writes: "read_only" } });
  const refused = await create(replica, "Not here");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { code: "store_readonly" } });
  expect((await replica.call("list_tickets", {}, undefined)).isError ?? false).toBe(false);
});

it("logs an outage once and its end once at the default level, requests where asked, and measures them", async () => {
  const proxy = await TcpProxy.start(url);
  onTestFinished(() => proxy.close());
  const server = await start(proxy.url, { SIGNALBOX_LOG: "info" });
  let stderr = "";
  server.process.stderr?.on("data", (chunk: Buffer) => (stderr += String(chunk)));
  await create(server, "One");
  proxy.leadTo("postgres://127.0.0.1:1/none");
  proxy.cut();
  for (let times = 0; times < 5; times++) expect((await create(server, "Away")).status).toBe(503);
  await expect.poll(() => ready(server)).toMatchObject({ code: 503, checks: { database: "store_unreachable" } });
  proxy.leadTo(url);
  await expect.poll(async () => (await create(server, "Back")).status, { timeout: 20_000 }).toBe(201);
  await sleep(50);
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const told = lines.map(({ level, message }) => `${String(level)} ${String(message)}`);
  expect(told.filter((line) => line.includes("can't be used"))).toHaveLength(1);
  expect(told.filter((line) => line.includes("is back after"))).toHaveLength(1);
  expect(told.find((line) => line.includes("is back after"))).toMatch(/^warn /);
  expect(lines).toContainEqual(
    expect.objectContaining({ message: "request", method: "POST", path: "/api/tickets", status: 201 }),
  );
  expect(stderr).not.toContain(token);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(
    /signalbox_http_request_seconds_count\{method="POST",route="\/api\/tickets",status="201"\} [12]\n/,
  );
  expect(metrics).toMatch(
    /signalbox_http_request_seconds_count\{method="POST",route="\/api\/tickets",status="503"\} \d/,
  );
  expect(metrics).toMatch(/signalbox_pool_connections\{state="size"\} 10/);
  expect(metrics).toMatch(/signalbox_commit_seconds_count [1-9]/);
  expect(metrics).toMatch(/signalbox_commit_batch_size_count [1-9]/);
});

it("a process that serves one agent takes one connection", async () => {
  const agent = new StdioClient(`${url}?application_name=${board}`, { SIGNALBOX_BOARD: board, SIGNALBOX_AGENT: "ann" });
  onTestFinished(async () => void (await agent.leave()));
  await agent.initialize();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const most: number[] = [];
  for (let made = 0; made < 5; made++) {
    await Promise.all([
      agent.ok("create_ticket", { title: "One" }),
      agent.ok("list_tickets", {}),
      agent.ok("pipeline_dashboard", {}).catch(() => null),
    ]);
    const { rows } = await client.query<{ n: string }>(
      "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE application_name = $1",
      [board],
    );
    most.push(Number(rows[0]?.n));
  }
  expect(Math.max(...most)).toBe(1);
});

describe.skipIf(borrowed !== undefined)("a password", () => {
  it("may have any character, written as it is", async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const password = "p@ss/w:rd?#100%";
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`CREATE ROLE odd LOGIN SUPERUSER PASSWORD '${password}'`);
    const rules = join(server.dataDir, "pg_hba.conf");
    writeFileSync(rules, `host all odd 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, "utf8")}`);
    await client.query("SELECT pg_reload_conf()");
    await client.end();
    const { host } = new URL(server.url);
    const open = (secret: string) =>
      runProgram(["migrate", "--database", `postgres://odd:${secret}@${host}/postgres`], {
        env: bareEnv({ SIGNALBOX_BOARD: "web-2" }),
      });
    const refused = await open("wrong");
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain("refuses the login");
    expect(await open(password)).toMatchObject({ status: 0 });
    expect(await open(encodeURIComponent(password))).toMatchObject({ status: 0 });
  });
});
