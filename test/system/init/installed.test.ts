// How init sets a client up depends on how the program was installed. Each way for real, with npm and the packed tarball:
// the command works here, stands where it may, and doctor finds it well.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { PROGRAM, ROOT } from "../../support/program.ts";

const { version } = packageJson;

let packed: string;
let tarball: string;
let top: string;
let project: string;
let home: string;

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), "signalbox-packed-"));
  const { status } = spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", packed], { cwd: ROOT });
  expect(status).toBe(0);
  tarball = join(packed, `signalbox-${version}.tgz`);
});

afterAll(() => rmSync(packed, { recursive: true }));

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-installed-")));
  onTestFinished(() => rmSync(top, { recursive: true }));
  [project, home] = [join(top, "project"), join(top, "home")];
  for (const folder of [project, home]) mkdirSync(folder);
  spawnSync("git", ["init", "-q"], { cwd: project });
});

async function run(
  line: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ status: number | null; out: string }> {
  const [program = "", ...args] = line;
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1", npm_config_offline: "true", ...env },
  });
  child.stdin.end();
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { status, out: out + err };
}

function entryIn(file: string): unknown {
  const { mcpServers } = JSON.parse(readFileSync(file, "utf8")) as { mcpServers: Record<string, unknown> };
  return mcpServers["signalbox"];
}

const STARTED = expect.stringMatching(/Claude Code: \S+: starts, and answers[^]*All is well\./);

describe("init and doctor", () => {
  it("of a program that is installed for the user: its name, in the project's file", async () => {
    const prefix = join(top, "prefix");
    await run(["npm", "install", "-g", "--prefix", prefix, "--no-audit", "--no-fund", tarball]);
    const env = { PATH: `${join(prefix, "bin")}:${process.env["PATH"]}` };
    expect(await run(["signalbox", "init", "--client", "claude"], env)).toMatchObject({ status: 0 });
    expect(entryIn(join(project, ".mcp.json"))).toEqual({ command: "signalbox", args: ["mcp"] });
    expect(await run(["signalbox", "doctor"], env)).toEqual({ status: 0, out: STARTED });
    expect(await run(["signalbox", "init", "--undo"], env)).toMatchObject({ status: 0 });
    expect(existsSync(join(project, ".mcp.json"))).toBe(false);
  });

  it("of a program that the project depends on: the project's own, in the project's file", async () => {
    await run(["npm", "install", "--no-audit", "--no-fund", tarball]);
    const program = join(project, "node_modules/.bin/signalbox");
    expect(await run([program, "init", "--client", "claude"])).toMatchObject({ status: 0 });
    expect(entryIn(join(project, ".mcp.json"))).toEqual({ command: "npx", args: ["--no-install", "signalbox", "mcp"] });
    expect(await run([program, "doctor"])).toEqual({ status: 0, out: STARTED });
  });

  it("of a published program that npx fetched: pinned to its version, in the project's file", async () => {
    const env = {
      npm_config_offline: "false",
      npm_config_registry: await registry(),
      npm_config_cache: join(top, "cache"),
    };
    const npx = ["npx", "-y", `signalbox@${version}`];
    expect(await run([...npx, "init", "--client", "claude"], env)).toMatchObject({ status: 0 });
    expect(entryIn(join(project, ".mcp.json"))).toEqual({
      command: "npx",
      args: ["-y", `signalbox@${version}`, "mcp"],
    });
    expect(await run([...npx, "doctor"], env)).toEqual({ status: 0, out: STARTED });
  });

  it("of a checkout: its path, in the user's own file and in no file of the project", async () => {
    const program = [process.execPath, PROGRAM];
    const written = await run([...program, "init", "--client", "claude,codex"]);
    expect(written).toMatchObject({ status: 0, out: expect.stringContaining("your own file") });
    expect(entryIn(join(home, ".claude.json"))).toEqual({ command: process.execPath, args: [PROGRAM, "mcp"] });
    expect(existsSync(join(project, ".mcp.json"))).toBe(false);
    expect(existsSync(join(project, ".codex"))).toBe(false);
    expect(await run([...program, "doctor"])).toEqual({ status: 0, out: STARTED });
    expect(await run([...program, "init", "--undo"])).toMatchObject({ status: 0 });
    expect([".claude.json", ".codex"].map((name) => existsSync(join(home, name)))).toEqual([false, false]);
  });
});

/** As much of npm's registry as it takes to publish one package. */
async function registry(): Promise<string> {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return void response.end(bytes);
    if (request.url !== "/signalbox") return void response.writeHead(404).end();
    const dist = { tarball: `${url}/signalbox-${version}.tgz`, integrity };
    const { name, bin, engines } = packageJson;
    const versions = { [version]: { name, version, bin, engines, dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}
