import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { runProgramSync } from "../../support/program.ts";
import { answerOf, HttpServer } from "../../support/clients/http-server.ts";

let folder: string;
let server: HttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-http-"));
  server = await HttpServer.start(join(folder, "board.db"));
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe("a client of 2025", () => {
  it("initializes, lists the tools and calls one", async () => {
    const { result } = await server.legacy("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test-client", version: "1" },
    });
    expect(result).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "signalbox" } });
    expect((await server.legacy("tools/list")).result?.["tools"]).toHaveLength(TOOLS.length);
    const called = await server.legacy("tools/call", { name: "create_ticket", arguments: { title: "Of 2025" } });
    expect(called.result).toMatchObject({ structuredContent: { title: "Of 2025" } });
  });

  it("is answered in one piece, and by a stream where it asks for progress", async () => {
    const call = (params: object) =>
      server.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    const make = (title: string) => ({ name: "create_ticket", arguments: { title } });
    const plain = await call(make("In one piece"));
    expect(plain.headers.get("content-type")).toBe("application/json");
    expect(await plain.json()).toMatchObject({ id: 1, result: { structuredContent: { title: "In one piece" } } });
    const streamed = await call({ ...make("In a stream"), _meta: { progressToken: "far" } });
    expect(streamed.headers.get("content-type")).toBe("text/event-stream");
    expect((await answerOf(streamed)).result).toMatchObject({ structuredContent: { title: "In a stream" } });
  });
});

describe("a client of 2026", () => {
  it("discovers the server, lists the tools and calls one", async () => {
    expect((await server.modern("server/discover")).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
    const listed = (await server.modern("tools/list")).result;
    expect(listed).toMatchObject({ cacheScope: "private" });
    expect(listed?.["ttlMs"]).toBeGreaterThan(0);
    expect(listed?.["tools"]).toEqual((await server.legacy("tools/list")).result?.["tools"]);
    expect(await server.call("create_ticket", { title: "Of 2026" })).toMatchObject({
      structuredContent: { title: "Of 2026" },
    });
  });
});

describe("two callers of the same name", () => {
  it("are not the same agent: what one has claimed is used by its token only", async () => {
    const { number } = (await server.call("create_ticket", { title: "Claimed" })).structuredContent;
    const hand = (args: object) => server.call("handoff_ticket", { number, reason: "x", ...args });
    await hand({ command: "triage", to_state: "Research Needed" });
    const { claim } = (await hand({ command: "research", intent: "lock" })).structuredContent as {
      claim: { token: string };
    };
    const complete = { command: "research", intent: "complete" };
    expect((await hand(complete)).structuredContent).toMatchObject({ code: "claim_conflict" });
    expect((await hand({ ...complete, claim: `${claim.token}x` })).isError).toBe(true);
    expect((await hand({ ...complete, claim: claim.token })).structuredContent).toMatchObject({ changed: true });
  });
});

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

describe("a body that is no request", () => {
  it.each([
    ["malformed JSON", "{", 400, -32_700],
    ["nothing", "", 400, -32_700],
    ["brackets without end", "[".repeat(500_000), 400, -32_700],
    ["a batch", `[${LIST},${LIST}]`, 400, -32_600],
    ["an empty batch", "[]", 400, -32_600],
    ["null", "null", 400, -32_600],
    ["another JSON-RPC", LIST.replace("2.0", "1.0"), 400, -32_600],
    ["an id that is a list", LIST.replace('"id":1', `"id":${nested("[", "]", 400_000)}`), 400, -32_600],
    ["more than 1 MB", JSON.stringify({ title: "x".repeat(1024 * 1024) }), 413, -32_000],
    ["10 MB", "x".repeat(10_000_000), 413, -32_000],
  ])("is refused: %s", async (_, body, status, code) => {
    const response = await server.post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
    await expectAlive();
  });

  it("is refused where it grows over 1 MB without having said so", async () => {
    const spaces = new Uint8Array(100_000).fill(32);
    const body = ReadableStream.from(Array.from({ length: 20 }, () => spaces));
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(`${server.url}/mcp`, { method: "POST", headers, body, duplex: "half" }).catch(
      () => null,
    );
    expect([413, undefined]).toContain(response?.status);
    await expectAlive();
  });

  it("is refused by its type where it is not JSON by that", async () => {
    expect((await server.post(LIST, { "content-type": "text/plain" })).status).toBe(415);
    await expectAlive();
  });
});

describe("a request that asks for what is not there", () => {
  it("gets a protocol error: an unknown protocol version, of either era", async () => {
    const older = await server.post(LIST, { "mcp-protocol-version": "1999-01-01" });
    expect(older.status).toBe(400);
    expect(await older.text()).toContain("Unsupported protocol version");
    const params = {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2999-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
    const newer = await server.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params }), {
      "mcp-protocol-version": "2999-01-01",
      "mcp-method": "tools/list",
    });
    expect(newer.status).toBe(400);
    expect(await newer.json()).toMatchObject({ error: { code: -32_022, data: { supported: ["2026-07-28"] } } });
  });

  it("gets a protocol error: an unknown method, tool or resource, however long its name is", async () => {
    for (const name of ["nothing/here", "__proto__", "x".repeat(1_000_000)]) {
      expect((await server.legacy(name)).error).toMatchObject({ code: -32_601 });
      expect((await server.legacy("tools/call", { name })).error).toMatchObject({ code: -32_602 });
      const { error } = await server.legacy("resources/read", { uri: `signalbox://ticket/${name}` });
      expect(error).toMatchObject({ code: -32_602 });
      expect(error?.message.length).toBeLessThan(1000);
    }
    await expectAlive();
  });
});

