import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { PROGRAM } from "../../support/program.ts";

const INSPECTOR = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json"));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-inspector-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe.each(["modern", "legacy"])("the Inspector, in the %s era", (era) => {
  it("lists the tools and finds no error in their schemas", async () => {
    const { code, stdout, stderr } = await inspect(era, "--method", "tools/list", "--strict");
    expect(code, stderr).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
    expect(stderr).not.toContain("Path: inputSchema");
  });

  it("hands off a ticket", async () => {
    await call(era, "create_ticket", { title: "One" });
    const moved = await call(era, "handoff_ticket", {
      number: 1,
      command: "triage",
      to_state: "Research Needed",
      reason: "seen",
    });
    expect(moved).toMatchObject({ structuredContent: { number: 1, newState: "Research Needed" } });
  });
});

async function call(era: string, tool: string, args: object): Promise<unknown> {
  const options = ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)];
  const { code, stdout, stderr } = await inspect(era, ...options);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

function inspect(era: string, ...options: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const launcher = join(INSPECTOR, "clients/launcher/build/index.js");
  const server = [process.execPath, PROGRAM, "mcp", "--database", join(folder, "board.db")];
  const args = [launcher, "--cli", ...server, "--protocol-era", era, "--connect-timeout", "60000", ...options];
  // Its own settings are in the home of whoever runs it.
  const env = { PATH: process.env["PATH"], HOME: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
