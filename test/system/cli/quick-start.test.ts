// The README's quick start, tried as it is written, with the package as it would be published.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { atTerminalSync, ROOT } from "../../support/program.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");

function section(title: string): string {
  return README.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? expect.fail(`no section ${title}`);
}

/** Lines are broken for people who read; the words count. */
function words(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function between(mark: string): string {
  return words(README.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? "");
}

it("leads from nothing to the first refused move, step by step", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-quick-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [place, prefix, home] = ["place", "prefix", "home"].map((name) => join(folder, name));
  for (const made of [place, prefix, home]) mkdirSync(made ?? "");
  const path = [join(prefix ?? "", "bin"), join(process.execPath, ".."), process.env["PATH"]].join(":");
  const env = { PATH: path, HOME: home, NO_COLOR: "1", npm_config_prefix: prefix, npm_config_offline: "true" };
  const run = (line: string): { status: number | null; out: string; err: string } => {
    const { status, stdout, stderr } = atTerminalSync(line, { cwd: place ?? "", env });
    return { status, out: stdout, err: stderr };
  };
  spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT });
  expect(run("git init").status).toBe(0);

  const steps = [...section("Quick start").matchAll(/^ {4}((?:npm|signalbox) .+)$/gm)].map(([, line = ""]) => line);
  const [install, init, doctor, create, move, ...others] = steps;
  expect(install).toBe("npm install -g signalbox");
  expect(others).toEqual([]);
  expect(run(`npm install -g ${join(folder, "signalbox-*.tgz")}`)).toMatchObject({ status: 0 });
  expect(run(init ?? "")).toMatchObject({ status: 0, out: expect.stringContaining("Written: 1 file") });
  expect(run(doctor ?? "")).toMatchObject({ status: 0, out: expect.stringContaining("All is well.") });
  expect(run(create ?? "")).toMatchObject({ status: 0, out: expect.stringContaining("#1") });
  const refused = run(move ?? "");
  expect(refused.status).toBe(1);
  expect(words(refused.err)).toBe(between("refused move"));
  expect(await asAgent(join(place ?? "", ".mcp.json"), place ?? "", env)).toBe(between("refused handoff"));
});

/** Starts the server by what init has written, as a client does, and does what the agent was told. */
async function asAgent(file: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { mcpServers } = JSON.parse(readFileSync(file, "utf8")) as {
    mcpServers: { signalbox: { command: string; args: string[] } };
  };
  const { command, args } = mcpServers.signalbox;
  const server = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<unknown> => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return JSON.parse(String((await lines.next()).value));
  };
  const clientInfo = { name: "quick-start", version: "1" };
  await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  const handoff = { number: 1, command: "ralph_impl", intent: "complete", reason: "Done." };
  const answer = await ask(2, "tools/call", { name: "handoff_ticket", arguments: handoff });
  const ended = once(server, "exit");
  server.stdin.end();
  await ended;
  const { result } = answer as { result: { content: { text: string }[] } };
  return words(result.content[0]?.text ?? "");
}