describe("arguments that are hostile", () => {
  it.each([
    ["a string of 1 MB", JSON.stringify({ title: "x".repeat(1_000_000) }), "too_long"],
    ["a key of 1 MB", JSON.stringify({ title: "x", ["k".repeat(1_000_000)]: 1 }), "invalid_arguments"],
    ["200,000 labels", JSON.stringify({ title: "x", labels: Array(200_000).fill("a") }), "invalid_arguments"],
    ["400,000 lists in each other", `{"title":${nested("[", "]", 400_000)}}`, "invalid_arguments"],
    ["150,000 objects in each other", nested('{"a":', "}", 150_000, "1"), "invalid_arguments"],
    ["a prototype", '{"__proto__":{"title":"x"}}', "invalid_arguments"],
  ])("are refused: %s", async (_, args, code) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_ticket","arguments":${args}}}`;
    const { result } = await answerOf(await server.post(body));
    expect(result).toMatchObject({ isError: true, structuredContent: { code } });
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
    await expectAlive();
  });
});

describe("a web page somewhere else", () => {
  it("is turned away by its Host and by its Origin, on every path", async () => {
    for (const path of ["/healthz", "/mcp", "/"]) {
      expect((await server.raw(path, { host: "evil.example" })).status).toBe(403);
      expect((await server.raw(path, { origin: "https://evil.example" })).status).toBe(403);
      expect((await server.raw(path, { origin: "null" })).status).toBe(403);
    }
    expect((await server.post(LIST, { origin: "https://evil.example" })).status).toBe(403);
    expect((await server.post(LIST, { origin: server.url })).status).toBe(200);
  });
});

describe("the paths", () => {
  it("take no GET and no DELETE on /mcp: there are no sessions to listen to or to end", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      expect((await fetch(`${server.url}/mcp`, { method, headers: { accept: "text/event-stream" } })).status).toBe(405);
    }
  });

  it("tell that the server is well", async () => {
    const response = await fetch(`${server.url}/healthz`);
    expect(await response.json()).toMatchObject({ status: "ok" });
  });

  it("serve the built page under a policy, after npm run build", async () => {
    const page = await server.raw("/");
    expect(page).toMatchObject({ status: 200, headers: { "x-content-type-options": "nosniff" } });
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    expect(page.body).toContain("Signalbox");
  });

  it.each([
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/%2e%2e%2f%2e%2e%2fpackage.json",
    "/..%5cpackage.json",
    "/assets/../../signalbox.js",
    "/assets/%2e%2e/%2e%2e/signalbox.js",
    "//etc/passwd",
    "/%00",
  ])("lead nowhere else: %s", async (path) => {
    const { status, body } = await server.raw(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toMatch(/devDependencies|root:|import/);
  });
});

describe("signalbox serve", () => {
  it("ends with code 0 when it is told to, with clients still connected", async () => {
    const other = await HttpServer.start(join(folder, "other.db"));
    await other.call("create_ticket", { title: "One" });
    const listening = await openStream(other);
    expect(await other.stop()).toBe(0);
    await listening.cancel().catch(() => undefined);
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
  });

  it("does not open itself to the network while its board has no token", () => {
    const args = ["serve", "--host", "0.0.0.0", "--port", "0", "--database", join(folder, "unguarded.db")];
    const { status, stderr } = runProgramSync(args, { cwd: folder });
    expect(status).toBe(1);
    expect(stderr).toContain("signalbox token new --role agent");
    expect(stderr).toContain("--host 127.0.0.1");
  });
});

async function expectAlive(): Promise<void> {
  const { result } = await server.modern("tools/call", { name: "list_tickets", arguments: {} });
  expect(result?.["isError"]).toBeUndefined();
  expect(result?.["structuredContent"]).toBeDefined();
}

/** A stream that the server keeps open until one of the two goes away. */
async function openStream(to: HttpServer): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const method = "subscriptions/listen";
  const params = {
    notifications: { toolsListChanged: true },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const response = await to.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
  });
  const reader = response.body?.getReader();
  if (!reader) throw new Error("there is no stream");
  await reader.read();
  return reader;
}

function nested(open: string, close: string, depth: number, inside = ""): string {
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
}
