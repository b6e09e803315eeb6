import { Server } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { makeRegistry } from "../mcp/registry.ts";
import { answerWhole, isPlainCall } from "./whole-answers.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_ticket", arguments: {} } };
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

describe("a call at /mcp", () => {
  const registry = makeRegistry({ prefix: "", toolsets: ["tickets"] });

  it("is plain where a tool of ours is called and nobody asks for progress", () => {
    const { params } = CALL;
    expect(isPlainCall(registry, CALL)).toBe(true);
    expect(isPlainCall(registry, { ...CALL, params: { ...params, _meta: {} } })).toBe(true);
    for (const other of [
      { ...CALL, method: "tools/list" },
      { ...CALL, params: { ...params, name: "another_tool" } },
      { ...CALL, params: { ...params, _meta: { progressToken: 0 } } },
      { ...CALL, params: null },
      null,
      "tools/call",
    ]) {
      expect(isPlainCall(registry, other), JSON.stringify(other)).toBe(false);
    }
  });

  it("ends with its client: whoever answers is told to stop, and nobody waits for the answer", async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const factory = () => {
      const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", (_, { mcpReq: { signal } }) => {
        begun.resolve(signal);
        return new Promise<never>(() => {});
      });
      return server;
    };
    const client = new AbortController();
    const init = { method: "POST", headers: HEADERS, body: JSON.stringify(CALL), signal: client.signal };
    const answer = answerWhole(factory, new Request("http://127.0.0.1/mcp", init), { parsedBody: CALL });
    const signal = await begun.promise;
    expect(signal.aborted).toBe(false);
    client.abort();
    expect((await answer).status).toBe(499);
    expect(signal.aborted).toBe(true);
  });
});
