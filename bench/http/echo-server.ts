// What our server is measured against: the SDK's own handler behind the same HTTP layer, with one tool that answers at once.

import { serve } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { say, setupOf } from "../../test/support/processes/child.ts";

export interface EchoReady {
  readonly url: string;
}

setupOf();
const input = z.strictObject({ title: z.string() });
const tool = {
  name: "create_ticket",
  description: "Answers with what it was told.",
  inputSchema: { type: "object" as const, properties: { title: { type: "string" } }, required: ["title"] },
};
const mcp = createMcpHandler(() => {
  const server = new Server({ name: "echo", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const { title } = input.parse(params.arguments);
    const structuredContent = { number: 1, state: "Backlog", title, event: 1 };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
});
serve({ fetch: (request: Request) => mcp.fetch(request), hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  void say({ url: `http://127.0.0.1:${port}` } satisfies EchoReady);
});
