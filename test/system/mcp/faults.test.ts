import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";

let folder: string;
let client: StdioClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-faults-"));
  client = new StdioClient(join(folder, "board.db"), {}, fileURLToPath(new URL("./faulty-server.ts", import.meta.url)));
  await client.initialize();
});

afterEach(async () => {
  await client.leave();
  rmSync(folder, { recursive: true });
});

describe("a tool that prints", () => {
  it("leaves stdout to the protocol, and its lines are on stderr", async () => {
    expect((await client.call("test_prints", {})).isError).toBeUndefined();
    expect(await client.ok("create_ticket", { title: "Still here" })).toMatchObject({ number: 1 });
    expect(client.strayLines).toEqual([]);
    for (const way of ["log", "info", "debug", "dir", "table"]) expect(client.stderr).toMatch(`by ${way}`);
  });
});

describe("a tool that writes to stdout itself", () => {
  it("is found out by the client that reads along", async () => {
    await client.call("test_writes", {});
    expect(client.strayLines).toEqual(["past the console"]);
  });
});

describe("a tool with a bug", () => {
  it("is logged once with an id, and the client gets the id and nothing of the bug", async () => {
    const answer = await client.call("test_throws", {});
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: "internal_error" } });
    const { id } = answer.structuredContent as { id: string };
    expect(answer.content[0]?.text).toContain(id);
    expect(JSON.stringify(answer)).not.toMatch(/secret|TypeError|faulty-server/);
    await vi.waitUntil(() => client.stderr.includes(id), { timeout: 60_000 });
    const lines = client.stderr.split("\n").filter((line) => line.includes("secret"));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: "error", id }]);
    expect(await client.ok("create_ticket", { title: "Still here" })).toMatchObject({ number: 1 });
  });
});

describe("a client that cancels", () => {
  it("gets no answer, the tool is told, and the server lives on", async () => {
    const answers: unknown[] = [];
    client.send({ jsonrpc: "2.0", id: 1000, method: "tools/call", params: { name: "test_waits", arguments: {} } });
    client.process.stdout.on("data", (chunk: Buffer) => answers.push(chunk.toString()));
    await vi.waitUntil(() => client.stderr.includes("waiting"), { timeout: 60_000 });
    client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1000, reason: "enough" } });
    await vi.waitUntil(() => client.stderr.includes("cancelled"), { timeout: 60_000 });
    expect(await client.ok("create_ticket", { title: "Still here" })).toMatchObject({ number: 1 });
    expect(answers.join("")).not.toContain('"id":1000');
  });
});
