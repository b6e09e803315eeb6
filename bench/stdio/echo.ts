// What Signalbox is measured against: a server of one tool, on the same SDK, as one would write it by hand who wants it to
// be fast. The list is made once, arguments are checked, and the answer goes out as text and as structured content.

import { readFileSync } from "node:fs";
import { Server, type CallToolResult } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import type { EchoAnswers } from "./one-tool.ts";

const input = z.strictObject({
  number: z.int().positive().optional(),
  command: z.string().optional(),
  intent: z.string().optional(),
  to_state: z.string().optional(),
  workflowState: z.string().optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  reason: z.string().optional(),
  dry_run: z.boolean().optional(),
  answer: z.string(),
});
const text = { type: "string" };
const tool = {
  name: "echo",
  title: "Echo",
  description: "Answers with what it was told to answer.",
  // Written out, and not made from the above at every start.
  inputSchema: {
    type: "object" as const,
    properties: {
      number: { type: "integer", exclusiveMinimum: 0 },
      command: text,
      intent: text,
      to_state: text,
      workflowState: text,
      title: text,
      body: text,
      reason: text,
      dry_run: { type: "boolean" },
      answer: text,
    },
    required: ["answer"],
    additionalProperties: false,
  },
  outputSchema: { type: "object" as const },
  annotations: { title: "Echo", readOnlyHint: true },
};
/** `work`: what is to be done before the answer of that name is given. */
export function serveEcho(file: string, work: (name: string) => void): void {
  const answers = JSON.parse(readFileSync(file, "utf8")) as EchoAnswers;
  const echo = (given: unknown): CallToolResult => {
    const args = input.parse(given);
    work(args.answer);
    const { isError, structuredContent } = answers[args.answer] ?? { structuredContent: { ...args } };
    const said = isError ? String(structuredContent["error"]) : JSON.stringify(structuredContent);
    return { content: [{ type: "text", text: said }], structuredContent, ...(isError ? { isError } : {}) };
  };
  serveStdio(() => {
    const server = new Server({ name: "one-tool", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
    server.setRequestHandler("tools/call", ({ params }) => echo(params.arguments));
    return server;
  });
  process.stdin.once("end", () => process.exit());
}
