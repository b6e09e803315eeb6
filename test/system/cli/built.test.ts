import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { dropBoard, freshBoard, sharedPostgres } from "../../support/postgres.ts";

const LAUNCHER = join(import.meta.dirname, "../../../bin/signalbox.js");

/** What is published is the bundle: it must find everything that it was built from, the PostgreSQL client too. */
describe("the built program", () => {
  it.each(["SQLite", "PostgreSQL"])("serves a board on %s, and verifies it", async (engine) => {
    const env = { ...process.env, ...(await place(engine)) };
    const server = spawn(process.execPath, [LAUNCHER, "mcp"], { env, stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object): Promise<unknown> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return JSON.parse(String((await lines.next()).value));
    };
    const clientInfo = { name: "built", version: "1" };
    await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const made = await ask(2, "tools/call", { name: "create_ticket", arguments: { title: "One" } });
    expect(made).toMatchObject({ result: { structuredContent: { number: 1, state: "Backlog" } } });
    server.stdin.end();
    expect(await ended).toBe(0);
    const verified = spawnSync(process.execPath, [LAUNCHER, "verify"], { env, encoding: "utf8" });
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining("Verified: 2 rows") });
  });
});

async function place(engine: string): Promise<Record<string, string>> {
  if (engine === "SQLite") {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-built-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return { SIGNALBOX_DATABASE: join(folder, "board.db") };
  }
  const [url, board] = [await sharedPostgres(), freshBoard()];
  onTestFinished(() => dropBoard(url, board));
  return { SIGNALBOX_DATABASE: url, SIGNALBOX_BOARD: board };
}
