import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { track } from "../../support/processes/child.ts";
import { bareEnv, onScreen, PROGRAM, runProgramSync } from "../../support/program.ts";

const CERT = join(import.meta.dirname, "../../fixtures/tls/cert.pem");
const KEY = join(import.meta.dirname, "../../fixtures/tls/key.pem");

let folder: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-listening-"));
  database = join(folder, "board.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly said: string;
  readonly warned: () => string;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
}

async function serve(...flags: string[]): Promise<Served> {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--database", database, "--port", "0", ...flags], {
    env: bareEnv(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  track(child);
  let [said, warned] = ["", ""];
  const ended = once(child, "exit") as Promise<[number | null]>;
  child.stderr.on("data", (chunk: Buffer) => (warned += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error(`it ended: ${warned}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("ledger head ")) resolve();
    });
  });
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    return (await ended)[0];
  };
  return {
    said,
    warned: () => warned,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  };
}

async function overSocket(
  socketPath: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const asking = httpRequest({ socketPath, path, agent: false, headers: { host: "localhost", ...headers } });
  asking.end();
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  await text(response);
  return response.statusCode;
}

const SHUT = "everybody needs a token or a link, on this machine too: ";

function makeToken(...flags: string[]): Promise<string> {
  return onScreen(["token", "new", "--database", database, ...flags], { env: bareEnv() });
}

describe("a server on a socket", () => {
  it("is its user's alone: mode 0600, and a proxy's client needs a key there too", async () => {
    const socket = join(folder, "board.sock");
    const server = await serve("--socket", socket);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(server.said).toContain(`on the socket ${socket}, for this user alone`);
    expect(await overSocket(socket, "/api/board")).toBe(200);
    expect(await overSocket(socket, "/api/board", { "x-forwarded-for": "203.0.113.9" })).toBe(401);
    expect(await overSocket(socket, "/api/board", { host: "evil.example" })).toBe(403);
    expect(await server.stop()).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });

  it("takes the place of one that was killed, and not of one that runs", async () => {
    const socket = join(folder, "board.sock");
    await (await serve("--socket", socket)).kill();
    expect(existsSync(socket)).toBe(true);
    const server = await serve("--socket", socket);
    const second = runProgramSync(["serve", "--database", database, "--socket", socket], { env: bareEnv() });
    expect(second).toMatchObject({ status: 1 });
    expect(second.stderr).toContain("another server listens on");
    expect(await overSocket(socket, "/healthz")).toBe(200);
    await server.stop();
  });

  it("overwrites nothing that is no socket", () => {
    const file = join(folder, "notes.txt");
    writeFileSync(file, "mine");
    const refused = runProgramSync(["serve", "--database", database, "--socket", file], { env: bareEnv() });
    expect(refused.stderr).toContain("is there already, and is no socket");
    expect(statSync(file).size).toBe(4);
  });
});

describe("a server with a certificate", () => {
  it("speaks TLS, and prints its address so", async () => {
    const server = await serve("--tls-cert", CERT, "--tls-key", KEY);
    const [, url = ""] = /MCP at (https:\/\/127\.0\.0\.1:\d+)\/mcp/.exec(server.said) ?? [];
    const asking = httpsRequest(`${url}/healthz`, { rejectUnauthorized: false, agent: false });
    asking.end();
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    expect(await text(response)).toBe('{"status":"ok"}');
    await server.stop();
  });

  it("says where others can read its key", async () => {
    const key = join(folder, "key.pem");
    copyFileSync(KEY, key);
    chmodSync(key, 0o644);
    const server = await serve("--tls-cert", CERT, "--tls-key", key);
    await server.stop();
    expect(server.warned()).toContain(`chmod 600 ${key}`);
  });

  it.each([
    ["half of what it takes", ["--tls-cert", CERT], "belong together"],
    ["a file that is not there", ["--tls-cert", "none.pem", "--tls-key", KEY], "can't read --tls-cert none.pem"],
    ["no certificate", ["--tls-cert", PROGRAM, "--tls-key", KEY], "can't be used"],
  ])("does not start with %s", (_, flags, said) => {
    const refused = runProgramSync(["serve", "--database", database, "--port", "0", ...flags], { env: bareEnv() });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(said);
  });
});

describe("what a server prints about who needs a key", () => {
  it("is nothing on a board of one user", async () => {
    const server = await serve();
    await server.stop();
    expect(server.said).not.toContain("needs a token");
    expect(server.warned()).toBe("");
  });

  it.each([
    ["--require-token was given", ["--require-token"]],
    ["--allow-host was given", ["--allow-host", "board.example"]],
  ])("says that the door is shut: %s", async (why, flags) => {
    const server = await serve(...flags);
    await server.stop();
    expect(server.said).toContain(`${SHUT}${why}`);
  });

  it("says so where a token is limited to commands, at the start and while it runs", async () => {
    const before = await serve();
    await makeToken("--role", "agent", "--name", "bob", "--commands", "impl");
    const [, url = ""] = /MCP at (\S+)\/mcp/.exec(before.said) ?? [];
    await expect.poll(async () => (await fetch(`${url}/api/me`)).status).toBe(401);
    await before.stop();
    const limited = `${SHUT}a token of this board is limited to commands`;
    expect(before.warned()).toContain(limited);
    const after = await serve();
    await after.stop();
    expect(after.said).toContain(limited);
  });

  it("warns where keys cross a network without TLS, and not with it", async () => {
    await makeToken("--role", "viewer");
    const host = Object.values(networkInterfaces())
      .flat()
      .some((one) => one?.internal === false)
      ? "0.0.0.0"
      : "127.0.0.2";
    const plain = await serve("--host", host);
    await plain.stop();
    expect(plain.warned()).toContain("without TLS everybody on the way can read the keys");
    expect(plain.said).toContain(`${SHUT}this server listens beyond this machine`);
    const safe = await serve("--host", host, "--tls-cert", CERT, "--tls-key", KEY);
    await safe.stop();
    expect(safe.warned()).not.toContain("without TLS");
  });

  it.each(["nginx", "10.0.0.0/99"])("is that a proxy must have an address: %s", (name) => {
    const refused = runProgramSync(["serve", "--database", database, "--trusted-proxy", name], { env: bareEnv() });
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain("is neither an address");
  });
});
